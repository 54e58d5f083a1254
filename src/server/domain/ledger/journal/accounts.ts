/** Each customer has an account below these two: what the customer owes, and what the customer has paid beyond that. */
export const receivablesAccount = 'Assets:Accounts Receivable'
export const customerCreditAccount = 'Liabilities:Customer Credit'
export const salesAccount = 'Income:Sales'
export const taxAccount = 'Liabilities:Sales Tax Payable'

const clearingAccounts: Partial<Record<string, string>> = { stripe: 'Assets:Stripe', paypal: 'Assets:PayPal' }
/** The account that received a payment: the provider's clearing account, or the bank for payments recorded by hand. */
export const getMoneyAccount = (provider: string): string => clearingAccounts[provider] ?? 'Assets:Bank'

/** The accounts that every journal declares. */
export const fixedAccounts: readonly string[] = ['Assets:Bank', ...Object.values(clearingAccounts).map(String), salesAccount, taxAccount]

/**
 * A name as part of an account name, or as text on a line of the journal: a single line with single spaces, without the characters that have a
 * meaning in hledger (colon, semicolon, bar) and without marks that change the direction of text.
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

/** The customer's account below `parent`. It contains the customer's id, so that customers with the same name have separate accounts. */
export const getCustomerAccount = (
  parent: string,
  { customerId, customerName }: { customerId: number | null; customerName: string },
): string => `${parent}:${`C${customerId ?? 0} ${toAccountName(customerName)}`.trim()}`

export const getExpenseAccount = (category: string): string => `Expenses:${toAccountName(category) || 'Other'}`
