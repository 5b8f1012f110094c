//! blst's primitives: `peers NAME [LOG_SIZE]` prints one line, nanoseconds (or seconds for msm and pairing) a run.
use blst::*;
use std::hint::black_box;
use std::time::Instant;

struct Random(u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }
    fn scalar(&mut self) -> [u8; 32] {
        let mut out = [0u8; 32];
        for chunk in out.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes());
        }
        out[31] &= 0x3f;
        out
    }
}

fn p1(scalar: &[u8; 32]) -> blst_p1 {
    let mut out = blst_p1::default();
    unsafe { blst_p1_mult(&mut out, blst_p1_generator(), scalar.as_ptr(), 255) };
    out
}

fn p2(scalar: &[u8; 32]) -> blst_p2 {
    let mut out = blst_p2::default();
    unsafe { blst_p2_mult(&mut out, blst_p2_generator(), scalar.as_ptr(), 255) };
    out
}

/// Eight independent chains, nanoseconds a product.
fn fp_mul(rounds: usize) -> f64 {
    let mut r = Random(1);
    let mut x = [blst_fp::default(); 8];
    for v in x.iter_mut() {
        *v = p1_affine(&p1(&r.scalar())).x;
    }
    let y = x[3];
    let start = Instant::now();
    for _ in 0..rounds {
        for v in x.iter_mut() {
            unsafe { blst_fp_mul(v, v, &y) };
        }
    }
    let s = start.elapsed().as_secs_f64();
    black_box(x);
    s * 1e9 / (8 * rounds) as f64
}

fn fr_mul(rounds: usize) -> f64 {
    let mut r = Random(2);
    let mut x = [blst_fr::default(); 8];
    for v in x.iter_mut() {
        let s = blst_scalar { b: r.scalar() };
        unsafe { blst_fr_from_scalar(v, &s) };
    }
    let y = x[3];
    let start = Instant::now();
    for _ in 0..rounds {
        for v in x.iter_mut() {
            unsafe { blst_fr_mul(v, v, &y) };
        }
    }
    let s = start.elapsed().as_secs_f64();
    black_box(x);
    s * 1e9 / (8 * rounds) as f64
}

fn p1_affine(p: &blst_p1) -> blst_p1_affine {
    let mut out = blst_p1_affine::default();
    unsafe { blst_p1_to_affine(&mut out, p) };
    out
}

fn p2_affine(p: &blst_p2) -> blst_p2_affine {
    let mut out = blst_p2_affine::default();
    unsafe { blst_p2_to_affine(&mut out, p) };
    out
}

/// Points g, 2g' , .. made by repeated addition of random points: distinct, cheap.
fn msm_g1(log: u32) -> f64 {
    let n = 1usize << log;
    let mut r = Random(3);
    let step = p1(&r.scalar());
    let mut p = p1(&r.scalar());
    let mut jacobian = Vec::with_capacity(n);
    for _ in 0..n {
        jacobian.push(p);
        unsafe { blst_p1_add_or_double(&mut p, &p, &step) };
    }
    let points = p1_affines::from(&jacobian[..]);
    let scalars: Vec<u8> = (0..n).flat_map(|_| r.scalar()).collect();
    let start = Instant::now();
    black_box(points.mult(&scalars, 255));
    start.elapsed().as_secs_f64()
}

fn msm_g2(log: u32) -> f64 {
    let n = 1usize << log;
    let mut r = Random(4);
    let step = p2(&r.scalar());
    let mut p = p2(&r.scalar());
    let mut jacobian = Vec::with_capacity(n);
    for _ in 0..n {
        jacobian.push(p);
        unsafe { blst_p2_add_or_double(&mut p, &p, &step) };
    }
    let points = p2_affines::from(&jacobian[..]);
    let scalars: Vec<u8> = (0..n).flat_map(|_| r.scalar()).collect();
    let start = Instant::now();
    black_box(points.mult(&scalars, 255));
    start.elapsed().as_secs_f64()
}

/// Three Miller loops and one final exponentiation.
fn pairing_check() -> f64 {
    let mut r = Random(5);
    let g1: Vec<_> = (0..3).map(|_| p1_affine(&p1(&r.scalar()))).collect();
    let g2: Vec<_> = (0..3).map(|_| p2_affine(&p2(&r.scalar()))).collect();
    let rounds = 50;
    let start = Instant::now();
    for _ in 0..rounds {
        let f = g1.iter().zip(&g2).fold(blst_fp12::default(), |acc, (p, q)| {
            let mut f = blst_fp12::default();
            unsafe { blst_miller_loop(&mut f, q, p) };
            acc * f
        });
        black_box(f.final_exp());
    }
    start.elapsed().as_secs_f64() / rounds as f64
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let log = words.get(2).map_or(16, |s| s.parse().expect("LOG_SIZE"));
    let value = match words.get(1).map(String::as_str) {
        Some("fp_mul") => fp_mul(500_000),
        Some("fr_mul") => fr_mul(1_000_000),
        Some("g1_msm") => msm_g1(log),
        Some("g2_msm") => msm_g2(log),
        Some("pairing_check") => pairing_check(),
        _ => panic!("fp_mul | fr_mul | g1_msm | g2_msm | pairing_check"),
    };
    println!("{value:.9}");
}
