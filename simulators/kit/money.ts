// The simulators do their own arithmetic: one that used the product's functions would share their mistakes.

/** '12.30' -> 1230 cents. @throws RangeError for a text that is no amount with at most two decimals */
export const parseAmount = (decimal: string): number => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) throw new RangeError(`not an amount: ${decimal}`)
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && cents > 0 ? -cents : cents
}

/** 1230 -> '12.30' */
export const formatDecimal = (cents: number): string => (cents / 100).toFixed(2)

/** 123456 -> '$1,234.56' */
export const formatDollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
