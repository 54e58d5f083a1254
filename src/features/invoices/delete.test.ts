import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', city: 'Bern' })).body.id
})

const fields = (over: object = {}) => ({
  invoiceNumber: 'INV-1',
  issueDate: '2026-01-05',
  dueDate: '2030-02-04',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
  ...over,
})
const create = async (over: object = {}) => (await app.send(ada, 'POST', '/api/invoices', { customerId, ...fields(over) })).body
const remove = (id: number, who: Person | null = ada) => app.send(who, 'DELETE', `/api/invoices/${id}`)
const restore = (id: number, who: Person | null = ada) => app.send(who, 'POST', `/api/invoices/${id}/restore`)
const dropCustomer = () => app.send(ada, 'DELETE', `/api/customers/${customerId}`)
const kinds = async (id: number) =>
  (await app.sql<{ kind: string }>("select kind from events where subject_type = 'invoice' and subject_id = $1 order by id", [id])).map(
    ({ kind }) => kind,
  )

test('a deleted invoice is hidden everywhere, keeps its number and its place in the trial; restoring brings it back unchanged', async () => {
  const made = await create({ status: 'sent' })
  const publicId = await getPublicId(app, made.id)
  expect([(await remove(made.id, null)).status, (await remove(made.id, await app.person(`bob${count}`))).status]).toEqual([401, 404])
  expect((await remove(made.id)).status).toBe(204)

  for (const url of ['', '/pdf', '/history']) expect((await app.send(ada, 'GET', `/api/invoices/${made.id}${url}`)).status).toBe(404)
  expect((await app.send(ada, 'GET', '/api/invoices')).body).toEqual([])
  expect((await app.send(ada, 'GET', '/api/invoices/summary')).body.count).toBe(0)
  expect((await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).status).toBe(404)
  expect((await app.send(ada, 'PUT', `/api/invoices/${made.id}`, { ...fields(), customerId })).status).toBe(404)
  expect((await remove(made.id)).status).toBe(404)
  const again = await app.send(ada, 'POST', '/api/invoices', { customerId, ...fields() })
  expect([again.status, again.body.message]).toEqual([409, 'The invoice number INV-1 is taken already'])

  expect([(await restore(made.id, null)).status, (await restore(made.id, await app.person(`eve${count}`))).status]).toEqual([401, 404])
  const back = await restore(made.id)
  expect([back.status, back.body]).toEqual([200, { ...made, version: made.version + 2, emailedTo: undefined }])
  expect((await restore(made.id)).body).toEqual(back.body)
  expect((await restore(999_999)).status).toBe(404)
  expect(await kinds(made.id)).toEqual(['created', 'sent', 'deleted', 'restored'])
  expect((await app.send(null, 'GET', `/api/public/invoice/${publicId}`)).status).toBe(200)
  expect(await app.sql('select trial_invoices_used as n from users where id = $1', [ada.userId])).toEqual([{ n: 1 }])
})

test('an invoice with a provider’s payment can’t be deleted; one paid manually or fully refunded can', async () => {
  const pay = (id: number, provider: string, refunded: string) =>
    app.sql(
      `insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status)
       values ($1, $2, 100, $3, '2026-01-06', 'card', $4, 'succeeded')`,
      [ada.userId, id, refunded, provider],
    )
  const made = await create({ status: 'sent' })
  await pay(made.id, 'stripe', '40')
  const refused = await remove(made.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This invoice was paid through a payment provider, so it can't be deleted. Refund the payment first.",
  ])
  expect((await app.send(ada, 'GET', `/api/invoices/${made.id}`)).status).toBe(200)
  expect(await kinds(made.id)).not.toContain('deleted')
  await app.sql('update payments set refunded = 100 where document_id = $1', [made.id])
  expect((await remove(made.id)).status).toBe(204)
  const byHand = await create({ status: 'sent', invoiceNumber: 'INV-2' })
  await pay(byHand.id, 'manual', '0')
  expect((await remove(byHand.id)).status).toBe(204)
})

test('a checkout page that was open when the invoice was deleted no longer takes a payment', async () => {
  const made = await create({ status: 'sent' })
  const { paymentUrl } = (await app.send(ada, 'POST', `/api/invoices/${made.id}/create-payment`)).body
  const page = (await fetch(paymentUrl, { redirect: 'manual' })).headers.get('location')!
  expect(page).toContain('/sandbox/')
  expect((await remove(made.id)).status).toBe(204)
  expect(await app.sql('select status from payment_attempts where document_id = $1', [made.id])).toEqual([{ status: 'expired' }])
  expect(await (await fetch(page)).text()).not.toMatch(/<form[^>]*method="post"/i)
})

test('a customer with only deleted invoices can be deleted, and is linked to them again when both are restored', async () => {
  const sent = await create({ status: 'sent' })
  const draft = await create({ invoiceNumber: 'INV-2' })
  const refused = await dropCustomer()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This customer has 2 invoices, so it can't be deleted. Delete or reassign them first.",
  ])
  await remove(sent.id)
  expect((await dropCustomer()).body.message).toContain('has 1 invoice, so')
  await remove(draft.id)
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme Ltd' })
  expect((await dropCustomer()).status).toBe(204)

  expect(
    await app.sql(
      "select customer_id, former_customer_id::int, customer_snapshot ->> 'name' as name from documents where user_id = $1 order by id",
      [ada.userId],
    ),
  ).toEqual([
    // The details as they were sent, and the details when the customer was deleted.
    { customer_id: null, former_customer_id: customerId, name: 'Acme' },
    { customer_id: null, former_customer_id: customerId, name: 'Acme Ltd' },
  ])
  expect((await app.send(ada, 'GET', '/api/dashboard')).status).toBe(200)
  const early = await restore(sent.id)
  expect([early.status, early.body.message]).toEqual([
    409,
    'The customer of this invoice, Acme, was deleted too. Restore the customer first.',
  ])

  await app.send(ada, 'POST', `/api/customers/${customerId}/restore`)
  expect((await restore(sent.id)).body).toMatchObject({ customerId, status: 'sent', customer: { name: 'Acme' } })
  expect((await restore(draft.id)).body).toMatchObject({ customerId, status: 'draft', customer: { name: 'Acme Ltd' } })
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Newest' })
  // A draft shows the customer's current details, a sent invoice those that were sent.
  expect((await app.send(ada, 'GET', `/api/invoices/${draft.id}`)).body.customer.name).toBe('Newest')
  expect((await app.send(ada, 'GET', `/api/invoices/${sent.id}`)).body.customer.name).toBe('Acme')
  expect((await dropCustomer()).status).toBe(409)
})

test('restoring an invoice whose customer is permanently deleted is refused with the reason', async () => {
  const { id } = await create()
  await remove(id)
  await dropCustomer()
  await app.sql('delete from deleted_records where user_id = $1', [ada.userId])
  expect((await restore(id)).body.message).toBe(
    "The customer of this invoice, Acme, was deleted for good, so the invoice can't be restored any more.",
  )
})

test('deleting a customer while its invoice is restored: one of the two is refused, and they don’t deadlock', async () => {
  const { id } = await create()
  for (let round = 0; round < 8; round++) {
    expect((await remove(id)).status).toBe(204)
    const [back, gone] = await Promise.all([restore(id), dropCustomer()])
    expect([
      [200, 409],
      [409, 204],
    ]).toContainEqual([back.status, gone.status])
    if (gone.status === 204) await app.send(ada, 'POST', `/api/customers/${customerId}/restore`)
    if (back.status !== 200) expect((await restore(id)).status).toBe(200)
  }
})
