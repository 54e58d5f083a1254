const mostSteps = 5

/** The step from tick to tick: 1, 2 or 5 times a power of ten, so that at most five cover the span. Never less than a cent. */
const stepFor = (span: number): number => {
  const least = Math.max(span / mostSteps, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least)!
}

/** Where an axis has its lines, in whole cents, from at or below the least value to at or above the greatest; 0 is always among them. */
export const getTicks = (values: readonly number[]): number[] => {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least!, value), Math.max(most!, value)], [0, 0]) as [number, number]
  const step = stepFor(high - low)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step || 0)
}
