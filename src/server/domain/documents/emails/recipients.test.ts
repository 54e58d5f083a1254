import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { chooseRecipients, keepOnRecord } from './recipients.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob', { emailVerified: false })
})
afterAll(() => app.close())

let count = 0
const addresses = { email: 'main@acme.example', otherEmails: 'Books@acme.example; boss@acme.example  boss@acme.example' }
/** A customer with three addresses, and an invoice or estimate for them. */
const createDocument = async (who: Person, type: 'invoice' | 'estimate') => {
  const { id: customerId } = await app.call(who, 'POST', '/api/customers', { name: 'Acme', ...addresses })
  const document = { customerId, issueDate: '2026-01-05', lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.00' }] }
  const made =
    type === 'invoice'
      ? await app.call(who, 'POST', '/api/invoices', { ...document, invoiceNumber: `R-${++count}`, dueDate: '2030-02-04' })
      : await app.call(who, 'POST', '/api/estimates', { ...document, estimateNumber: `R-${++count}`, expiryDate: '2030-02-04' })
  return { customerId, id: made.id, url: `/api/${type}s/${made.id}` as const }
}

test.each(['invoice', 'estimate'] as const)(
  'an email with an %s goes to the chosen addresses of the customer, and a copy to the owner',
  async (type) => {
    const before = (await app.mails(0)).length
    const { url } = await createDocument(ada, type)
    const preview = await app.send(ada, 'GET', `${url}/email-preview`)
    expect(preview.body).toMatchObject({
      to: 'main@acme.example',
      addresses: ['main@acme.example', 'Books@acme.example', 'boss@acme.example'],
      ownAddress: ada.email,
    })
    const sent = await app.send(ada, 'POST', `${url}/send-email`, {
      to: 'books@ACME.example',
      cc: ['boss@acme.example', 'Books@acme.example'],
      copyToMe: true,
    })
    expect([sent.status, sent.body]).toMatchObject([
      200,
      { emailedTo: 'Books@acme.example', email: { cc: ['boss@acme.example'], copyTo: ada.email } },
    ])
    const mail = (await app.mails(before + 1)).at(-1)!
    expect(mail).toMatchObject({
      to: { name: 'Acme', address: 'Books@acme.example' },
      cc: [{ address: 'boss@acme.example' }],
      bcc: [{ address: ada.email }],
    })
  },
)

test('an address that is not on the customer’s record is refused, and nothing is sent', async () => {
  const { id, url } = await createDocument(ada, 'invoice')
  for (const body of [{ to: 'thief@evil.example' }, { cc: ['boss@acme.example', 'thief@evil.example'] }]) {
    const reply = await app.send(ada, 'POST', `${url}/send-email`, body)
    expect([reply.status, readRefusal(reply).message]).toEqual([
      400,
      'thief@evil.example is not an address of this customer. Add it to the customer first.',
    ])
  }
  expect((await app.send(ada, 'POST', `${url}/send-email`, { cc: Array(6).fill('boss@acme.example') })).status).toBe(400)
  expect((await app.send(ada, 'POST', `${url}/send-email`, { cc: ['nobody'] })).status).toBe(400)
  expect((await app.send(bob, 'POST', `${url}/send-email`, { to: 'main@acme.example' })).status).toBe(404)
  expect((await app.send(null, 'POST', `${url}/send-email`, { to: 'main@acme.example' })).status).toBe(401)
  expect(await app.sql('select 1 from document_emails where user_id = $1 and document_id = $2', [ada.userId, id])).toEqual([])
  expect(await app.call(ada, 'GET', `/api/invoices/${id}`)).toMatchObject({ status: 'draft' })
})

test('every recipient counts for the daily limit, the owner’s copy does not', async () => {
  const { url } = await createDocument(bob, 'invoice')
  const send = (cc: string[]) => app.send(bob, 'POST', `${url}/send-email`, { cc, copyToMe: true })
  expect((await send(['books@acme.example', 'boss@acme.example'])).status).toBe(200)
  // Two of five are left, and this email has three recipients.
  expect((await send(['books@acme.example', 'boss@acme.example'])).status).toBe(429)
  expect((await send(['boss@acme.example'])).status).toBe(200)
  expect((await send([])).status).toBe(429)
})

test('recipients that were removed from the record get nothing any more', () => {
  expect(keepOnRecord(['a@x.example', 'b@x.example'], { to: 'gone@x.example', cc: ['b@x.example', 'gone@x.example'] })).toEqual({
    to: 'a@x.example',
    cc: ['b@x.example'],
  })
  expect(keepOnRecord([], { to: 'gone@x.example' })).toBeNull()
  expect(chooseRecipients(['a@x.example'], {})).toEqual({ to: 'a@x.example', cc: [] })
})

test.each([
  ['a@x.example, nobody', 'Enter valid emails, like name@example.com: not nobody'],
  [Array.from({ length: 6 }, (_, n) => `a${n}@x.example`).join(','), 'Other recipients can have at most 5 addresses'],
])('the other emails %j are refused', async (otherEmails, message) => {
  const reply = await app.send(ada, 'POST', '/api/customers', { name: 'Acme', otherEmails })
  expect(reply.status).toBe(400)
  expect(readRefusal(reply).issues).toContainEqual({ path: 'otherEmails', message })
})
