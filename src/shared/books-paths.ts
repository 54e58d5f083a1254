export const booksTabs = [
  { path: '/books', label: 'Journal' },
  { path: '/books/accounts', label: 'Accounts' },
  { path: '/books/trial-balance', label: 'Trial balance' },
  { path: '/books/balance-sheet', label: 'Balance sheet' },
  { path: '/books/close', label: 'Close' },
  { path: '/books/opening-balances', label: 'Opening balances' },
  { path: '/books/health', label: 'Health' },
  { path: '/books/export', label: 'Export' },
] as const
export type BooksTab = (typeof booksTabs)[number]

const accountPath = /^\/books\/accounts\/(\d{4})$/

export const getLedgerAccount = (path: string): number | undefined => {
  const number = accountPath.exec(path)?.[1]
  return number ? Number(number) : undefined
}

/** For a path without a trailing slash; a ledger account belongs to the accounts. */
export const findBooksTab = (path: string): BooksTab | undefined =>
  booksTabs.find((tab) => tab.path === (getLedgerAccount(path) === undefined ? path : '/books/accounts'))
