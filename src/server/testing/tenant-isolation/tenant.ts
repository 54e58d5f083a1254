import sharp from 'sharp'
import type { Person, TestApp } from '#server/testing/app.ts'
import type { Values } from '#server/testing/from-schema.ts'
import { getPublicId } from '#server/testing/records.ts'
import { attachReceipt, smallPdf, uploadFile, uploadLogo } from '#server/testing/upload.ts'
import { documentKinds, recordTypeNames } from '#shared/record-types.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import type { Tenant } from './references.ts'
import { buildBody, getEndpointName } from './samples.ts'

const day = '2026-01-02'

/**
 * Fills a user's account: a record of each type and a deleted one, made from the schemas of the calls that create them; a payment, emails, an attempt under
 * review, files and an export. No job is running afterwards.
 * @param word starts every text of the user, so that it is recognized anywhere: 'SECRET' gives 'SECRET-1'
 */
export const createTenant = async (app: TestApp, owner: Person, word: string): Promise<Tenant> => {
  let count = 0
  const text = () => `${word}-${++count}`
  const own: Tenant = {
    ...{ ...owner, ids: {}, deleted: {}, emailIds: {}, parts: {}, publicIds: {} },
    ...{ sessionRef: '', logoPath: '', uploads: { logoURL: '', uploadURL: '' } },
  }
  const { ids } = own
  const routes = new Map(app.routes.map(({ endpoint }) => [getEndpointName(endpoint), endpoint]))
  const build = (call: string, values: Values) => buildBody(routes.get(call)!, own, { always: values, isComplete: true, text })
  const create = async (path: string, values: Values = {}): Promise<number> => {
    const body = build(`POST ${path.replace(/\d+/, ':id')}`, { email: undefined, ...values })
    const reply = await app.send(owner, 'POST', path, body)
    if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return (reply.body.id ?? reply.body.creditNote.id) as number
  }
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  ids['business-profile'] = await create('/api/business-profile', {
    ...{ email: `${text()}@business.example`, paypalClientId: text(), timeZone: 'Asia/Tokyo' },
    ...{ stripePublishableKey: `pk_test_${text()}`, stripeSecretKey: deriveStripeKeys(word).secretKey },
  })
  own.logoPath = (await uploadLogo(app, owner, picture)).body.objectPath as string
  ids.receipts = (await attachReceipt(app, owner, smallPdf, `${text()}.pdf`)).body.id as number
  const types = new Set(['tax-rates', 'customers', 'items', ...recordTypeNames, 'recurring-invoices'])
  for (const type of types) {
    ids[type] = await create(`/api/${type}`)
    const remove = [`DELETE /api/${type}/:id`, `POST /api/${type}/:id/archive`].findLast((call) => routes.has(call))
    if (!remove || !routes.has(`POST /api/${type}/:id/restore`)) continue
    own.deleted[type] = await create(`/api/${type}`, { receiptFileId: undefined })
    const [method, path] = remove.split(' ') as ['DELETE' | 'POST', string]
    await app.send(owner, method, path.replace(':id', String(own.deleted[type])))
  }
  // Another one than the credited one.
  ids.invoices = await create('/api/invoices')
  const draft = await create('/api/invoices', { status: 'draft' })
  own.parts.depositId = await create(`/api/invoices/${draft}/deposits`)
  for (const kind of documentKinds) {
    own.publicIds[kind] = await getPublicId(app, ids[`${kind}s`]!)
    await app.send(owner, 'PUT', `/api/${kind}-numbering`, { ...numbering, prefix: `${text()}-` })
  }
  own.publicIds.draft = await getPublicId(app, draft)
  // After all that, so that no email is queued.
  const known = { name: `${word}-1`, email: `${text()}@customer.example` }
  await app.send(owner, 'PUT', `/api/customers/${ids.customers}`, build('PUT /api/customers/:id', known))
  await create('/api/books/opening-balances', { reference: text() })
  ids['manual-entries'] = await create('/api/books/manual-entries', { description: text() })
  ids.closings = await create('/api/books/closings', { throughDay: '2020-01-31' })
  await insertFurtherRecords(app, own, text)
  ids.exports = ((await app.call(owner, 'POST', '/api/account/exports')) as { id: number }).id
  own.sessionRef = (await app.call(owner, 'GET', '/api/account/sessions'))[0]!.ref
  own.uploads = { logoURL: await uploadFile(app, owner, picture), uploadURL: await uploadFile(app, owner, smallPdf) }
  return own
}

const numbering = { date: 'YYYY', padding: 4, restart: 'year', nextCounter: 1 }

/** Inserts what exists only after some time, or after events of a provider. */
const insertFurtherRecords = async (
  app: TestApp,
  { userId, ids, parts, emailIds, publicIds }: Tenant,
  text: () => string,
): Promise<void> => {
  const insert = async <Id extends number | string = number>(table: string, values: Values, returning = 'user_id'): Promise<Id> => {
    const all = { user_id: userId, ...values }
    const placeholders = Object.keys(all).map((_, i) => `$${i + 1}`)
    const statement = `insert into ${table} (${Object.keys(all).join(', ')}) values (${placeholders.join(', ')}) returning ${returning} as id`
    return (await app.sql<{ id: Id }>(statement, Object.values(all)))[0]!.id
  }
  const [customer, ofInvoice] = [{ customer_id: ids.customers }, { document_id: ids.invoices }]
  const payment = () => ({
    ...{ ...ofInvoice, payment_date: day, status: 'succeeded', amount: 5.29, payment_method: text() },
    ...{ provider: 'manual', notes: text() },
  })
  parts.paymentId = await insert('payments', payment(), 'id')
  parts.transferId = await insert('payments', { ...payment(), amount: 0.31 }, 'id')
  await app.sql('update payments set transfer_id = id where id = $1', [parts.transferId])
  parts.writeOffId = await insert(
    'movements',
    { kind: 'write-off', ...ofInvoice, amount: 0.17, currency: 'USD', day, tax_part: 0, notes: text() },
    'id',
  )
  parts.applicationId = await insert(
    'movements',
    { kind: 'credit application', ...ofInvoice, source_id: ids.estimates, amount: 0.13, currency: 'USD', day },
    'id',
  )
  parts.refundId = await insert(
    'movements',
    { kind: 'credit refund', document_id: ids['credit-notes'], amount: 0.11, currency: 'USD', day, payment_method: 'Cash', notes: text() },
    'id',
  )
  await insert('invoice_instalments', { ...ofInvoice, position: 1, due_date: day, amount: 0.13 })
  await insert('payment_refunds', { payment_id: parts.paymentId, amount: 0.29, status: 'pending', reason: text() })
  const mail = () => ({ subject: text(), to_address: `${text()}@mail.example`, state: 'failed', reason: text() })
  const sendTime = { time: '08:00', time_zone: 'UTC' }
  for (const kind of documentKinds) {
    const document = { document_id: ids[`${kind}s`] }
    emailIds[`${kind}s`] = await insert('document_emails', { ...mail(), ...document }, 'id')
    await insert('scheduled_sends', {
      ...{ ...document, ...customer, ...sendTime, day: '2029-01-31', send_at: '2029-01-31T08:00:00Z', copy_to_me: false },
      ...{ message: text(), problem: text(), problem_since: '2026-01-05' },
    })
  }
  emailIds.statements = await insert('statement_emails', { ...mail(), ...customer, from_day: day, to_day: '2026-01-31' }, 'id')
  await insert('bounced_addresses', { address: 'gone@customer.example', kind: 'bounce', reason: text() })
  await insert('statement_schedules', { is_on: false, day_of_month: 1, ...sendTime, sends_to: 'balance', enabled_at: '2026-01-05' })
  await insert('statement_runs', { period: '2025-12-01', problem: text() })
  await insert('statement_run_customers', { period: '2025-12-01', ...customer, outcome: 'skipped', reason: text() })
  await insert('reminder_settings', { time_zone: 'UTC', from_hour: 9, until_hour: 17, weekdays: [1], thank_you: text() })
  await insert('reminder_rules', { offset_days: 7, subject: text(), message: text(), valid_from: day })
  emailIds.reminders = await insert('reminder_emails', { ...mail(), ...customer, day, is_manual: true }, 'id')
  await insert('reminders', { ...ofInvoice, offset_days: 7, email_id: emailIds.reminders })
  await insert('reminder_opt_outs', { ...customer, cause: 'unsubscribed', message: text() })
  const terms = { grace_days: 5, repeats: 'monthly', is_automatic: false, valid_from: day }
  ids['late-fee-rules'] = await insert('late_fee_rules', { kind: 'yearly', percent: 8, ...terms, problem: text() }, 'id')
  const period = { occurrence: 1, amount: 0.17, currency: 'USD', first_day: day, last_day: '2026-01-31' }
  await insert('late_fees', { invoice_id: ids.invoices, rule_id: ids['late-fee-rules'], ...period })
  const accountId = text()
  parts.orderId = text()
  parts.attemptId = await insert<string>(
    'payment_attempts',
    {
      ...{ id: `att_${text()}`, ...ofInvoice, provider: 'paypal', account_id: accountId, ref: parts.orderId, amount: 5.29 },
      ...{ document_version: 1, status: 'review', problem: text() },
    },
    'id',
  )
  parts.cardId = await insert(
    'saved_cards',
    {
      ...{
        ...customer,
        account_id: accountId,
        customer_ref: text(),
        method_ref: text(),
        attempt_id: parts.attemptId,
        consent_words: text(),
      },
      ...{ brand: 'visa', last4: '4242', expiry_month: 4, expiry_year: 2041, consented_at: '2026-01-05' },
    },
    'id',
  )
  const charge = { amount: 5.29, currency: 'USD', day: '2026-01-08', status: 'stopped', problem: text() }
  await insert('automatic_payments', { ...charge, ...ofInvoice, card_id: parts.cardId })
  publicIds.webhook = await insert<string>(
    'webhook_endpoints',
    { provider: 'paypal', account_id: text(), token: text().padEnd(32, 'x'), url: `https://${text().toLowerCase()}.example` },
    'token',
  )
  await insert('payment_checks', { provider: 'paypal', account_id: accountId, checked_at: '2026-01-05', compared: 1, problem: text() })
  await app.sql("update users set stripe_customer_id = $2, subscription_account = 'sandbox' where id = $1", [userId, text()])
  ids.tokens = await insert(
    'api_tokens',
    {
      ...{ name: text(), hash: text(), last_four: '1234', scopes: ['customers:read'] },
      ...{ last_used_at: '2026-01-05', last_used_from: text() },
    },
    'id',
  )
}
