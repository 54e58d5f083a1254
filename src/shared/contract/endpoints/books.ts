import { get, post } from '#shared/endpoint-address.ts'

export const booksEndpoints = {
  journal: get('/api/books/journal'),
  health: get('/api/books/health'),
  entries: get('/api/books/entries'),
  entry: get('/api/books/entries/:entry'),
  account: get('/api/books/accounts/:account'),
  balances: get('/api/books/balances'),
  closings: get('/api/books/closings'),
  closingPreview: get('/api/books/closings/preview'),
  close: post('/api/books/closings'),
  reopen: post('/api/books/closings/:id/reopen'),
  openingBalances: get('/api/books/opening-balances'),
  createOpeningBalance: post('/api/books/opening-balances'),
}
