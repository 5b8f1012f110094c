/* Whether the x86-64 path of the scalar field arithmetic is to be used. A constant where it does
 * not exist, so that calls to it vanish there. */
#ifndef CUZK_FIELD_DISPATCH_H
#define CUZK_FIELD_DISPATCH_H

#include "base/cpu.h"

#if defined(__x86_64__)
#define FIELD_HAS_ADX (__builtin_expect(cpu_level() >= CPU_ADX, 1))
#else
#define FIELD_HAS_ADX 0
#endif

#endif
