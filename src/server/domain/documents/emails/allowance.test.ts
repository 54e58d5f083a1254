import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { getPublicId } from '#server/testing/records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let count = 0
const ends = { issueDate: '2026-01-05', dueDate: '2030-02-04' }
const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.00' }]

/** A new user with a customer, and functions that email that customer. */
const createBusiness = async (options: { emailVerified?: boolean } = { emailVerified: false }) => {
  const who = await app.person(`who${++count}`, options)
  const post = (url: string, body: unknown = {}) => app.send(who, 'POST', url, body)
  const customer = (email: string) => post('/api/customers', { name: 'Acme', email })
  const customerId = (await customer(`acme${count}@example.net`)).body.id as number
  const invoice = async (status = 'draft', of = customerId) =>
    post('/api/invoices', { customerId: of, invoiceNumber: `N-${++count}`, ...ends, lineItems, status })
  const estimate = async () =>
    (
      await post('/api/estimates', {
        ...{ customerId, estimateNumber: `E-${++count}`, issueDate: '2026-01-05', expiryDate: '2030-02-04', lineItems },
      })
    ).body.id as number
  const id = async () => (await invoice()).body.id as number
  const payment = { amount: '10.00', paymentDate: '2026-01-20', paymentMethod: 'Cash' }
  return {
    who,
    post,
    customer,
    customerId,
    invoice,
    /** A request for each kind of email to a customer, prepared in advance. */
    wishes: {
      'send an invoice': async () => {
        const made = await id()
        return () => post(`/api/invoices/${made}/send-email`, { subject: 'Hello' })
      },
      'Create & Send': async () => () => invoice('sent'),
      'send an estimate': async () => {
        const made = await estimate()
        return () => post(`/api/estimates/${made}/send-email`)
      },
      'send a statement': async () => () => post('/api/reports/statement-emails', { from: '2026-01-01', to: '2026-12-31', customerId }),
      'receipt of a payment by hand': async () => {
        const made = await id()
        return () => post(`/api/invoices/${made}/payments`, { ...payment, sendReceipt: true })
      },
      'run a recurring invoice': async () => {
        const schedule = { startDay: '2030-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14, sendsInvoices: true }
        const { body } = await post('/api/recurring-invoices', { customerId, ...schedule, content: { lineItems } })
        return () => post(`/api/recurring-invoices/${body.id}/run-now`)
      },
      'retry of one that failed': async () => {
        const made = await id()
        const { body } = await post(`/api/invoices/${made}/send-email`)
        await waitForJobs(who)
        await app.sql("update document_emails set state = 'failed' where user_id = $1 and id = $2", [who.userId, body.email.id])
        return () => post(`/api/invoices/${made}/emails/${body.email.id}/retry`)
      },
    },
  }
}

/** Waits until no job of the account is due. */
const waitForJobs = (who: Person) =>
  expect
    .poll(
      () =>
        app.sql("select 1 from graphile_worker._private_jobs where payload ->> 'userId' = $1 and run_at <= now()", [String(who.userId)]),
      { timeout: 60_000 },
    )
    .toEqual([])
const setCounted = (who: Person, counted: number) =>
  app.sql(
    `insert into rate_counts values ('emails to others user:' || $1, $2, now() + interval '1 day') on conflict (key) do update set count = excluded.count`,
    [who.userId, counted],
  )
const getCount = async (who: Person) =>
  (await app.sql<{ count: number }>("select count from rate_counts where key = 'emails to others user:' || $1", [who.userId]))[0]?.count ??
  0
/** All side effects of an email. */
const getSideEffects = async (who: Person) =>
  (
    await app.sql(
      `select (select count(*) from statement_emails where user_id = $1) as statements, (select count(*) from payments where user_id = $1) as payments,
        (select json_agg(array[type, status] order by id) from documents where user_id = $1) as documents,
        (select json_agg(state order by id) from document_emails where user_id = $1) as states, (select trial_invoices_used from users where id = $1) as used`,
      [who.userId],
    )
  )[0]

/** Pays an invoice by card as its customer. */
const payByCard = async (who: Person, invoiceId: number) => {
  const publicId = await getPublicId(app, invoiceId)
  const page = await app.send(null, 'GET', `/pay/${publicId}/checkout`)
  await payAtCheckout(String(page.headers.location), '4242 4242 4242 4242')
  await app.send(null, 'POST', `/api/invoices/${publicId}/mark-paid`)
  expect(await app.sql('select status from documents where user_id = $1 and id = $2', [who.userId, invoiceId])).toEqual([
    { status: 'paid' },
  ])
}

const limitMessage = 'Confirm your email address to send more: 5 emails a day until then.'
const ways = [
  'send an invoice',
  'Create & Send',
  'send an estimate',
  'send a statement',
  'receipt of a payment by hand',
  'run a recurring invoice',
  'retry of one that failed',
] as const

test.each(ways)('%s: counts as one email, and beyond the limit is refused without side effects', async (way) => {
  const { who, wishes, post, customerId } = await createBusiness()
  const first = await wishes[way]()
  const second = await wishes[way]()
  await setCounted(who, 4)
  expect((await first()).status).toBeLessThan(300)
  expect(await getCount(who)).toBe(5)
  await waitForJobs(who)
  const before = await getSideEffects(who)
  const refused = await second()
  expect({ status: refused.status, message: refused.body.message }).toEqual({ status: 429, message: limitMessage })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  expect(await getSideEffects(who)).toEqual(before)
  // The invoice can be saved as a draft, and is sent once the address is confirmed.
  const draft = { customerId, invoiceNumber: `D-${++count}`, ...ends, lineItems, status: 'draft' }
  if (way === 'Create & Send') expect((await post('/api/invoices', draft)).status).toBe(201)
  await app.sql('update users set email_verified = true where id = $1', [who.userId])
  expect((await second()).status).toBeLessThan(300)
})

test('every statement that stores an email to a customer is beside one that counts it and one that looks for bounced addresses', () => {
  const folder = 'src'
  const inserts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(server|features|modules)[/\\].*\.ts$/.test(name) && !/\.test\.ts$|(^|[/\\])testing[/\\]/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => /insert into (document|statement)_emails|\.insert\((document|statement)Emails\)/.test(text))
  expect(inserts.length).toBeGreaterThan(1)
  for (const text of inserts) {
    expect(text).toMatch(/await countEmail\(/)
    expect(text).toMatch(/await requireDeliverable\(/)
  }
})

test('emails to the account’s own address are not limited; a payment without a receipt is recorded', async () => {
  const { who, customer, invoice, post } = await createBusiness()
  await setCounted(who, 5)
  const own = (await customer(who.email.toUpperCase())).body.id as number
  expect((await invoice('sent', own)).status).toBe(201)
  const made = (await invoice()).body.id
  const payment = { amount: '10.00', paymentDate: '2026-01-20', paymentMethod: 'Cash', sendReceipt: false }
  expect((await post(`/api/invoices/${made}/payments`, payment)).status).toBe(201)
  expect(await getCount(who)).toBe(5)
})

test('the receipt of a provider’s payment is always sent and not counted', async () => {
  const { who, invoice } = await createBusiness()
  const { body } = await invoice('sent')
  await setCounted(who, 5)
  await payByCard(who, body.id)
  const receipts = () => app.sql("select state from document_emails where user_id = $1 and kind = 'receipt'", [who.userId])
  await expect.poll(receipts, { timeout: 60_000 }).toEqual([{ state: 'accepted' }])
  expect(await getCount(who)).toBe(5)
})

test('a confirmed trial account sends fifty emails a day, a paying account as many as the hourly limit allows', async () => {
  const { who, invoice } = await createBusiness({ emailVerified: true })
  await setCounted(who, 49)
  expect((await invoice('sent')).status).toBe(201)
  const refused = await invoice('sent')
  expect(refused.status).toBe(429)
  expect(refused.body.message).toBe(
    'You have sent 50 emails today. Send more in 24 hours, or choose a plan: a trial can send 50 emails a day.',
  )
  await app.sql("update users set subscription_status = 'active' where id = $1", [who.userId])
  expect((await invoice('sent')).status).toBe(201)
  expect(await getCount(who)).toBe(50)
})

test('the preview shows how many emails are left, and null where none are counted', async () => {
  const { who, invoice, customer } = await createBusiness()
  const made = (await invoice()).body.id
  const allowance = async (of: number) => (await app.send(who, 'GET', `/api/invoices/${of}/email-preview`)).body.allowance
  expect(await allowance(made)).toEqual({ max: 5, left: 5, isConfirmed: false })
  await invoice('sent')
  expect(await allowance(made)).toEqual({ max: 5, left: 4, isConfirmed: false })
  const own = (await customer(who.email)).body.id as number
  expect(await allowance((await invoice('draft', own)).body.id)).toBeNull()
  await app.sql('update users set email_verified = true where id = $1', [who.userId])
  expect(await allowance(made)).toEqual({ max: 50, left: 49, isConfirmed: true })
})

test("an email queued for the account's own address and sent to another is counted, or not sent", async () => {
  const { who, customer, invoice } = await createBusiness()
  const own = (await customer(who.email)).body
  const send = app.runners.find(({ name }) => name === 'invoices.send')!
  const switched = async (counted: number) => {
    await app.sql('update customers set email = $2 where user_id = $1 and id = $3', [who.userId, who.email, own.id])
    await invoice('sent', own.id)
    await waitForJobs(who)
    const [email] = await app.sql<{ id: number }>('select max(id)::int as id from document_emails where user_id = $1', [who.userId])
    // As if its job ran only now.
    await app.sql("update document_emails set state = 'queued' where user_id = $1 and id = $2", [who.userId, email!.id])
    await app.sql("update customers set email = 'stranger@example.net' where user_id = $1 and id = $2", [who.userId, own.id])
    await setCounted(who, counted)
    await send.run({ userId: who.userId, emailId: email!.id })
    const [after] = await app.sql('select state, reason from document_emails where user_id = $1 and id = $2', [who.userId, email!.id])
    return { ...(after as object), counted: await getCount(who) }
  }
  expect(await switched(4)).toEqual({ state: 'accepted', reason: null, counted: 5 })
  expect(await switched(5)).toEqual({ state: 'failed', reason: limitMessage, counted: 5 })
})

test('with two thousand jobs waiting, further emails are refused and payments go on', async () => {
  const { who, invoice } = await createBusiness({ emailVerified: true })
  const sent = (await invoice('sent')).body
  await waitForJobs(who)
  await app.sql(
    `select graphile_worker.add_jobs(array_agg(row('test.waiting', json_build_object('userId', $1::int, 'lane', 'general'), null, now(), 20, null, 0, null)::graphile_worker.job_spec))
     from generate_series(1, 2000)`,
    [who.userId],
  )
  const refused = await invoice('sent')
  expect([refused.status, refused.body.message]).toEqual([429, '2,000 emails are waiting to be sent. Please try again in 10 minutes.'])
  await payByCard(who, sent.id)
  await app.sql("delete from graphile_worker._private_jobs where payload ->> 'userId' = $1", [String(who.userId)])
})
