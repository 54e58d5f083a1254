import { Validator } from '@seriousme/openapi-schema-validator'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { Method } from '#server/testing/contract.ts'
import { smallPdf, uploadLogo } from '#server/testing/upload.ts'
import { getRequiredScopes, scopes } from '#shared/token-scopes.ts'
import { errorExamples, refusedInvoiceExample, taxedInvoiceExamples, taxRateExamples } from './openapi/examples.ts'
import { describedFields } from './openapi/field-descriptions.ts'
import type { OpenApiDocument } from './openapi/openapi.ts'
import { toPathTemplate } from './openapi/operations.ts'
import { buildExampleUrl } from './page/curl.ts'
import { areas, examples } from './testing/areas.ts'
import { askReminders } from './testing/ask-reminders.ts'
import { askSchedules } from './testing/ask-schedules.ts'
import { askSettlements } from './testing/ask-settlements.ts'
import { insertCard } from './testing/insert-card.ts'
import { createValidatingClient } from './testing/validating-client.ts'

let app: TestApp
const [password, timeOfExamples] = ['correct horse battery', new Date('2026-01-20T09:30:00Z')]
let ada: Person
let document: OpenApiDocument
let client: ReturnType<typeof createValidatingClient>

beforeAll(async () => {
  app = await createTestApp()
  app.setNow(timeOfExamples)
  ada = await app.person('ada', { password })
  document = (await app.call(null, 'GET', '/api/openapi.json')) as OpenApiDocument
  client = createValidatingClient(app, document)
})
afterAll(() => app.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, is]) => ({ method, path, is })))

test('the document is valid OpenAPI 3.1, public, and cached by its ETag', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(document.servers).toEqual([{ url: app.origin }])
  const first = await app.send(null, 'GET', '/api/openapi.json')
  const again = await app.send(null, 'GET', '/api/openapi.json', undefined, { 'if-none-match': String(first.headers.etag) })
  expect(again.status).toBe(304)
})

test('the document has each operation that tokens may call, with its scopes, and no other', () => {
  const callable = app.routes.flatMap(({ endpoint }) => {
    const scopes = getRequiredScopes(endpoint)
    return scopes ? [`${endpoint.method} ${toPathTemplate(endpoint.path)} ${scopes.join(' ')}`] : []
  })
  const written = operations().map(({ method, path, is }) => `${method.toUpperCase()} ${path} ${is.security[0]!.token.join(' ')}`)
  expect(written.sort()).toEqual(callable.sort())
  const said = areas.flatMap(({ operations }) => operations.map(([{ method, path }]) => `${method} ${toPathTemplate(path)}`))
  expect(said.sort()).toEqual(
    operations()
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .sort(),
  )
  const ids = operations().map(({ is }) => is.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an Idempotency-Key is documented where it is supported, and files have media types', () => {
  for (const { endpoint, isIdempotent = false } of app.routes) {
    const operation = document.paths[toPathTemplate(endpoint.path)]?.[endpoint.method.toLowerCase()]
    if (!operation) continue
    const isDocumented = (operation.parameters ?? []).some((one) => '$ref' in one && one.$ref.endsWith('IdempotencyKey'))
    expect([operation.operationId, isDocumented]).toEqual([operation.operationId, isIdempotent])
    const good = operation.responses[200]
    if (endpoint.kind === 'file') expect(Object.keys((good && 'content' in good && good.content) || {}).length).toBeGreaterThan(0)
  }
})

test('each described field exists', () => {
  const { everywhere, particular } = describedFields()
  const { schemas } = document.components
  const text = JSON.stringify(schemas)
  for (const field of everywhere) expect(text, field).toContain(`"${field}":{`)
  for (const [name, description] of particular) {
    const [schema, field] = name.split('.') as [string, string]
    const found = schema in schemas ? [schemas[schema]] : Object.values(schemas)
    expect(found.map((one) => one?.properties?.[field]?.description)).toContain(description)
  }
})

/** Ids and instants differ between accounts. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, is]) => [key, /^(id|\w+(Id|At))$/.test(key) && is !== null ? key : withoutIds(is)]),
  )
}

/** A token that ada creates. */
const tokenWith = async (allowed: readonly string[]) => {
  const body = await app.call(ada, 'POST', '/api/account/tokens', { name: 'Test', scopes: allowed, expiresInDays: null, password })
  return { authorization: `Bearer ${body.token}` }
}

test('every reply of every operation matches the document, and its examples are right', async () => {
  const token = await tokenWith(scopes)
  const ask = async <M extends Method, Url extends string>(method: M, url: Url, body?: unknown, status = 200) => {
    const reply = await client.ask(null, method, url, body, token)
    expect(reply.status, `${method} ${url}: ${JSON.stringify(reply.body)}`).toBe(status)
    return reply
  }
  const made = async <Url extends string>(url: Url, input: string, reply: string, ids: Record<string, unknown> = {}) => {
    const { body } = await ask('POST', url, { ...(examples[input] as object), ...ids }, 201)
    expect(withoutIds(body), reply).toEqual(withoutIds(examples[reply]))
    return body
  }
  const changed = (url: string, input: string, ids: Record<string, unknown> = {}) =>
    ask('PUT', url, { ...(examples[input] as object), ...ids })

  const customer = await made('/api/customers', 'CustomerInput', 'Customer')
  const item = await made('/api/items', 'ItemInput', 'Item')
  const rate = await made('/api/tax-rates', 'TaxRateInput', 'TaxRate')
  const exchangeRate = '/api/exchange-rates/EUR/2026-01-15'
  expect((await ask('PUT', exchangeRate, examples.ExchangeRateInput)).body).toEqual(examples.ExchangeRate)
  const suggestion = (await ask('GET', '/api/exchange-rates/suggestion?currency=EUR&day=2026-01-15')).body
  expect(suggestion).toEqual({ suggestion: examples.RateSuggestion })
  expect((await ask('POST', '/api/exchange-rates/import', examples.ExchangeRateImport)).body).toEqual(examples.ExchangeRateImportResult)
  const expense = await made('/api/expenses', 'ExpenseInput', 'Expense', { customerId: customer.id })
  const line = { ...(examples.InvoiceInput as { lineItems: object[] }).lineItems[0], itemId: item.id }
  const document = { customerId: customer.id, lineItems: [line] }
  const invoice = await made('/api/invoices', 'InvoiceInput', 'CreatedInvoice', document)
  const estimate = await made('/api/estimates', 'EstimateInput', 'Estimate', document)
  for (const call of await insertCard(app, ada, { customerId: customer.id, invoiceId: invoice.id })) await ask(...call)
  expect(withoutIds((await ask('GET', `/api/invoices/${invoice.id}`)).body)).toEqual(withoutIds(examples.Invoice))
  await changed(`/api/customers/${customer.id}`, 'CustomerUpdate')
  await changed(`/api/items/${item.id}`, 'ItemUpdate')
  await changed(`/api/tax-rates/${rate.id}`, 'TaxRateUpdate')
  await changed(`/api/expenses/${expense.id}`, 'ExpenseUpdate', { customerId: customer.id })
  await ask('GET', `/api/customers/${customer.id}/bounces`)
  await ask('POST', `/api/customers/${customer.id}/try-address`, { address: (examples.CustomerUpdate as { email: string }).email })
  await changed(`/api/estimates/${estimate.id}`, 'EstimateUpdate', document)
  await changed(`/api/invoices/${invoice.id}`, 'InvoiceUpdate', document)
  await changed('/api/invoice-numbering', 'NumberPatternInput')
  await changed('/api/estimate-numbering', 'NumberPatternInput', { prefix: 'EST-' })
  // Emails, and their delivery.
  await ask('POST', `/api/invoices/${invoice.id}/send-email`, { message: 'Hello' })
  await ask('POST', `/api/estimates/${estimate.id}/send-email`)
  const note = await askSettlements(ask, { ...(examples.InvoiceInput as object), ...document }, invoice.id)
  await app.mails(3)
  const emailed = { invoice: invoice.id, estimate: estimate.id, 'credit-note': note }
  for (const kind of ['invoice', 'estimate', 'credit-note'] as const) {
    const id = emailed[kind]
    const { emails } = (await ask('GET', `/api/${kind}s/${id}/history`)).body
    const emailId = emails[0]!.id
    const email = `/api/${kind}s/${id}/emails/${emailId}`
    // The mail is on the wire before the job stores that it was accepted.
    await vi.waitFor(
      async () => expect(await app.sql('select state from document_emails where id = $1', [emailId])).toEqual([{ state: 'accepted' }]),
      { timeout: 60_000 },
    )
    await ask('GET', email)
    await ask('POST', `${email}/retry`, undefined, 409)
    await app.sql(`update document_emails set state = 'failed' where id = $1`, [emailId])
    await ask('POST', `${email}/retry`)
    await ask('GET', `/api/${kind}s/${id}/email-preview`)
    await ask('GET', `/api/${kind}s/${id}/pdf`)
  }
  await made(`/api/invoices/${invoice.id}/payments`, 'PaymentInput', 'RecordedPayment')
  const written = await made(`/api/invoices/${invoice.id}/write-offs`, 'WriteOffInput', 'RecordedWriteOff')
  await ask('POST', `/api/invoices/${invoice.id}/write-offs/${written.writeOff.id}/reverse`)
  expect((await ask('POST', '/api/customers/import', examples.ImportInput)).body).toEqual(examples.ImportResult)
  await ask('POST', '/api/books/opening-balances', { ...(examples.OpeningBalanceInput as object), customerId: customer.id }, 201)
  await ask('POST', '/api/books/opening-balances/import', {
    rows: [{ line: 2, values: { customer: customer.name, amount: '9', dueDate: '2026-01-31' } }],
  })
  await ask('POST', '/api/items/import', { rows: [{ line: 2, values: { name: 'Hour', unitPrice: '80' } }] })
  await ask('POST', '/api/expenses/import', examples.ExpenseImportInput)

  await askSchedules({ ask, made, changed, withoutIds }, document, `estimates/${estimate.id}`)
  // Files. An upload is deleted after a day, which the time of the examples is further away.
  app.setNow(new Date())
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Engines', timeZone: 'Europe/London' })
  await ask('GET', '/api/business-profile/history')
  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const logo = (await uploadLogo(app, ada, picture)).body
  await ask('GET', logo.objectPath)
  const { uploadURL } = (await ask('POST', '/api/objects/upload')).body
  await fetch(uploadURL, { method: 'PUT', body: smallPdf })
  const receipt = (await ask('POST', '/api/receipts', { uploadURL, fileName: 'receipt.pdf' }, 201)).body
  await ask('GET', `/api/receipts/${receipt.id}`)
  app.setNow(timeOfExamples)

  // Every read, with its required parameters.
  const range = 'from=2026-01-01&to=2026-12-31'
  for (const url of [
    ...['customers', 'items', 'expenses', 'invoices', 'estimates', 'credit-notes'].flatMap((of) =>
      ['?limit=1', '/summary', '/export'].map((end) => of + end),
    ),
    ...['figures', 'invoices', 'estimates', 'expenses'].map((of) => `customers/${customer.id}/${of}`),
    ...[`customers/${customer.id}`, `items/${item.id}`, `expenses/${expense.id}`, `tax-rates/${rate.id}`].flatMap((of) => [
      of,
      `${of}/history`,
    ]),
    'tax-rates?archived=true',
    'exchange-rates?currency=EUR',
    'exchange-rates/ecb',
    ...[`estimates/${estimate.id}`, `credit-notes/${note}`],
    'items/categories',
    `invoices/download?ids=${invoice.id}`,
    `invoices/download?ids=${invoice.id}&as=pdf`,
    'invoices/next-number',
    'estimates/next-number',
    `invoices/${invoice.id}/receipt`,
    ...['invoice', 'estimate', 'credit-note'].map((of) => `${of}-numbering`),
    'dashboard',
    ...['revenue', 'profit-loss', 'sales-tax', 'receivables'].map((type) => `reports?type=${type}&${range}`),
    `reports?type=statement&${range}&customerId=${customer.id}`,
    `reports/summary?${range}`,
    `reports/documents?of=received&${range}`,
    `reports/export?type=revenue&${range}&format=csv`,
    `reports/export?type=revenue&${range}&format=pdf`,
    `reports/statement-emails?customerId=${customer.id}`,
    'books/journal?format=hledger',
    'books/journal?format=csv',
    'books/journal?format=accounting',
    'books/health',
    'books/entries?account=1200',
    'books/entries/1',
    'books/accounts/1200',
    'books/balances?day=2026-12-31',
    'books/closings',
    'books/closings/preview?throughDay=2025-12-31',
    ...['books/opening-balances', 'books/unassigned-money'],
    'search?q=Ada',
    ...['business-profile', 'business-profile/bank-accounts'],
    'user/status',
  ])
    await ask('GET', `/api/${url}`)
  expect((await ask('GET', '/api/customers?limit=1')).headers['x-next-cursor']).toBeTruthy()

  // Deletions and conversions.
  const [payment] = (await ask('GET', `/api/invoices/${invoice.id}/history`)).body.payments
  await ask('DELETE', `/api/invoices/${invoice.id}/payments/${payment!.id}`, undefined, 204)
  await ask('POST', `/api/invoices/${invoice.id}/create-payment`)
  expect((await ask('POST', `/api/invoices/${invoice.id}/mark-paid`)).body.status).toBe('paid')
  await ask('POST', `/api/estimates/${estimate.id}/convert`)
  const spare = (await ask('POST', '/api/customers', { name: 'Spare' }, 201)).body.id
  const draft = (await ask('POST', '/api/invoices', { ...(examples.InvoiceInput as object), ...document, drawNumber: true }, 201)).body.id
  const sent = { ...(examples.InvoiceInput as object), ...document, drawNumber: true, status: 'sent', holdEmail: true }
  await ask('POST', `/api/invoices/${(await ask('POST', '/api/invoices', sent, 201)).body.id}/undo-send`)
  await app.sql("update users set subscription_status = 'active'")
  await askReminders(ask, { ...sent, holdEmail: false, dueDate: '2030-01-31' }, customer.id)
  const ended = [`expenses/${expense.id}`, `items/${item.id}`, `estimates/${estimate.id}`, `customers/${spare}`, `invoices/${draft}`]
  for (const record of ended) {
    await ask('DELETE', `/api/${record}`, undefined, 204)
    await ask('POST', `/api/${record}/restore`)
  }

  for (const act of ['archive', 'restore']) await ask('POST', `/api/tax-rates/${rate.id}/${act}`)
  for (const url of [`/api/tax-rates/${rate.id}`, exchangeRate]) await ask('DELETE', url, undefined, 204)

  const unasked = operations()
    .map(({ is }) => is.operationId)
    .filter((id) => !client.seen.has(id))
  expect(unasked, 'calls that were not asked').toEqual([])

  // Refusals.
  expect((await ask('POST', '/api/customers', {}, 400)).body).toEqual(errorExamples[400])
  expect((await ask('GET', '/api/customers/999999', undefined, 404)).body).toEqual(errorExamples[404])
  await ask('PUT', `/api/customers/${customer.id}`, { name: 'Old', version: 1 }, 409)
  await ask('DELETE', `/api/customers/${customer.id}`, undefined, 409)
  const asBefore = { ...(examples.InvoiceInput as object), ...document }
  expect((await ask('POST', '/api/invoices', asBefore, 409)).body).toEqual(errorExamples[409])
  const stranger = await client.ask(null, 'GET', '/api/customers')
  expect([stranger.status, stranger.body]).toEqual([401, errorExamples[401]])
  const narrow = await tokenWith(['items:write'])
  const forbidden = await client.ask(null, 'GET', '/api/items', undefined, narrow)
  expect([forbidden.status, forbidden.body]).toEqual([403, errorExamples[403]])
  expect((await client.ask(null, 'GET', '/api/items', undefined, { authorization: 'Bearer billfold_1_x' })).status).toBe(401)
  const key = { ...narrow, 'idempotency-key': 'once' }
  await client.ask(null, 'POST', '/api/items', examples.ItemInput, key)
  expect((await client.ask(null, 'POST', '/api/items', { ...(examples.ItemInput as object), name: 'Other' }, key)).status).toBe(422)
  await app.sql("update users set trial_invoices_used = 10, subscription_status = 'trial' where id = $1", [ada.userId])
  expect((await ask('POST', '/api/invoices', { ...asBefore, drawNumber: true }, 403)).body).toMatchObject({ requiresSubscription: true })
})

test('each field of documents, lines, taxes and tax rates says what it means', () => {
  const { schemas } = document.components
  const names = [
    'LineItem',
    'LineItemInput',
    'LineItemUpdate',
    'DocumentTax',
    'TaxRateInput',
    'TaxRateUpdate',
    'TaxComponent',
    'TaxComponentInput',
  ]
  const documents = ['Invoice', 'CreatedInvoice', 'InvoiceInput', 'InvoiceUpdate', 'Estimate', 'EstimateInput', 'EstimateUpdate']
  const missing = [...names, ...documents, 'TaxRate'].flatMap((name) =>
    Object.entries(schemas[name]!.properties!)
      .filter(([field, { description }]) => !description && !['id', 'status'].includes(field))
      .map(([field]) => `${name}.${field}`),
  )
  expect(missing).toEqual([])
})

test('the examples with several taxes are right', async () => {
  const carl = await app.person('carl')
  const { id: customerId } = await app.call(carl, 'POST', '/api/customers', { name: 'Ada Lovelace' })
  const rateIds: number[] = []
  for (const rate of taxRateExamples) {
    const { status, body } = await client.ask(carl, 'POST', '/api/tax-rates', rate)
    expect([status, body]).toMatchObject([201, rate])
    rateIds.push(body.id)
  }
  /** Examples count the rates from 1. */
  const withRates = <Row extends object>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ('taxRateId' in row ? { ...row, taxRateId: rateIds[(row.taxRateId as number) - 1] } : row))
  for (const { input, reply } of taxedInvoiceExamples) {
    const request = { ...input, customerId, lineItems: withRates(input.lineItems) }
    const { status, body } = await client.ask(carl, 'POST', '/api/invoices', request)
    expect([status, body]).toMatchObject([201, { ...reply, taxes: withRates(reply.taxes) }])
  }
  const refused = await app.send(carl, 'POST', '/api/invoices', { ...refusedInvoiceExample.input, customerId })
  expect([refused.status, refused.body]).toEqual([400, refusedInvoiceExample.reply])
})

test('the URLs of the page’s examples are valid', async () => {
  const bob = await app.person('bob')
  for (const { method, path, is } of operations()) {
    if (method !== 'get') continue
    const { status, body } = await client.ask(bob, 'GET', buildExampleUrl(path, is))
    expect([200, 404], `${path}: ${JSON.stringify(body)}`).toContain(status)
  }
})

test('the page shows the same, without scripts, under a policy that allows only its own style', async () => {
  const { status, body, headers } = await app.send(null, 'GET', '/api/docs')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/)
  const ids = [...(body as string).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of (body as string).matchAll(/href="#([^"]+)"/g)) expect(ids, target).toContain(target)
  for (const { is } of operations()) expect(ids).toContain(is.operationId)
  for (const name of Object.keys(examples)) expect(document.components.schemas[name]?.examples, name).toBeDefined()
})
