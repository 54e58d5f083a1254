type Component = { name: string; percent: string; isCompound: boolean }

/** 'GST 5% + QST 9.975% (compound)' */
export const formatTaxes = (components: readonly Component[]): string =>
  components.map(({ name, percent, isCompound }) => `${name} ${percent}%${isCompound ? ' (compound)' : ''}`).join(' + ')

/** What a rate adds to a net amount, for reading only: '14.975%'. Totals are computed tax by tax. */
export const formatTotalPercent = (components: readonly Pick<Component, 'percent' | 'isCompound'>[]): string => {
  const total = components.reduce((sum, { percent, isCompound }) => sum + Number(percent) * (isCompound ? 1 + sum / 100 : 1), 0)
  return `${Number(total.toFixed(4))}%`
}
