import { get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

export const businessProfileEndpoints = {
  read: get(apiPaths.businessProfile),
  history: get(`${apiPaths.businessProfile}/history`),
  create: post(apiPaths.businessProfile),
  update: put(`${apiPaths.businessProfile}/:id`),
  disconnect: post(`${apiPaths.businessProfile}/:id/disconnect`),
  preview: post(`${apiPaths.businessProfile}/preview`),
  logo: put('/api/business-profiles/logo'),
  logoFile: get('/objects/logos/:name'),
}

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

export const reportEndpoints = {
  read: get(apiPaths.reports),
  summary: get(`${apiPaths.reports}/summary`),
  documents: get(`${apiPaths.reports}/documents`),
  export: get(`${apiPaths.reports}/export`),
  emailStatement: post(`${apiPaths.reports}/statement-emails`),
  statementEmails: get(`${apiPaths.reports}/statement-emails`),
}

export const statementScheduleEndpoints = {
  read: get(apiPaths.statementSchedule),
  save: put(apiPaths.statementSchedule),
  runs: get(`${apiPaths.statementSchedule}/runs`),
}

export const dashboardEndpoints = {
  read: get(apiPaths.dashboard),
  dismissFirstSteps: post(`${apiPaths.dashboard}/first-steps/dismiss`),
}

export const importEndpoints = {
  customers: post(`${apiPaths.customers}/import`),
  items: post(`${apiPaths.items}/import`),
  expenses: post(`${apiPaths.expenses}/import`),
  'opening-balances': post(`${apiPaths.books}/opening-balances/import`),
}

export const searchEndpoints = {
  find: get('/api/search'),
}

export const uploadEndpoints = {
  upload: post('/api/objects/upload'),
}

export const subscriptionEndpoints = {
  getOrCreate: post('/api/get-or-create-subscription'),
  verify: post('/api/verify-subscription'),
  portal: post('/api/create-customer-portal'),
  billing: get(apiPaths.billing),
}
