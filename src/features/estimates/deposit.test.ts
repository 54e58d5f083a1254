import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let [ada, bob]: Person[] = []
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[ada, bob] = [await app.person(`ada${++count}`), await app.person(`bob${count}`)]
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada!.userId])
  customerId = (await app.call(ada!, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})

const content = (over: object = {}) => ({
  ...{ customerId, estimateNumber: 'E-1', issueDate: '2026-01-05', expiryDate: '2030-12-31', taxRate: 19, status: 'sent' },
  lineItems: [{ description: 'Website', quantity: 1, unitPrice: '1000.00' }],
  ...over,
})
const makeEstimate = (over: object = {}) => app.call(ada!, 'POST', '/api/estimates', content(over))
const read = (id: number) => app.call(ada!, 'GET', `/api/estimates/${id}`)
const ask = (id: number, body: object, who: Person | null = ada!) => app.send(who, 'PUT', `/api/estimates/${id}/deposit`, body)
const remove = (id: number, who: Person | null = ada!) => app.send(who, 'DELETE', `/api/estimates/${id}/deposit`)
const edit = (id: number, over: object) => app.send(ada!, 'PUT', `/api/estimates/${id}`, content({ ...over, status: undefined }))
const getPublicId = async (id: number) =>
  (await app.sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [id]))[0]!.id
const readPublic = async (id: number) => (await app.send(null, 'GET', `/api/public/estimate/${await getPublicId(id)}`)).body
const accept = async (id: number) =>
  app.send(null, 'POST', `/api/public/estimate/${await getPublicId(id)}/accept`, {
    name: 'Kim Lee',
    version: (await readPublic(id)).estimate.version,
  })
const progress = (id: number) => app.call(ada!, 'GET', `/api/estimates/${id}/progress`)

test('an accepted estimate asks for its deposit: the customer reads how much, gets the invoice at once, and pays it', async () => {
  const estimate = await makeEstimate()
  const { status, body } = await ask(estimate.id, { percent: '30' })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ depositPercent: '30', depositAmount: null, version: estimate.version + 1 }),
  ])
  // The same once more writes nothing.
  expect((await ask(estimate.id, { percent: '30' })).body.version).toBe(body.version)
  const { events } = await app.call(ada!, 'GET', `/api/estimates/${estimate.id}/history`)
  expect(events[0]).toMatchObject({ kind: 'edited', changes: [{ field: 'Deposit on acceptance', before: null, after: '30%' }] })
  expect((await readPublic(estimate.id)).estimate).toMatchObject({ total: '1190.00', deposit: '357.00' })

  const accepted = await accept(estimate.id)
  expect([accepted.status, accepted.body.state]).toEqual([200, 'accepted'])
  const { invoices, draft } = await progress(estimate.id)
  expect(invoices).toEqual([expect.objectContaining({ isDeposit: true, status: 'sent', total: '357.00', balanceDue: '357.00' })])
  expect((await read(estimate.id)).invoice).toMatchObject({ id: draft!.id, invoiceNumber: draft!.invoiceNumber })
  const deposit = await app.call(ada!, 'GET', `/api/invoices/${invoices[0]!.id}`)
  expect(deposit).toMatchObject({ kind: 'deposit', estimateId: estimate.id, emailState: 'queued' })
  expect(deposit.lineItems[0]).toMatchObject({ description: 'Deposit for E-1 (30%)', unitPrice: '300.00' })
  expect(accepted.body.invoicePath).toBe(`/pay-invoice/${await getPublicId(deposit.id)}`)
  const mails = await app.mails(2)
  expect(mails.map(({ text }) => text).join('\n')).toContain('The deposit is invoiced already. Deduct it from the draft with one click.')

  // The draft of the work deducts it, and asks for the rest.
  expect((await app.send(ada!, 'PUT', `/api/invoices/${draft!.id}/deductions/${deposit.id}`)).body).toMatchObject({ total: '833.00' })
  expect((await app.call(ada!, 'GET', '/api/books/health')).findings).toEqual([])
})

test('an owner who marks it as accepted gets the deposit as a draft', async () => {
  const estimate = await makeEstimate({ status: 'draft' })
  expect((await ask(estimate.id, { amount: '250.00' })).body).toMatchObject({ depositPercent: null, depositAmount: '250.00' })
  expect((await app.send(ada!, 'POST', `/api/estimates/${estimate.id}/convert`)).status).toBe(200)
  expect((await progress(estimate.id)).invoices).toEqual([expect.objectContaining({ isDeposit: true, status: 'draft', total: '297.50' })])
  // Converted once more: no second deposit.
  expect((await app.send(ada!, 'POST', `/api/estimates/${estimate.id}/convert`)).status).toBe(200)
  expect((await progress(estimate.id)).invoices).toHaveLength(1)
})

test('twenty acceptances at once ask for one deposit', async () => {
  const estimate = await makeEstimate()
  await ask(estimate.id, { percent: '10' })
  const { version } = (await readPublic(estimate.id)).estimate
  const publicId = await getPublicId(estimate.id)
  await Promise.all(
    Array.from({ length: 20 }, () => app.send(null, 'POST', `/api/public/estimate/${publicId}/accept`, { name: 'Kim Lee', version })),
  )
  expect((await progress(estimate.id)).invoices).toHaveLength(1)
})

test('a deposit that can’t be issued is not lost: nothing is invoiced, and the owner is told why', async () => {
  const estimate = await makeEstimate({ currency: 'EUR' })
  await ask(estimate.id, { percent: '30' })
  await app.sql(`delete from exchange_rates`)
  await accept(estimate.id)
  expect([(await read(estimate.id)).status, (await progress(estimate.id)).invoices]).toEqual(['accepted', []])
})

test('wrong deposits are refused at their field, and those that an edit or an answer leaves behind with the way out', async () => {
  const estimate = await makeEstimate()
  for (const [body, path, message] of [
    [{}, 'percent', 'Enter the deposit as a percentage or as an amount'],
    [{ percent: '30', amount: '5.00' }, 'amount', 'Enter the deposit as a percentage or as an amount'],
    [{ amount: '1000.01' }, 'amount', 'The deposit must be at most $1,000.00'],
    [{ percent: '0' }, 'percent', 'The deposit must be more than 0'],
  ] as const)
    expect(await ask(estimate.id, body)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
  expect((await ask(estimate.id, { percent: '101' })).status).toBe(400)

  await ask(estimate.id, { amount: '800.00' })
  const smaller = await edit(estimate.id, { lineItems: [{ description: 'Website', quantity: 1, unitPrice: '500.00' }] })
  expect([smaller.status, smaller.body.message]).toEqual([
    409,
    'This estimate asks for a deposit of $800.00 when it is accepted. The deposit must be at most $500.00. Change or remove the deposit first.',
  ])
  expect((await edit(estimate.id, { lineItems: [{ description: 'Website', quantity: 1, unitPrice: '900.00' }] })).status).toBe(200)
  expect((await remove(estimate.id)).status).toBe(204)
  expect((await read(estimate.id)).depositAmount).toBe(null)

  const typed = await makeEstimate({ estimateNumber: 'E-2', taxAmount: '12.00' })
  expect((await ask(typed.id, { percent: '30' })).body.message).toBe(
    'The tax of this estimate was typed by hand, so a deposit can’t be divided by tax rate. Set a tax rate first.',
  )
  await accept(estimate.id)
  expect([(await ask(estimate.id, { percent: '30' })).body.message, (await remove(estimate.id)).status]).toEqual([
    'This estimate was accepted. Request the deposit on the draft of its invoice.',
    409,
  ])
})

test('a customer who read it before the deposit was asked for is shown the new one', async () => {
  const estimate = await makeEstimate()
  const { version } = (await readPublic(estimate.id)).estimate
  await ask(estimate.id, { percent: '50' })
  const late = await app.send(null, 'POST', `/api/public/estimate/${await getPublicId(estimate.id)}/accept`, { name: 'Kim Lee', version })
  expect(late.status).toBe(409)
})

test('a visitor is asked to sign in, and a stranger finds nothing', async () => {
  const { id } = await makeEstimate()
  expect([(await ask(id, { percent: '30' }, null)).status, (await ask(id, { percent: '30' }, bob!)).status]).toEqual([401, 404])
  expect([(await remove(id, null)).status, (await remove(id, bob!)).status]).toEqual([401, 404])
})
