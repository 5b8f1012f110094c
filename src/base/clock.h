/* Monotonic wall clock and this process's CPU time, in seconds. */
#ifndef CUZK_BASE_CLOCK_H
#define CUZK_BASE_CLOCK_H

double clock_wall_s(void);
double clock_cpu_s(void);

#endif
