import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

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
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: `acme${count}@example.com` })).body.id
})

const create = async (more: object = { holdEmail: true }) =>
  (
    await app.send(ada, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `U-${count}`, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: '10' },
      lineItems: [{ description: 'Design', quantity: 0.5, unitPrice: '150.25' }],
      ...more,
    })
  ).body
const undo = (id: number, who: Person | null = ada) => app.send(who, 'POST', `/api/invoices/${id}/undo-send`)

test('a held email can be taken back: it is never sent, and the invoice is a draft with the same contents', async () => {
  const made = await create()
  expect(made).toMatchObject({ status: 'sent', emailedTo: `acme${count}@example.com`, emailState: 'queued' })
  const undone = await undo(made.id)
  expect([undone.status, undone.body]).toMatchObject([
    200,
    { status: 'draft', emailState: null, total: made.total, lineItems: made.lineItems },
  ])
  expect((await app.send(ada, 'GET', `/api/invoices/${made.id}/history`)).body.emails).toEqual([])
  expect((await undo(made.id)).status).toBe(409)
})

const allowanceLeft = async (id: number) => (await app.send(ada, 'GET', `/api/invoices/${id}/email-preview`)).body.allowance.left
const emailsOf = async (id: number) => (await app.send(ada, 'GET', `/api/invoices/${id}/history`)).body.emails
const runJobsNow = () => app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts = 0')
const subjects = async () => (await app.mails(0)).map(({ subject }) => subject)

test('an email that was taken back is never sent and does not count for the limit; one that is held leaves by itself', async () => {
  const made = await create()
  const left = await allowanceLeft(made.id)
  expect((await undo(made.id)).status).toBe(200)
  expect(await allowanceLeft(made.id)).toBe(left + 1)
  const kept = await create({ holdEmail: true, invoiceNumber: `kept-${count}` })
  expect(await subjects()).not.toContainEqual(expect.stringContaining(`kept-${count}`))
  await runJobsNow()
  await expect.poll(subjects, { timeout: 60_000 }).toContainEqual(expect.stringContaining(`kept-${count}`))
  expect(await subjects()).not.toContainEqual(expect.stringContaining(`U-${count}`))
  expect((await undo(kept.id)).status).toBe(409)
})

test('the history of a held email shows no time in the future', async () => {
  const [email] = await emailsOf((await create()).id)
  expect(email).toMatchObject({ state: 'queued', settledAt: null })
  expect(new Date(email!.queuedAt).getTime()).toBeLessThan(Date.now() + 1000)
})

test('the sending job waits for a request that is taking the email back', async () => {
  const made = await create()
  const send = app.runners.find(({ name }) => name === 'invoices.send')!
  const [email] = await emailsOf(made.id)
  // Both at once, in either order: the email is sent, or it is taken back, and never both.
  const [undone] = await Promise.all([
    undo(made.id),
    app
      .sql('update document_emails set queued_at = now() where id = $1', [email!.id])
      .then(() => send.run({ userId: ada.userId, emailId: email!.id })),
  ])
  const sent = (await subjects()).filter((subject) => subject.includes(`U-${count}`))
  expect([undone.status, sent.length]).toEqual(undone.status === 200 ? [200, 0] : [409, 1])
})

test('it cannot be undone after it was sent again by hand, retried, or paid', async () => {
  const resent = await create()
  expect((await app.send(ada, 'POST', `/api/invoices/${resent.id}/send-email`)).status).toBe(200)
  expect((await undo(resent.id)).status).toBe(409)
  const retried = await create({ holdEmail: true, invoiceNumber: 'retried' })
  const [email] = await emailsOf(retried.id)
  expect((await app.send(ada, 'POST', `/api/invoices/${retried.id}/emails/${email!.id}/retry`)).status).toBe(200)
  expect((await undo(retried.id)).status).toBe(409)
  const paid = await create({ holdEmail: true, invoiceNumber: 'paid' })
  expect((await app.send(ada, 'POST', `/api/invoices/${paid.id}/mark-paid`)).status).toBe(200)
  const refused = await undo(paid.id)
  expect([refused.status, refused.body.message]).toEqual([409, "This invoice has been paid, so sending it can't be undone."])
  expect(await emailsOf(paid.id)).toContainEqual(expect.objectContaining({ kind: 'invoice', state: 'queued' }))
})

test('it is too late once the hold is over, and for an email that was never held', async () => {
  const made = await create()
  await app.sql(`update document_emails set queued_at = now() where document_id = $1`, [made.id])
  const { body } = await undo(made.id)
  expect(body.message).toMatch(/^It is too late to undo this: the email has been sent. To correct the invoice, /)
  const other = await create({ invoiceNumber: 'U-other' })
  expect((await undo(other.id)).status).toBe(409)
})

test('a visitor gets 401, a stranger 404, a wrong body 400', async () => {
  const made = await create()
  expect((await undo(made.id, null)).status).toBe(401)
  expect((await undo(made.id, await app.person(`bob-of-${ada.userId}`))).status).toBe(404)
  expect((await app.send(ada, 'POST', `/api/invoices/${made.id}/undo-send`, { now: 1 })).status).toBe(400)
})
