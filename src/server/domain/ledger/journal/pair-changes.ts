import { accountNumbers } from '#shared/accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import { getMinorUnit } from '#shared/exchange-rates.ts'
import { type Amount, type HomeAmount, scale, sum, toAmount, toHomeAmount, zero } from '#shared/money.ts'

export type LineTax = { taxRateId: number | null; taxComponent: number | null; taxPercent: string | null }
export const noTax: LineTax = { taxRateId: null, taxComponent: null, taxPercent: null }

/**
 * The change of an account: debits are positive, credits negative. `amount` is in the home currency, `currencyAmount` in that of the invoice; it counts for
 * receivables and credit. `tax` is null where the lines of an account have none.
 */
export type Change = { account: number; amount: number; currencyAmount?: number; tax: LineTax | null }

/**
 * Moves an amount from the account that is credited to the one that is debited. `currency` and `currencyAmount` are of lines of receivables and credit in
 * another currency than the home currency, else null.
 */
export type PairedLine = {
  debit: number
  credit: number
  amount: HomeAmount
  currency: Currency | null
  currencyAmount: Amount | null
} & LineTax

const isSameTax = (a: LineTax, b: LineTax) =>
  a.taxRateId === b.taxRateId && a.taxComponent === b.taxComponent && a.taxPercent === b.taxPercent

type Currencies = { currency: Currency; homeCurrency: Currency }
const inHomeCurrency = { currency: null, currencyAmount: null }

/**
 * Pairs debits with credits, in their order. The changes sum to zero. A line has one tax: what moves between two, such as a cent from a group of lines to
 * another one, goes through the receivables.
 */
const pairAmounts = (changes: readonly Change[]): PairedLine[] => {
  const lines: PairedLine[] = []
  const add = (debit: number, credit: number, amount: HomeAmount, tax: LineTax) =>
    lines.push({ debit, credit, amount, ...inHomeCurrency, ...tax })
  const credits = changes.filter(({ amount }) => amount < 0).map((change) => ({ ...change, left: -change.amount }))
  for (const { account, amount, tax } of changes) {
    let left = amount
    for (const credit of credits) {
      const part = toHomeAmount(Math.min(left, credit.left))
      if (part <= 0) continue
      if (tax && credit.tax && (account === credit.account || !isSameTax(tax, credit.tax))) {
        add(account, accountNumbers.receivable, part, tax)
        add(accountNumbers.receivable, credit.account, part, credit.tax)
      } else add(account, credit.account, part, tax ?? credit.tax ?? noTax)
      left -= part
      credit.left -= part
    }
  }
  return lines
}

/** The journal has their amounts in the invoice's currency as well. */
const currencyAccounts: readonly number[] = [accountNumbers.receivable, accountNumbers.customerCredit]

/**
 * Divides the change of an account in the invoice's currency over the lines that move the account in that direction, by their amounts. An exchange difference
 * moves nothing in that currency. What is less than the smallest amount at home is posted with that amount, which is taken back.
 */
const divideCurrencyAmount = (
  lines: PairedLine[],
  { account, currencyAmount: all = 0 }: Change,
  { currency, homeCurrency }: Currencies,
): PairedLine[] => {
  // A line between receivables and credit moves both.
  const currencyAmount = lines.reduce(
    (left, { debit, credit, currencyAmount: moved }) => left - (moved ?? 0) * (Number(debit === account) - Number(credit === account)),
    all,
  )
  if (currencyAmount === 0) return lines
  const [here, there] = currencyAmount > 0 ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const size = toAmount(Math.abs(currencyAmount))
  const moving = lines.filter((line) => line[here] === account && !line.currencyAmount)
  const relieving = moving.filter((line) => line[there] !== accountNumbers.exchangeDifference)
  if (moving.length === 0) {
    const [debit, credit] = currencyAmount > 0 ? [account, accountNumbers.exchangeDifference] : [accountNumbers.exchangeDifference, account]
    const moved = { amount: toHomeAmount(getMinorUnit(homeCurrency)), currency: null, ...noTax }
    return [...lines, { debit, credit, currencyAmount: size, ...moved }, { debit: credit, credit: debit, currencyAmount: zero, ...moved }]
  }
  const parts = relieving.length > 0 ? relieving : moving
  const whole = sum(parts.map(({ amount }) => amount))
  let [full, done] = [0, 0]
  const divided = new Map(
    parts.map((line) => {
      full += line.amount
      const before = done
      done = scale(size, full, whole, currency)
      return [line, toAmount(done - before)]
    }),
  )
  return lines.map((line) => ({ ...line, currencyAmount: divided.get(line) ?? line.currencyAmount }))
}

export const pairChanges = (changes: readonly Change[], currencies: Currencies): PairedLine[] => {
  const { currency, homeCurrency } = currencies
  const lines = pairAmounts(changes)
  if (currency === homeCurrency) return lines
  return changes
    .filter(({ account }) => currencyAccounts.includes(account))
    .reduce((divided, change) => divideCurrencyAmount(divided, change, currencies), lines)
    .map((line) => {
      const isOfCurrency = currencyAccounts.includes(line.debit) || currencyAccounts.includes(line.credit)
      return isOfCurrency ? { ...line, currency, currencyAmount: line.currencyAmount ?? zero } : line
    })
}
