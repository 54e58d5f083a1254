import { computeContentTotals, type DocumentContent, type TaxRates } from './content-totals.ts'
import type { Currency } from './currencies.ts'
import { type Amount, formatMoney, sum, takePercent, toAmount, zero } from './money.ts'

// All amounts are in the prices of the estimate, after its discounts.

export type BillingLine = { lineId: number; description: string; total: Amount; billed: Amount; left: Amount }

export type ProgressRequest = {
  percent?: string | null | undefined
  lines?: readonly { lineId: number; percent: string }[] | null | undefined
}

/** `from` and `to` are percentages of the line. */
export type BilledPart = { lineId: number; amount: Amount; from: string; to: string }
export type ProgressProblem = { path: string; message: string }

type Line = DocumentContent['lineItems'][number] & { id: number; description: string }

/** @param billed what invoices bill of lines, by the lines' ids */
export const listBillingLines = (
  content: Omit<DocumentContent, 'lineItems'> & { lineItems: readonly Line[] },
  billed: ReadonlyMap<number, Amount>,
  currency: Currency,
  rates: TaxRates,
): BillingLine[] => {
  const totals = computeContentTotals(content, currency, rates)
  return content.lineItems.map(({ id, description }, i) => {
    const total = toAmount(totals.lines[i]!.total - totals.lines[i]!.documentDiscount)
    const done = billed.get(id) ?? zero
    return { lineId: id, description, total, billed: done, left: toAmount(Math.max(total - done, 0)) }
  })
}

/** At most two decimals: '33.33'. */
const toPercent = (part: Amount, whole: Amount): string => (whole === 0 ? '0' : String(Math.round((part * 10_000) / whole) / 100))

/** The percentage of the line less what is billed already, so that parts never add up to more. Parts of zero are left out. */
export const computeParts = (
  lines: readonly BillingLine[],
  request: ProgressRequest,
  currency: Currency,
): BilledPart[] | ProgressProblem => {
  const { percent, lines: wanted } = request
  if ((percent == null) === (wanted == null)) return { path: 'percent', message: 'Enter how far all lines are done, or some of them' }
  for (const [i, { lineId, percent: done }] of (wanted ?? []).entries()) {
    const at = `lines.${i}`
    const line = lines.find((each) => each.lineId === lineId)
    if (!line) return { path: `${at}.lineId`, message: `Line ${i + 1}: the estimate has no such line` }
    if (wanted!.findIndex((other) => other.lineId === lineId) < i)
      return { path: `${at}.lineId`, message: `Line ${i + 1}: each line can be named once` }
    if (takePercent(line.total, done, currency) < line.billed)
      return {
        path: `${at}.percent`,
        message: `${line.description}: ${formatMoney(line.billed, currency)} is invoiced already, ${toPercent(line.billed, line.total)}% of the line`,
      }
  }
  const parts = lines.flatMap(({ lineId, total, billed }): BilledPart[] => {
    const done = percent ?? wanted!.find((each) => each.lineId === lineId)?.percent
    const amount = done === undefined ? zero : toAmount(takePercent(total, done, currency) - billed)
    return amount > 0 ? [{ lineId, amount, from: toPercent(billed, total), to: toPercent(toAmount(billed + amount), total) }] : []
  })
  if (parts.length > 0) return parts
  const path = percent == null ? 'lines' : 'percent'
  return sum(lines.map(({ left }) => left)) === 0
    ? { path, message: 'All of this estimate is invoiced' }
    : { path, message: 'There is nothing to invoice: so much is invoiced already' }
}
