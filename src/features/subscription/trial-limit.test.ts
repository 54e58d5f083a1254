import { expect, test } from 'vitest'
import {
  ada,
  app,
  cancelAtProvider,
  makeCustomer,
  makeDraft,
  refused,
  setUpSubscriptions,
  subscribe,
  verify,
} from './testing/subscription-fixture.ts'

// The trial limit: ten free invoices, no limit with a plan, and no new ones after it.

setUpSubscriptions()
const counted = (replies: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map((r) => r.status))].sort().map((code) => [code, replies.filter((r) => r.status === code).length]),
  )
const used = async (who = ada) => (await app.send(who, 'GET', '/api/auth/user')).body.trialInvoicesUsed
const setUsed = (count: number, who = ada) => app.sql('update users set trial_invoices_used = $2 where id = $1', [who.userId, count])
const countInvoices = async (who = ada) =>
  (
    await app.sql<{ count: number }>("select count(*)::int as count from documents where user_id = $1 and type = 'invoice'", [who.userId])
  )[0]!.count
let estimates = 0
const makeEstimate = async (customerId: number, who = ada): Promise<number> =>
  (
    await app.send(who, 'POST', '/api/estimates', {
      customerId,
      estimateNumber: `E-${++estimates}`,
      status: 'sent',
      issueDate: '2026-01-01',
      expiryDate: '2030-01-31',
      lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
    })
  ).body.id
const enterOpening = (customerId: number, reference: string) =>
  app.send(ada, 'POST', '/api/books/opening-balances', {
    customerId,
    amount: '480.00',
    day: '2026-01-01',
    dueDate: '2025-12-15',
    reference,
  })
const importOpening = (customer: string, amount: string) =>
  app.send(ada, 'POST', '/api/books/opening-balances/import', { rows: [{ line: 2, values: { customer, amount, dueDate: '2025-12-15' } }] })
type EditedLine = { description: string; quantity: string; unitPrice: string; itemId?: number | null }
/** Edits an invoice. @param change gets its only line */
const edit = async (id: number, change: (line: EditedLine) => object) => {
  const { customerId, invoiceNumber, issueDate, dueDate, lineItems, notes, terms } = (await app.send(ada, 'GET', `/api/invoices/${id}`))
    .body
  const { description, quantity, unitPrice } = lineItems[0]
  const line = { description, quantity, unitPrice }
  const body = { customerId, invoiceNumber, issueDate, dueDate, notes, terms, lineItems: [line], ...change(line) }
  return app.send(ada, 'PUT', `/api/invoices/${id}`, body)
}
const convert = (id: number, who = ada) => app.send(who, 'POST', `/api/estimates/${id}/convert`)

test('ten invoices are free, however they are created; the eleventh is refused, and leaves nothing behind', async () => {
  const customer = await makeCustomer()
  for (let i = 0; i < 9; i++) expect((await makeDraft(customer)).status).toBe(201)
  const [tenth, eleventh] = [await makeEstimate(customer), await makeEstimate(customer)]
  expect((await convert(tenth)).status).toBe(200)
  expect([await used(), await countInvoices()]).toEqual([10, 10])
  for (const attempt of [() => makeDraft(customer), () => convert(eleventh)]) {
    const { status: code, body } = await attempt()
    expect([code, body]).toEqual([403, refused])
  }
  // Repeating a conversion creates no new invoice.
  expect((await convert(tenth)).status).toBe(200)
  expect([await used(), await countInvoices()]).toEqual([10, 10])
  const [{ status: estimate }] = [(await app.send(ada, 'GET', `/api/estimates/${eleventh}`)).body]
  expect(estimate).toBe('sent')
})

test('deleting an invoice doesn’t raise the limit', async () => {
  const customer = await makeCustomer()
  await setUsed(9)
  const { body } = await makeDraft(customer)
  expect((await app.send(ada, 'DELETE', `/api/invoices/${body.id}`)).status).toBeLessThan(300)
  expect([await used(), (await makeDraft(customer)).status]).toEqual([10, 403])
})

test('with one left, one of twenty concurrent creations and conversions succeeds', async () => {
  const customer = await makeCustomer()
  const offered = await Promise.all(Array.from({ length: 10 }, () => makeEstimate(customer)))
  await setUsed(9)
  const replies = await Promise.all([...Array.from({ length: 10 }, () => makeDraft(customer)), ...offered.map((id) => convert(id))])
  const good = replies.filter(({ status: code }) => code < 300)
  expect([good.length, replies.filter(({ status: code }) => code === 403).length, await used(), await countInvoices()]).toEqual([
    1, 19, 10, 1,
  ])
  for (const { status: code, body } of replies) if (code === 403) expect(body).toEqual(refused)
})

test('with a plan there is no limit, and the trial’s count stays', async () => {
  const customer = await makeCustomer()
  await setUsed(10)
  await subscribe()
  const replies = await Promise.all(Array.from({ length: 20 }, () => makeDraft(customer)))
  expect([counted(replies), await used(), await countInvoices()]).toEqual([{ 201: 20 }, 10, 20])
  expect((await convert(await makeEstimate(customer))).status).toBe(200)
})

test('after a plan has ended, new invoices are refused, also with free ones left', async () => {
  const customer = await makeCustomer()
  await subscribe()
  await cancelAtProvider()
  expect(await verify()).toMatchObject({ subscriptionStatus: 'canceled', payment: 'none' })
  const { status: code, body } = await makeDraft(customer)
  expect([code, body, await used()]).toEqual([403, refused, 0])
  expect((await convert(await makeEstimate(customer))).body).toEqual(refused)
})

/** Edits that make an opening balance say more than what is open. */
const additions: Record<string, (line: EditedLine) => object> = {
  'another text': (line) => ({ lineItems: [{ ...line, description: 'Design' }] }),
  'a text that is longer than a number': (line) => ({
    lineItems: [{ ...line, description: `${line.description} ${'Design, 10 hours. '.repeat(6)}` }],
  }),
  'another line': (line) => ({ lineItems: [line, { ...line, description: 'Design' }] }),
  'a quantity': (line) => ({ lineItems: [{ ...line, quantity: '10.00' }] }),
  notes: () => ({ notes: 'Design, 10 hours' }),
  terms: () => ({ terms: 'Design, 10 hours' }),
}

test.each(Object.entries(additions))('an opening balance that is edited to say more counts as an invoice, once: %s', async (_, change) => {
  const customer = await makeCustomer()
  const { id } = (await enterOpening(customer, 'OLD-1')).body
  expect(await used()).toBe(0)
  expect((await edit(id, change)).status).toBe(200)
  expect(await used()).toBe(1)
  expect((await edit(id, (line) => ({ lineItems: [{ ...line, description: 'More' }], notes: 'More' }))).status).toBe(200)
  expect(await used()).toBe(1)

  const { id: second } = (await enterOpening(customer, 'OLD-2')).body
  await setUsed(10)
  const before = await app.sql('select x::text from documents x where id = $1', [second])
  const { status, body } = await edit(second, change)
  expect([status, body]).toEqual([403, refused])
  expect(await app.sql('select x::text from documents x where id = $1', [second])).toEqual(before)
})

test('what an opening balance says can be corrected after the trial; deleted and restored, it is still none', async () => {
  const customer = await makeCustomer()
  const { id } = (await enterOpening(customer, 'OLD-1')).body
  await setUsed(10)
  const corrections: ((line: EditedLine) => object)[] = [
    (line) => ({ invoiceNumber: 'OLD-7', lineItems: [{ ...line, quantity: '1' }] }),
    () => ({ issueDate: '2026-01-02', dueDate: '2026-01-05' }),
    (line) => ({ lineItems: [{ ...line, unitPrice: '470.00' }] }),
    (line) => ({ lineItems: [{ ...line, description: 'Open amount of invoice OLD-7' }] }),
    () => ({ status: 'draft' }),
  ]
  for (const change of corrections) expect((await edit(id, change)).status).toBe(200)
  expect((await app.send(ada, 'DELETE', `/api/invoices/${id}`)).status).toBe(204)
  expect((await app.send(ada, 'POST', `/api/invoices/${id}/restore`)).status).toBe(200)
  expect((await edit(id, (line) => ({ lineItems: [{ ...line, description: 'Design' }] }))).body).toEqual(refused)
})

test('after the trial, and after a plan, no opening balance is entered or imported', async () => {
  const customer = await makeCustomer()
  await setUsed(9)
  expect([(await enterOpening(customer, 'OLD-1')).status, (await importOpening('Acme', '5.00')).status, await used()]).toEqual([
    201, 200, 9,
  ])
  await setUsed(10)
  for (const reply of [await enterOpening(customer, 'OLD-2'), await importOpening('Acme', '6.00')])
    expect([reply.status, reply.body]).toEqual([403, refused])
  // What is there already is skipped.
  expect((await importOpening('Acme', '5.00')).body).toEqual({ created: 0, skipped: 1 })
  await app.sql("update users set subscription_status = 'canceled', trial_invoices_used = 0 where id = $1", [ada.userId])
  expect((await enterOpening(customer, 'OLD-3')).body).toEqual(refused)
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  expect((await enterOpening(customer, 'OLD-4')).status).toBe(201)
})
