/** What customers owe, and what they have paid beyond it: each customer has an account below. */
export const receivablesAccount = 'Assets:Accounts Receivable'
export const customerCreditAccount = 'Liabilities:Customer Credit'
export const salesAccount = 'Income:Sales'
export const taxAccount = 'Liabilities:Sales Tax Payable'

const clearing: Partial<Record<string, string>> = { stripe: 'Assets:Stripe', paypal: 'Assets:PayPal' }
/** Where money is: with the provider that took it, or in the bank when its owner says that it came. */
export const getMoneyAccount = (provider: string): string => clearing[provider] ?? 'Assets:Bank'

/** The accounts that every journal has. */
export const fixedAccounts: readonly string[] = ['Assets:Bank', ...Object.values(clearing).map(String), salesAccount, taxAccount]

/**
 * A name as a part of an account, or as text on a journal's line: on one line with single spaces, and without what a journal would read as something
 * else (the colon between accounts, the semicolon before a comment, the bar between payee and note, marks that turn the direction of text).
 */
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

/** A customer's account: two customers of one name have two, and whatever somebody is called, it stays one. */
export const getCustomerAccount = (
  below: string,
  { customerId, customerName }: { customerId: number | null; customerName: string },
): string => `${below}:${`C${customerId ?? 0} ${toAccountName(customerName)}`.trim()}`

export const getExpenseAccount = (category: string): string => `Expenses:${toAccountName(category) || 'Other'}`
