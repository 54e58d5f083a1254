import { divide, normalizeDecimal, parseFixed } from './money.ts'

type Component = { name: string; percent: string; isCompound: boolean }

export const formatTaxes = (components: readonly Component[]): string =>
  components.map(({ name, percent, isCompound }) => `${name} ${percent}%${isCompound ? ' (compound)' : ''}`).join(' + ')

/** For reading only: '14.975%', rounded to four decimals. Totals are computed tax by tax. */
export const formatTotalPercent = (components: readonly Pick<Component, 'percent' | 'isCompound'>[]): string => {
  const total = components.reduce((sum, { percent, isCompound }) => {
    const part = BigInt(parseFixed(percent, 4))
    return sum + part + (isCompound ? divide(part * sum, 1_000_000n) : 0n)
  }, 0n)
  return `${normalizeDecimal(`${total / 10_000n}.${String(total % 10_000n).padStart(4, '0')}`, 0)}%`
}

/** 'Chicago 10.25%', and not twice where the name has it. */
export const describeTaxRate = ({ name, components }: { name: string; components: Parameters<typeof formatTotalPercent>[0] }): string => {
  const percent = formatTotalPercent(components)
  return name.replace(/\s+%/, '%').includes(percent) ? name : `${name} ${percent}`
}
