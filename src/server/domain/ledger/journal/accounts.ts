import { type AccountType, accountNumbers, getAccount } from '#shared/accounts.ts'

/** Without the characters that have a meaning in hledger (colon, semicolon, bar) and marks that change the direction of text. */
export const toAccountName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/:/g, '-')
    .replace(/;/g, ',')
    .replace(/\|/g, '/')
    .replace(/ +/g, ' ')
    .trim()

export const topLevelAccounts: Record<AccountType, { name: string; letter: string }> = {
  asset: { name: 'Assets', letter: 'A' },
  liability: { name: 'Liabilities', letter: 'L' },
  equity: { name: 'Equity', letter: 'E' },
  income: { name: 'Income', letter: 'R' },
  expense: { name: 'Expenses', letter: 'X' },
}

export const customerAccounts: readonly number[] = [accountNumbers.receivable, accountNumbers.customerCredit]

/** 'Assets:Accounts Receivable:C5' has the customer's id, because names change and a journal must not; names of taxes do not change. */
export const getAccountPath = (account: number, customerId: number | null, tax: string | null = null): string => {
  const { type, name } = getAccount(account)
  const below = [...(customerAccounts.includes(account) ? [`C${customerId ?? 0}`] : []), ...(tax === null ? [] : [toAccountName(tax)])]
  return [topLevelAccounts[type].name, name, ...below].join(':')
}
