import { addDays, today } from '#shared/dates.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { RecordKind, Tenant } from './tenant.ts'

/** The body and the query of a call; `own` is the caller. */
type Sample = { body?: (own: Tenant) => unknown; query?: (own: Tenant) => Record<string, string> }

/** The first password of users with an account of the bundled provider. */
export const password = 'correct horse battery'
/** The password that they change it to. */
const newPassword = 'staple battery horse'

const days = { from: '2026-01-01', to: '2026-12-31' }
const line = { description: 'Hour', quantity: 1, unitPrice: 83.17 }
const invoice = (own: Tenant) => ({
  customerId: own.ids.customers,
  invoiceNumber: 'Mine now',
  issueDate: '2026-01-02',
  dueDate: '2026-01-31',
  lineItems: [{ ...line, itemId: own.ids.items }],
})
const estimate = (own: Tenant) => ({
  customerId: own.ids.customers,
  estimateNumber: 'Mine now',
  issueDate: '2026-01-02',
  expiryDate: '2030-01-31',
  lineItems: [{ ...line, itemId: own.ids.items }],
})
const expense = (own: Tenant) => ({
  description: 'Mine now',
  amount: 1,
  category: 'Travel',
  expenseDate: '2026-01-02',
  customerId: own.ids.customers,
  receiptFileId: own.ids.receipts,
})
const taxRate = (name: string) => () => ({ name, components: [{ name: 'Mine', percent: '9.975' }] })
const schedule = { startDay: '2030-01-31', frequency: 'monthly', timeZone: 'UTC' }
const recurring = (own: Tenant) => ({
  ...{ customerId: own.ids.customers, ...schedule, dueDays: 14, sendsInvoices: false },
  content: { lineItems: [{ ...line, itemId: own.ids.items }] },
})
/** Within a year of the real clock, which these tests have. */
const sendTime = () => ({ day: addDays(today(new Date(), 'UTC'), 30), time: '08:00', timeZone: 'UTC' })
const numbering = () => ({ prefix: 'MINE-', includeYear: true, padding: 4, restartYearly: true, nextCounter: 1 })
const ofCustomer = (own: Tenant) => ({ customerId: String(own.ids.customers) })
const statement = (own: Tenant) => ({ ...days, type: 'statement', ...ofCustomer(own) })
const withPassword = () => ({ password: newPassword })
const withPasswordAndCode = () => ({ ...withPassword(), code: '123456' })
const rows = (values: Record<string, string>) => ({ rows: [{ line: 2, values }] })

/** Valid input for each call that takes any, so that refusals are those of authorization and not of validation. */
const samples: Record<string, Sample> = {
  'PUT /api/account/name': { body: () => ({ firstName: 'Mine', lastName: 'Now' }) },
  'POST /api/account/email': { body: () => ({ email: 'mine-now@example.com', password }) },
  'POST /api/public/confirm-email': { body: () => ({ token: 'nobody-has-this-token' }) },
  'POST /api/account/password': { body: () => ({ current: password, next: newPassword }) },
  'POST /api/account/two-factor': { body: withPassword },
  'POST /api/account/two-factor/confirm': { body: () => ({ code: '123456' }) },
  'POST /api/account/two-factor/off': { body: withPasswordAndCode },
  'POST /api/account/two-factor/recovery-codes': { body: withPasswordAndCode },
  'POST /api/account/tokens': {
    body: () => ({ name: 'Mine now', scopes: ['customers:read'], expiresInDays: null, ...withPassword() }),
  },
  'POST /api/account/delete': { body: (own) => ({ email: own.email, ...withPassword() }) },
  'GET /api/search': { query: () => ({ q: 'SECRET' }) },
  'GET /api/reports/summary': { query: () => days },
  'GET /api/reports': { query: statement },
  'GET /api/reports/documents': { query: (own) => ({ of: 'invoiced', ...days, ...ofCustomer(own) }) },
  'GET /api/reports/export': { query: (own) => ({ ...statement(own), format: 'csv' }) },
  'POST /api/reports/statement-emails': { body: (own) => ({ ...days, customerId: own.ids.customers }) },
  'GET /api/reports/statement-emails': { query: ofCustomer },
  'GET /api/books/journal': { query: () => ({ format: 'hledger' }) },
  'GET /api/books/balances': { query: () => ({ day: '2026-12-31' }) },
  'GET /api/books/closings/preview': { query: () => ({ throughDay: '2026-01-31' }) },
  'POST /api/books/closings': { body: () => ({ throughDay: '2020-02-29' }) },
  'POST /api/books/closings/:id/reopen': { body: () => ({ reason: 'Mine now' }) },
  'POST /api/books/opening-balances': {
    body: (own) => ({ customerId: own.ids.customers, amount: 1, day: '2026-01-02', dueDate: '2026-01-02', reference: 'Mine' }),
  },
  'POST /api/books/opening-balances/import': { body: () => rows({ customer: 'SECRET-1', amount: '1', dueDate: '2026-01-02' }) },
  'POST /api/customers': { body: () => ({ name: 'Mine now' }) },
  'POST /api/customers/similar': { body: (own) => ({ rows: [{ name: 'SECRET-1' }], customerId: own.ids.customers }) },
  'POST /api/customers/:id/try-address': { body: () => ({ address: 'again@customer.example' }) },
  'PUT /api/customers/:id': { body: () => ({ name: 'Mine now', email: 'mine-now@example.com' }) },
  'POST /api/items': { body: () => ({ name: 'Mine now', unitPrice: 1 }) },
  'PUT /api/items/:id': { body: () => ({ name: 'Mine now', unitPrice: 1 }) },
  'POST /api/tax-rates': { body: taxRate('Mine now') },
  'PUT /api/tax-rates/:id': { body: taxRate('Mine too') },
  'GET /api/tax-rates': { query: () => ({ archived: 'true' }) },
  'POST /api/recurring-invoices': { body: recurring },
  'PUT /api/recurring-invoices/:id': { body: recurring },
  'POST /api/recurring-invoices/preview': { body: () => schedule },
  'PUT /api/reminder-settings': {
    body: () => ({
      isEnabled: false,
      timeZone: 'UTC',
      fromHour: 9,
      untilHour: 17,
      weekdays: [1],
      thankYou: 'Mine now',
      rules: [{ offsetDays: 5 }],
    }),
  },
  'PUT /api/late-fee-rule': {
    body: () => ({ kind: 'percent', percent: '1.5', graceDays: 5, repeats: 'monthly', isAutomatic: false }),
  },
  'POST /api/invoices/:id/late-fees': { body: (own) => ({ ruleId: own.ids['late-fee-rules'], occurrence: 9 }) },
  'POST /api/invoices/:id/late-fees/waive': { body: (own) => ({ ruleId: own.ids['late-fee-rules'], occurrence: 9 }) },
  'POST /api/invoices/:id/reminders/skip': { body: () => ({ offsetDays: 5 }) },
  'POST /api/public/invoice/:publicId/reminder-reply': { body: () => ({ reply: 'disputed', message: 'Mine now' }) },
  'PUT /api/exchange-rates/:currency/:day': { body: () => ({ rate: '1.2345' }) },
  'POST /api/exchange-rates/import': { body: () => ({ csv: 'currency,day,rate\nEUR,2026-01-03,1.2345' }) },
  'GET /api/exchange-rates/suggestion': { query: () => ({ currency: 'EUR', day: '2026-01-02' }) },
  'POST /api/customers/import': { body: () => rows({ name: 'Mine now' }) },
  'POST /api/items/import': { body: () => rows({ name: 'Mine now', unitPrice: '1' }) },
  'POST /api/expenses/import': {
    body: () => ({
      ...rows({ description: 'Mine now', amount: '1', category: 'Travel', expenseDate: '2026-01-02', customer: 'SECRET-1' }),
      unknownCustomers: 'empty',
    }),
  },
  'GET /api/expenses': { query: ofCustomer },
  'GET /api/expenses/summary': { query: ofCustomer },
  'GET /api/expenses/export': { query: ofCustomer },
  'POST /api/expenses': { body: expense },
  'PUT /api/expenses/:id': { body: expense },
  'GET /api/invoices/download': { query: (own) => ({ ids: String(own.ids.invoices) }) },
  'PUT /api/invoice-numbering': { body: numbering },
  'PUT /api/estimate-numbering': { body: numbering },
  'PUT /api/credit-note-numbering': { body: numbering },
  'GET /api/credit-notes': { query: ofCustomer },
  'GET /api/credit-notes/summary': { query: ofCustomer },
  'GET /api/credit-notes/export': { query: ofCustomer },
  'POST /api/credit-notes': { body: (own) => ({ invoiceId: own.ids.invoices, amount: 1 }) },
  'POST /api/invoices': { body: (own) => ({ ...invoice(own), status: 'sent' }) },
  'PUT /api/invoices/:id': { body: (own) => ({ ...invoice(own), invoiceNumber: 'Mine too', status: 'sent' }) },
  'POST /api/estimates': { body: (own) => ({ ...estimate(own), status: 'sent' }) },
  'PUT /api/estimates/:id': { body: (own) => ({ ...estimate(own), estimateNumber: 'Mine too', status: 'sent' }) },
  'PUT /api/invoices/:id/scheduled-send': { body: sendTime },
  'PUT /api/estimates/:id/scheduled-send': { body: sendTime },
  'PUT /api/statement-schedule': { body: () => ({ isOn: true, dayOfMonth: 1, time: '08:00', timeZone: 'UTC', sendsTo: 'balance' }) },
  'POST /api/public/estimate/:publicId/accept': { body: () => ({ name: 'Bob', version: 1 }) },
  'POST /api/public/estimate/:publicId/decline': { body: () => ({ reason: 'Mine now', version: 1 }) },
  'POST /api/invoices/:id/payments': { body: () => ({ amount: 1, paymentDate: '2026-01-02', paymentMethod: 'Cash' }) },
  'PUT /api/invoices/:id/instalments': { body: () => ({ instalments: [{ dueDate: '2027-01-31' }, { dueDate: '2027-02-28' }] }) },
  'POST /api/invoices/:id/write-offs': { body: () => ({ amount: 1, day: '2026-01-02' }) },
  'POST /api/invoices/:id/deposits': { body: () => ({ percent: '30' }) },
  'PUT /api/estimates/:id/deposit': { body: () => ({ percent: '30' }) },
  'POST /api/estimates/:id/progress': { body: () => ({ percent: '10' }) },
  'POST /api/invoices/:id/credit-applications': { body: () => ({ amount: 1 }) },
  'POST /api/credit-notes/:id/refunds': { body: () => ({ amount: 1, day: '2026-01-02', paymentMethod: 'Cash' }) },
  'POST /api/invoices/:id/payments/:paymentId/refund': { body: () => ({ amount: 1 }) },
  'POST /api/invoices/:ref/paypal-order': { body: () => ({ amount: 83.17, currency: 'USD', intent: 'CAPTURE' }) },
  'POST /api/public/invoice/:publicId/save-card': { body: () => ({ words: 'Mine now' }) },
  'POST /api/invoices/:ref/mark-paid': { body: (own) => ({ sessionId: own.parts.invoices.orderId }) },
  'POST /api/business-profile': { body: () => ({ businessName: 'Mine now' }) },
  'PUT /api/business-profile/:id': { body: () => ({ businessName: 'Mine now', timeZone: 'Europe/Paris' }) },
  'POST /api/business-profile/:id/disconnect': { body: () => ({ provider: 'stripe' }) },
  'POST /api/business-profile/preview': {
    body: (own) => ({
      logoUrl: own.logoPath,
      pdfTheme: 'classic',
      pdfPrimaryColor: '#1e40af',
      pdfAccentColor: '#1e40af',
      pageSize: 'a4',
      documentLanguage: 'en',
    }),
  },
  'POST /api/document-preview': {
    body: (own) => ({
      kind: 'invoice',
      documentId: own.ids.invoices,
      customerId: own.ids.customers,
      ...{ number: 'Mine now', issueDate: '2026-01-02', endDate: '', taxRate: '', taxAmount: '', notes: '', terms: '' },
      lineItems: [{ description: 'Hour', quantity: '1', unitPrice: '83.17' }],
    }),
  },
  'POST /api/receipts': { body: (own) => ({ uploadURL: own.uploads.uploadURL, fileName: 'mine.pdf' }) },
  'PUT /api/business-profiles/logo': { body: (own) => ({ logoURL: own.uploads.logoURL }) },
  'POST /api/get-or-create-subscription': { body: () => ({ plan: 'monthly' }) },
}

/** The name of an endpoint in these tests and their failures. */
export const getEndpointName = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`

/** The endpoints that have samples. */
export const sampledEndpoints: readonly string[] = Object.keys(samples)

/** The body that `own` sends; undefined for none. */
export const buildBody = (endpoint: AnyEndpoint, own: Tenant): unknown =>
  samples[getEndpointName(endpoint)]?.body?.(own) ?? (endpoint.method === 'POST' || endpoint.method === 'PUT' ? {} : undefined)

/** The query that `own` sends. */
export const buildQuery = (endpoint: AnyEndpoint, own: Tenant): Record<string, string> =>
  samples[getEndpointName(endpoint)]?.query?.(own) ?? {}

/** Path parameters that do not refer to records. */
const constantParams: Record<string, string> = {
  provider: 'stripe',
  // Every user has entries from 1 on, and the same accounts.
  entry: '1',
  account: '1200',
  // Every user has exchange rates of the same currencies and days.
  currency: 'EUR',
  day: '2026-01-02',
}

/** The path parameters of a call for the records of `whose`. @throws Error for a parameter that is not known here */
export const buildPathParams = ({ path }: AnyEndpoint, owner: Tenant): Record<string, string> => {
  const [, , kind = '', below = ''] = path.split('/')
  const getValue = (name: string): string | number | undefined => {
    if (constantParams[name]) return constantParams[name]
    if (name === 'publicId')
      return path.includes('estimate')
        ? owner.publicIds.estimate
        : path.includes('credit-note')
          ? owner.publicIds.creditNote
          : owner.publicIds.invoice
    if (name === 'name' && path.startsWith('/objects/logos/')) return owner.logoPath.split('/').at(-1)
    if (name === 'ref' && path.startsWith('/api/account/sessions/')) return owner.sessionRef
    if (name === 'id' && path.endsWith('/restore')) return owner.deleted[kind as RecordKind]
    if (name === 'id' || name === 'ref') return owner.ids[kind === 'account' || kind === 'books' ? below : kind]
    return owner.parts[kind as 'invoices' | 'estimates' | 'credit-notes']?.[name as 'emailId']
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return Object.fromEntries(
    names.map((name) => {
      const value = getValue(name)
      if (value === undefined) throw new Error(`${path}: what does :${name} stand for? Say so in samples.ts`)
      return [name, String(value)]
    }),
  )
}

/** Whether the path refers to records. */
export const hasRecordParams = ({ path }: AnyEndpoint): boolean => [...path.matchAll(/:(\w+)/g)].some(([, name]) => !constantParams[name!])

/** Builds the URL of a call. */
export const buildUrl = ({ path }: AnyEndpoint, params: Record<string, string>, query: Record<string, string> = {}): string => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const queryString = new URLSearchParams(query).toString()
  return queryString ? `${url}?${queryString}` : url
}
