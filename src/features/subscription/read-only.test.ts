import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { attachReceipt, smallPdf, uploadLogo } from '#server/testing/upload.ts'
import {
  app,
  cancelAtProvider,
  goodCard,
  makeDraft,
  setUpSubscriptions,
  status,
  subscribe,
  verify,
  waitForJobs,
} from './testing/subscription-fixture.ts'

// After the plan has ended, everything stays readable, payable, exportable and editable.

setUpSubscriptions()

/** A user with one record of each kind. */
type Owner = { who: Person; ids: Record<string, number>; publicIds: Record<string, string>; parts: Record<string, string>; logo: string }
let owner: Owner
beforeAll(async () => {
  const who = await app.person('owner')
  await subscribe(goodCard, 'monthly', who)
  const make = async (path: string, body: object) => {
    const reply = await app.send(who, 'POST', path, body)
    expect([path, reply.status]).toEqual([path, 201])
    return reply.body.id as number
  }
  const customerId = await make('/api/customers', { name: 'Acme', email: 'pay@acme.example' })
  const lineItems = [{ description: 'Hour', quantity: 1, unitPrice: '80.00' }]
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const logo = (await uploadLogo(app, who, picture)).body.objectPath
  const ids = {
    customers: customerId,
    items: await make('/api/items', { name: 'Hour', unitPrice: 80, category: 'Work' }),
    'business-profile': await make('/api/business-profile', { businessName: 'Ada Works', logoUrl: logo }),
    invoices: await make('/api/invoices', {
      customerId,
      invoiceNumber: 'O-1',
      status: 'sent',
      issueDate: '2026-01-01',
      dueDate: '2030-01-31',
      lineItems,
    }),
    estimates: await make('/api/estimates', {
      customerId,
      estimateNumber: 'O-2',
      status: 'sent',
      issueDate: '2026-01-01',
      expiryDate: '2030-01-31',
      lineItems,
    }),
    expenses: await make('/api/expenses', { description: 'Train', amount: 5, category: 'Travel', expenseDate: '2026-01-02' }),
    receipts: (await attachReceipt(app, who, smallPdf, 'train.pdf')).body.id as number,
  }
  await make(`/api/invoices/${ids.invoices}/payments`, { amount: '20.00', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
  expect((await app.send(who, 'POST', `/api/estimates/${ids.estimates}/send-email`)).status).toBe(200)
  const parts: Record<string, string> = {}
  const publicIds: Record<string, string> = {}
  for (const kind of ['invoice', 'estimate'] as const) {
    const [email] = await app.sql<{ id: string }>(
      'select e.id::text from document_emails e join documents d on d.id = e.document_id where d.user_id = $1 and d.type = $2',
      [who.userId, kind],
    )
    parts[`${kind}s`] = email!.id
    const [link] = await app.sql<{ id: string }>('select public_id as id from public_links where user_id = $1 and type = $2', [
      who.userId,
      kind,
    ])
    publicIds[kind] = link!.id
  }
  owner = { who, ids, publicIds, parts, logo }
})

/** The answers of all reading calls, without the fields about the plan. */
const readAll = async ({ who, ids, publicIds, parts, logo }: Owner) => {
  const readable = app.routes.map(({ endpoint }) => endpoint).filter(({ method, access }) => method === 'GET' && access !== 'admin')
  const answers: Record<string, { status: number; says: unknown }> = {}
  for (const { path, access } of readable) {
    const kind = path.split('/')[2]!
    const url = path
      .replace('/objects/logos/:name', logo)
      .replace(':publicId', path.includes('estimate') ? publicIds.estimate! : publicIds.invoice!)
      .replace(':ref', publicIds.invoice!)
      .replace(':id', String(ids[kind]))
      // The first entry of the journal, and Accounts Receivable.
      .replace(':entry', '1')
      .replace(':account', '1100')
      .replace(':emailId', parts[kind] ?? '')
      .replace('/invoices/download', `/invoices/download?ids=${ids.invoices}`)
    expect(url).not.toContain(':')
    const { status: code, body, headers } = await app.send(access === 'public' ? null : who, 'GET', url)
    const says = String(headers['content-type']).includes('json') ? JSON.stringify(body) : String(headers['content-type'])
    answers[path] = { status: code, says }
  }
  return answers
}

/** Calls about the plan, and calls with a new result each time. */
const tellsOfPlan = [
  '/api/auth/user',
  '/api/user/status',
  '/api/billing',
  '/api/account/deletion',
  '/pay/:publicId/checkout',
  // The email allowance depends on the plan.
  '/api/invoices/:id/email-preview',
  '/api/estimates/:id/email-preview',
]

test('after the end everything can be read, with the same contents', async () => {
  // The customer's first view is recorded in the history.
  await readAll(owner)
  const before = await readAll(owner)
  const worked = Object.entries(before).filter(([, { status: code }]) => code < 400)
  expect(worked.length).toBeGreaterThan(40)
  await cancelAtProvider(owner.who)
  await verify(owner.who)
  expect(await status(owner.who)).toBe('canceled')
  const after = await readAll(owner)
  for (const [path, was] of worked)
    expect([path, after[path]]).toEqual([path, tellsOfPlan.includes(path) ? { status: was.status, says: expect.anything() } : was])
  expect(after['/api/billing']!.says).toContain('"canceled"')
})

test('records can be changed, sent, paid and exported; only new invoices are refused', async () => {
  const { who, ids, publicIds } = owner
  expect(await status(who)).toBe('canceled')
  const ok = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const reply = await app.send(who, method, url, body)
    expect([method, url, reply.status < 300 || reply.body]).toEqual([method, url, true])
    return reply
  }
  const invoice = (await ok('GET', `/api/invoices/${ids.invoices}`)).body
  await ok('PUT', `/api/invoices/${ids.invoices}`, {
    customerId: ids.customers,
    invoiceNumber: 'O-1',
    issueDate: '2026-01-01',
    dueDate: '2030-02-28',
    status: 'sent',
    lineItems: [{ description: 'Two hours', quantity: 2, unitPrice: '80.00' }],
    version: invoice.version,
  })
  await ok('POST', `/api/invoices/${ids.invoices}/send-email`)
  await ok('POST', '/api/customers', { name: 'Bolt' })
  await ok('PUT', `/api/customers/${ids.customers}`, { name: 'Acme Inc', email: 'pay@acme.example' })
  await ok('POST', '/api/expenses', { description: 'Bus', amount: 3, category: 'Travel', expenseDate: '2026-01-03' })
  await ok('PUT', `/api/business-profile/${ids['business-profile']}`, { businessName: 'Ada Works Ltd' })

  // The customer pays 160 minus the 20 that were paid in cash.
  const redirected = await app.send(null, 'GET', `/pay/${publicIds.invoice}/checkout`)
  await payAtCheckout(String(redirected.headers.location), goodCard)
  const paid = await app.send(null, 'POST', `/api/invoices/${publicIds.invoice}/mark-paid`)
  expect([paid.status, paid.body.status]).toEqual([200, 'paid'])
  await waitForJobs()
  const letters = (await app.mails(0))
    .filter(({ to }) => [who.email, 'pay@acme.example'].includes(to.address))
    .map(({ subject }) => subject)
  expect(letters.filter((subject) => subject.includes('O-1')).length).toBeGreaterThan(2)
  expect((await app.send(null, 'GET', `/api/public/invoice/${publicIds.invoice}/receipt`)).bytes.subarray(0, 5).toString()).toBe('%PDF-')

  const { body: csv } = await ok('GET', '/api/invoices/export')
  expect(csv).toContain('O-1')
  for (const what of ['customers', 'items', 'expenses', 'estimates'])
    expect([what, String((await ok('GET', `/api/${what}/export`)).headers['content-type'])]).toEqual([
      what,
      expect.stringContaining('text/csv'),
    ])
  expect((await ok('GET', `/api/invoices/${ids.invoices}/pdf`)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await makeDraft(ids.customers!, who)).status).toBe(403)
})

test('a customer can accept an estimate, although it can’t be converted into an invoice', async () => {
  const { publicIds, ids, who } = owner
  const { body } = await app.send(null, 'GET', `/api/public/estimate/${publicIds.estimate}`)
  const yes = await app.send(null, 'POST', `/api/public/estimate/${publicIds.estimate}/accept`, {
    name: 'Kim',
    version: body.estimate.version,
  })
  expect([yes.status, yes.body.state]).toEqual([200, 'accepted'])
  expect((await app.send(who, 'POST', `/api/estimates/${ids.estimates}/convert`)).body.requiresSubscription).toBe(true)
})
