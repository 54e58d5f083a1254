import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
})

const create = async (status: string) => {
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body
  const { body } = await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: `ONCE-${count}`,
    status,
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
  return body.id as number
}
const mails = async () => (await app.mails(0)).filter(({ subject }) => subject.includes(`ONCE-${count} `))
const emails = (id: number) => app.sql('select kind, state, attempts from document_emails where document_id = $1', [id])
const accepted = [{ kind: 'document', state: 'accepted', attempts: 1 }]

test('a server that dies between handing over an email and recording it sends it once and records it later', async () => {
  await app.sql("alter table document_emails add constraint no_end check (state <> 'accepted') not valid")
  const id = await create('sent')
  const failures = () =>
    app.sql("select 1 from graphile_worker._private_jobs where last_error like '%no_end%' and locked_at is null and key like 'email-%'")
  await expect.poll(failures, { timeout: 60_000 }).toHaveLength(1)
  await app.sql('alter table document_emails drop constraint no_end')
  expect(await emails(id)).toEqual([{ kind: 'document', state: 'queued', attempts: 0 }])
  expect(await mails()).toHaveLength(1)
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'email-%'")
  await expect.poll(() => emails(id), { timeout: 60_000 }).toEqual(accepted)
  expect(await mails()).toHaveLength(1)
})

test('a job that is repeated after its email was sent sends nothing', async () => {
  const id = await create('sent')
  await expect.poll(() => emails(id), { timeout: 60_000 }).toEqual(accepted)
  const [row] = await app.sql<{ id: number }>('select id::int from document_emails where document_id = $1', [id])
  await app.runners.find(({ name }) => name === 'invoices.send')!.run({ userId: ada.userId, emailId: row!.id })
  expect(await emails(id)).toEqual(accepted)
})

test('one Idempotency-Key sends one email, also concurrently; a different body with the same key is refused', async () => {
  const id = await create('draft')
  const send = (body: object) => app.send(ada, 'POST', `/api/invoices/${id}/send-email`, body, { 'idempotency-key': 'one-click' })
  const replies = await Promise.all([send({}), send({}), send({})])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.email.id)).size).toBe(1)
  expect((await send({ subject: 'Other words' })).status).toBe(422)
  await expect.poll(() => emails(id), { timeout: 60_000 }).toEqual(accepted)
  expect(await mails()).toHaveLength(1)
})
