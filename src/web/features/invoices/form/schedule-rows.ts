import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { allocate } from '#shared/document-totals.ts'
import { divideBalance, listDueDates } from '#shared/instalments.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, parseFixed, sum, toAmount, toDecimal } from '#shared/money.ts'

/** Percentages are of the balance due. */
export type Unit = 'amount' | 'percent'
export type Row = { dueDate: string; amount?: string; percent?: string }
export type Divided = Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'total' | 'balanceDue' | 'issueDate' | 'dueDate'>

export type Rhythm = 'month' | 'week' | 'own'

const wholePercent = 1_000_000

const divide = ({ total, balanceDue, currency }: Divided, weights: readonly number[]) =>
  divideBalance({ total: parseAmount(total), balanceDue: parseAmount(balanceDue), currency }, weights)

export const listEqualShares = (invoice: Divided, count: number, unit: Unit): string[] => {
  const weights = Array.from({ length: count }, () => 1)
  return unit === 'amount'
    ? divide(invoice, weights).map((part) => toInputAmount(toDecimal(part), invoice.currency))
    : allocate(BigInt(wholePercent), weights.map(BigInt)).map((part) => String(Number(part) / 10_000))
}

/** Zero for a text that is no number. */
const parseTyped = (text: string | undefined, parse: (text: string) => number): number => {
  try {
    return parse(text || '0')
  } catch {
    return 0
  }
}
const parsePercent = (text: string) => parseFixed(text, 4)

/** Negative for too much. */
const computeRest = (total: string, rows: readonly Row[], unit: Unit): number =>
  unit === 'amount'
    ? parseAmount(total) - sum(rows.map(({ amount }) => toAmount(parseTyped(amount, parseAmount))))
    : wholePercent - rows.reduce((all, { percent }) => all + parseTyped(percent, parsePercent), 0)

const describeRest = (rest: number, unit: Unit, currency: Currency): string => {
  const part = unit === 'amount' ? formatMoney(toAmount(Math.abs(rest)), currency) : `${Math.abs(rest) / 10_000}%`
  if (rest === 0) return unit === 'amount' ? 'The amounts come to the total.' : 'The percentages come to 100.'
  if (rest > 0) return `${part} ${unit === 'amount' ? 'of the total ' : ''}is left.`
  return `${part} more than ${unit === 'amount' ? 'the total' : '100'}.`
}

export const readRest = ({ total, currency }: Divided, rows: readonly Row[], unit: Unit): { isWhole: boolean; words: string } => {
  const rest = computeRest(total, rows, unit)
  return { isWhole: rest === 0, words: describeRest(rest, unit, currency) }
}

/** Null while the percentages don't add up to 100. */
export const computeAmounts = (invoice: Divided, rows: readonly Row[]): string[] | null => {
  if (computeRest(invoice.total, rows, 'percent') !== 0) return null
  return divide(
    invoice,
    rows.map(({ percent }) => parseTyped(percent, parsePercent)),
  ).map(toDecimal)
}

/** Dates of one's own stay, and later ones follow by month. */
export const extendDates = (dates: readonly string[], count: number, rhythm: Rhythm, otherwise: Day): string[] => {
  const first = isDay(dates[0]!) ? dates[0] : otherwise
  if (rhythm !== 'own') return listDueDates(first, count, rhythm)
  const last = dates.at(-1)!
  const further = listDueDates(isDay(last) ? last : first, Math.max(count - dates.length, 0) + 1, 'month').slice(1)
  return [...dates, ...further].slice(0, count)
}
