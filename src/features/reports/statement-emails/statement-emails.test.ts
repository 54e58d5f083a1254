import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSmtpError,
  findPart,
  parseMessage,
  startTestMailServer,
  withoutSignature,
} from '#server/platform/mail/testing/mail-server.ts'
import { readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { createRecords } from '#server/testing/records.ts'

let server: Awaited<ReturnType<typeof startTestMailServer>>
let port = 0
let app: TestApp
let ada: Person
let count = 0

/** A mail server that refuses mail for 'unknown', and all mail while it is busy. */
let busy = false
const startServer = async () => {
  server = await startTestMailServer(
    {
      onRcptTo: ({ address }, _session, done) =>
        done(
          busy
            ? createSmtpError(451, 'Busy, come back later')
            : address.startsWith('unknown')
              ? createSmtpError(550, 'No such user here')
              : null,
        ),
    },
    port,
  )
  port = server.port
}
beforeAll(async () => {
  await startServer()
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` })
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const url = '/api/reports/statement-emails'
const days = { from: '2026-01-01', to: '2026-01-31' }
const customer = async (email: string | null, name = 'Kim & Co') =>
  (await createRecords(app, ada).customer({ name, email, address: '880 Market Street' })).id
/** Creates an invoice of $150.25 that is overdue by the end of January. */
const invoice = (customerId: number) =>
  createRecords(app, ada).invoice({
    ...{ customerId, invoiceNumber: `S-${++count}`, status: 'sent', dueDate: '2026-01-10' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
const send = (customerId: number, more: object = {}, headers = {}) => app.send(ada, 'POST', url, { customerId, ...days, ...more }, headers)
const listed = async (customerId: number, query = '') => app.send(ada, 'GET', `${url}?customerId=${customerId}${query}`)
const settled = async (customerId: number, state: string) => {
  await expect.poll(async () => (await listed(customerId)).body[0]!.state, { timeout: 60_000 }).toBe(state)
  return (await listed(customerId)).body[0]!
}
const statements = (to: string, subject = 'Statement from') =>
  server.received
    .filter((mail) => mail.to.includes(to))
    .map(({ raw }) => parseMessage(raw))
    .filter(({ headers }) => headers.get('subject')?.startsWith(subject))
const linesOf = (body: Buffer) => body.toString().replaceAll('\r\n', '\n')

test('a statement goes to the customer’s address with the PDF of that moment and the balance in words', async () => {
  const to = 'kim@customer.example'
  const id = await customer(to)
  const { id: invoiceId, invoiceNumber } = await invoice(id)
  const sent = await send(id, { message: null })
  expect([sent.status, sent.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      customerId: id,
      ...days,
      toAddress: to,
      state: 'queued',
      reason: null,
      queuedAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(await settled(id, 'accepted')).toMatchObject({ id: sent.body.id, reason: null })
  const [mail, ...more] = statements(to)
  expect(more).toEqual([])
  expect(mail!.headers.get('subject')).toBe('Statement from ada Tester: Jan 01, 2026 - Jan 31, 2026')
  expect(mail!.headers.get('reply-to')).toContain(ada.email)
  expect(withoutSignature(mail!.headers.get('message-id'))).toBe(`<statement-${ada.userId}-${id}-${sent.body.id}@127.0.0.1>`)
  const text = linesOf(findPart(mail!, 'text/plain').body)
  expect(text.startsWith('Hello Kim & Co,\n\nada Tester has sent you a statement of your account')).toBe(true)
  expect(text).toContain('Balance due: $150.25\nOf which overdue: $150.25\nStatement for: Jan 01, 2026 - Jan 31, 2026')
  const html = linesOf(findPart(mail!, 'text/html').body)
  expect(html).toContain('$150.25')
  // The email has no links: there is no page to link to.
  expect(text + html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/)
  const pdf = findPart(mail!, 'application/pdf')
  expect(pdf.headers.get('content-disposition')).toContain('customer-statement-2026-01-01-to-2026-01-31.pdf')
  const pages = (await readPageTexts(pdf.body)).join('')
  const said = [
    'ada Tester',
    'To Kim & Co 880 Market Street',
    'Balance due $150.25',
    `Invoice ${invoiceNumber}`,
    'Closing balance',
    'Page 1 of 1',
  ]
  for (const each of said) expect(pages).toContain(squash(each))
  // The attachment equals the download.
  const file = await app.send(ada, 'GET', `/api/reports/export?type=statement&format=pdf&customerId=${id}&from=${days.from}&to=${days.to}`)
  expect([file.status, Buffer.compare(file.bytes, pdf.body)]).toEqual([200, 0])

  // The next statement has that later moment's figures and the owner's own message.
  await app.send(ada, 'POST', `/api/invoices/${invoiceId}/payments`, { amount: '100.25', paymentDate: '2026-01-20', paymentMethod: 'Cash' })
  const again = await send(id, { message: 'Dear Kim,\r\n<b>thanks</b>!' })
  await settled(id, 'accepted')
  const second = statements(to)[1]!
  expect(linesOf(findPart(second, 'text/plain').body)).toMatch(
    /^Dear Kim,\n<b>thanks<\/b>!\n\nBalance due: \$50\.00\nOf which overdue: \$50\.00\nStatement for: /,
  )
  expect(linesOf(findPart(second, 'text/html').body)).toContain('&lt;b&gt;thanks&lt;/b&gt;!')
  const ids = (page: { body: { id: number }[] }) => page.body.map((row) => row.id)
  const first = await listed(id, '&limit=1')
  expect(ids(first)).toEqual([again.body.id])
  const next = await listed(id, `&limit=1&after=${first.headers['x-next-cursor']}`)
  expect([ids(next), next.headers['x-next-cursor']]).toEqual([[sent.body.id], undefined])
})

test('a permanent refusal of the mail server fails the email with its reason; a temporary one retries with the same Message-ID', async () => {
  const id = await customer('unknown@customer.example')
  await send(id)
  expect((await settled(id, 'failed')).reason).toMatch(
    /^The mail server does not accept mail for unknown@customer\.example \(550 No such user here\)/,
  )
  busy = true
  const to = 'late@customer.example'
  const late = await customer(to)
  const sent = await send(late)
  await expect.poll(async () => (await listed(late)).body[0]!.reason, { timeout: 60_000 }).toContain('Busy, come back later')
  expect((await listed(late)).body[0]!.state).toBe('queued')
  busy = false
  const running = () => app.sql('select 1 from graphile_worker._private_jobs where locked_at is not null')
  await expect.poll(running, { timeout: 60_000 }).toEqual([])
  const key = `email-statement-${ada.userId}-${sent.body.id}`
  await app.sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [key])
  expect(await settled(late, 'accepted')).toMatchObject({ reason: null })
  expect(statements(to).map(({ headers }) => withoutSignature(headers.get('message-id')))).toEqual([
    `<statement-${ada.userId}-${late}-${sent.body.id}@127.0.0.1>`,
  ])
  // A second run, as after a crash before the job was marked as done, sends nothing.
  await app.runners.find(({ name }) => name === 'statements.send')!.run({ userId: ada.userId, emailId: sent.body.id })
  expect(statements(to)).toHaveLength(1)
  expect(await app.sql('select attempts from statement_emails where id = $1', [sent.body.id])).toEqual([{ attempts: 2 }])
})

test('the email fails if the customer has no address by then, and is deleted with the customer', async () => {
  busy = true
  const [blank, gone] = [await customer('blank@customer.example'), await customer('gone@customer.example')]
  for (const id of [blank, gone]) await send(id)
  for (const id of [blank, gone]) await expect.poll(async () => (await listed(id)).body[0]!.reason, { timeout: 60_000 }).toContain('Busy')
  busy = false
  await app.send(ada, 'PUT', `/api/customers/${blank}`, { name: 'Blank', email: null })
  const removed = await app.send(ada, 'DELETE', `/api/customers/${gone}`)
  expect(removed.status).toBe(204)
  await app.sql('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
  expect((await settled(blank, 'failed')).reason).toBe("The customer's email address was removed before the statement was sent.")
  expect((await listed(gone)).status).toBe(404)
  expect([...statements('blank@customer.example'), ...statements('gone@customer.example')]).toEqual([])
})

test('one click is one email, however often the request arrives', async () => {
  const id = await customer('once@customer.example')
  const headers = { 'idempotency-key': 'one-click' }
  const replies = await Promise.all([send(id, {}, headers), send(id, {}, headers), send(id, {}, headers)])
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect((await send(id, { message: 'Other words' }, headers)).status).toBe(422)
  await settled(id, 'accepted')
  expect([(await listed(id)).body.length, statements('once@customer.example').length]).toEqual([1, 1])
})

test('visitors, other users, invalid days and customers without an address are refused, and nothing is queued', async () => {
  const id = await customer('wall@customer.example')
  const bob = await app.person('bob')
  const rows = () => app.sql<{ n: number }>('select count(*)::int as n from statement_emails')
  const before = await rows()
  expect((await app.send(null, 'POST', url, { customerId: id, ...days })).status).toBe(401)
  expect((await app.send(null, 'GET', `${url}?customerId=${id}`)).status).toBe(401)
  const stranger = await app.send(bob, 'POST', url, { customerId: id, ...days })
  const missing = await app.send(bob, 'POST', url, { customerId: 999_999, ...days })
  expect([stranger.status, stranger.body]).toEqual([404, missing.body])
  expect((await app.send(bob, 'GET', `${url}?customerId=${id}`)).status).toBe(404)
  const none = await send(await customer(null))
  expect([none.status, readRefusal(none).message]).toEqual([409, "Customer doesn't have an email address on file."])
  const backwards = await send(id, { from: '2026-02-01' })
  expect([backwards.status, readRefusal(backwards).issues[0]]).toMatchObject([
    400,
    { path: 'to', message: expect.stringContaining('end date is before the start date') },
  ])
  for (const bad of [
    { to: '2026-02-30' },
    { to: undefined },
    { customerId: 'x' },
    { message: 'x'.repeat(2001) },
    { toAddress: 'evil@x.example' },
  ])
    expect([bad, (await send(id, bad)).status]).toEqual([bad, 400])
  for (const query of ['', '&limit=0', '&after=nonsense']) expect((await listed(query ? id : ('x' as never), query)).status).toBe(400)
  expect(await rows()).toEqual(before)
})

test('a statement with invoices in two currencies names what is owed in each', async () => {
  const to = 'two@customer.example'
  const id = await customer(to)
  await invoice(id)
  await createRecords(app, ada).invoice({
    ...{ customerId: id, invoiceNumber: `S-${++count}`, status: 'sent', issueDate: '2026-01-05', dueDate: '2026-02-10' },
    ...{ currency: 'EUR', exchangeRate: '1.10', lineItems: [{ description: 'Design', quantity: 1, unitPrice: '1200.00' }] },
  })
  await send(id)
  await settled(id, 'accepted')
  const [mail] = statements(to)
  const text = linesOf(findPart(mail!, 'text/plain').body)
  expect(text).toContain('Balance due: $150.25\nBalance due: €1,200.00\nOf which overdue: $150.25\nStatement for:')
  const html = linesOf(findPart(mail!, 'text/html').body)
  for (const amount of ['$150.25', '€1,200.00']) expect(html).toContain(amount)
  const pages = (await readPageTexts(findPart(mail!, 'application/pdf').body)).join('')
  for (const each of ['Balance due €1,200.00', 'Euro (EUR)', 'Closing balance €1,200.00']) expect(pages).toContain(squash(each))
})

test('a statement is in the language of its customer, as its attachment and as the download', async () => {
  const to = 'buch@weber.example'
  const { id } = await createRecords(app, ada).customer({ name: 'Weber GmbH', email: to, language: 'de' })
  const { id: invoiceId } = await invoice(id)
  await app.call(ada, 'POST', `/api/invoices/${invoiceId}/payments`, {
    ...{ amount: '50.25', paymentDate: '2026-01-20', paymentMethod: 'Bank transfer' },
  })
  await send(id)
  await settled(id, 'accepted')
  const attached = findPart(statements(to, 'Kontoauszug von')[0]!, 'application/pdf')
  expect(attached.headers.get('content-disposition')).toContain('Kontoauszug-2026-01-01-2026-01-31.pdf')
  const downloaded = await app.send(
    ada,
    'GET',
    `/api/reports/export?type=statement&from=2026-01-01&to=2026-01-31&customerId=${id}&format=pdf`,
  )
  expect(downloaded.headers['content-disposition']).toContain('Kontoauszug-2026-01-01-2026-01-31.pdf')
  for (const bytes of [attached.body, downloaded.bytes]) {
    const pages = (await readPageTexts(bytes)).join('')
    for (const each of [
      ...['Kontoauszug', 'Datum Bezeichnung Belastung Gutschrift Saldo', 'Anfangssaldo', `Rechnung S-${count}, fällig am 10. Januar 2026`],
      ...[`Zahlung zu S-${count} (Überweisung)`, 'Schlusssaldo 100,00 $', 'Saldo: alle Rechnungen bis zu diesem Tag'],
    ])
      expect(pages).toContain(squash(each))
    expect(pages).not.toMatch(/Payment|Balance|Invoice|Jan 3/)
  }
  // The owner reads the same statement in English.
  const shown = await app.call(ada, 'GET', `/api/reports?type=statement&from=2026-01-01&to=2026-01-31&customerId=${id}`)
  expect(shown).toMatchObject({ title: 'Customer Statement' })
})
