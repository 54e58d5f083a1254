import { type Account, type AccountType, accountNumbers, getAccount, isDebitAccount } from '#shared/accounts.ts'
import type { AccountBalancesWire } from '#shared/contract/books.ts'
import { addUp, noSum, parseSum, type Sum, toSum } from '#shared/money.ts'

type Accounts = AccountBalancesWire['accounts']
type AccountWire = Accounts[number]

const parse = (amount: string | null) => (amount === null ? noSum : parseSum(amount))

/** Positive on the side where the account grows. */
const getBalance = ({ number, debit, credit }: AccountWire): Sum => {
  const balance = parse(debit) - parse(credit)
  return toSum(isDebitAccount(getAccount(number)) ? balance : -balance)
}

/** By the account's number, positive on the side where the account grows. */
export const indexBalances = (accounts: Accounts): ReadonlyMap<number, Sum> =>
  new Map(accounts.map((account) => [account.number, getBalance(account)]))

type TrialBalance = {
  /** An account without a balance has zero on the side where it grows. */
  rows: { account: Account; debit: Sum | null; credit: Sum | null }[]
  debit: Sum
  credit: Sum
}

/** All accounts with entries by number, and the equal sums of both sides. */
export const buildTrialBalance = (accounts: Accounts): TrialBalance => {
  const rows = accounts
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, debit, credit }) => {
      const account = getAccount(number)
      const difference = parse(debit) - parse(credit)
      const isDebit = difference === 0n ? isDebitAccount(account) : difference > 0
      const amount = toSum(difference < 0 ? -difference : difference)
      return { account, debit: isDebit ? amount : null, credit: isDebit ? null : amount }
    })
  return {
    rows,
    debit: addUp(rows.map(({ debit }) => debit ?? noSum)),
    credit: addUp(rows.map(({ credit }) => credit ?? noSum)),
  }
}

type SheetRow = {
  name: string
  /** Null for a computed row. */
  number: number | null
  amount: Sum
}
type SheetSection = { rows: SheetRow[]; total: Sum }

export type BalanceSheet = {
  assets: SheetSection
  liabilities: SheetSection
  equity: SheetSection
  liabilitiesAndEquity: Sum
}

/** Income and expenses up to the day are the earnings, a part of equity. */
export const buildBalanceSheet = (accounts: Accounts): BalanceSheet => {
  const balances = indexBalances(accounts)
  const listType = (type: AccountType): SheetRow[] =>
    [...balances]
      .map(([number, amount]) => ({ ...getAccount(number), amount }))
      .filter((account) => account.type === type)
      .toSorted((a, b) => a.number - b.number)
  const total = (rows: readonly SheetRow[]) => addUp(rows.map(({ amount }) => amount))
  const section = (rows: SheetRow[]): SheetSection => ({ rows, total: total(rows) })

  const { number, name } = getAccount(accountNumbers.openingBalanceEquity)
  const equity = listType('equity')
  const liabilities = section(listType('liability'))
  const withEarnings = section([
    ...(equity.length > 0 ? equity : [{ name, number, amount: noSum }]),
    { name: 'Earnings', number: null, amount: toSum(total(listType('income')) - total(listType('expense'))) },
  ])
  return {
    assets: section(listType('asset')),
    liabilities,
    equity: withEarnings,
    liabilitiesAndEquity: addUp([liabilities.total, withEarnings.total]),
  }
}
