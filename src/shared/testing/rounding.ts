import type { Minor } from '#shared/minor-units.ts'

export const minor = (whole: number): Minor => (whole === 0 ? 0 : whole) as Minor

/** n / d (d > 0) to a whole number, half away from zero: by quotient and remainder, not by the method of the code under test. */
export const divideRounded = (n: bigint, d: bigint): number => {
  const size = n < 0n ? -n : n
  const rounded = size / d + ((size % d) * 2n >= d ? 1n : 0n)
  return Number(n < 0n ? -rounded : rounded)
}

/** A percentage of whole minor units, rounded to them. The percent has up to 4 decimals. */
export const takePercent = (percent: string, amount: number): number =>
  divideRounded(BigInt(amount) * BigInt(Math.round(Number(percent) * 10_000)), 1_000_000n)
