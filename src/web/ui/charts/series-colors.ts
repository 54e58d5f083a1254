/** The colours that a series can have: those of the theme, so that they are readable in light and dark. */
export type SeriesColor = 'accent' | 'warn' | 'note' | 'danger' | 'good' | 'muted'

const order: readonly SeriesColor[] = ['accent', 'warn', 'note', 'danger', 'good', 'muted']

/** The CSS colour of each series: the tones that were asked for, then those that are left, in order. */
export const getSeriesColors = (count: number, tones: readonly SeriesColor[] = []): string[] => {
  const all = [...tones, ...order.filter((tone) => !tones.includes(tone))]
  return Array.from({ length: count }, (_, index) => `var(--${all[index % all.length]})`)
}
