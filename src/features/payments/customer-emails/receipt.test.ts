import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { notifyPayment } from '#server/domain/payments/notifications.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { findPart, parseMessage, startTestMailServer, withoutSignature } from '#server/platform/mail/testing/mail-server.ts'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let server: Awaited<ReturnType<typeof startTestMailServer>>
let app: TestApp
let ada: Person
let customerId: number
/** More workers of the same queue, like those of other nodes. */
let workers: Awaited<ReturnType<typeof startWorker>>[]

beforeAll(async () => {
  server = await startTestMailServer()
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${server.port}` })
  const [row] = await app.sql<{ name: string }>('select current_database() as name')
  const queue = { ...inject('testServer').owner, database: row!.name }
  workers = await Promise.all([1, 2].map(() => startWorker(queue, app.runners, { log: () => undefined })))
  ada = await app.person('ada')
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body.id
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await app.close()
  await server.close()
})

let count = 0
const makeInvoice = async (more: object = {}) => {
  const { body } = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `R-${++count}`, issueDate: '2026-01-05', dueDate: '2030-02-04' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
    ...more,
  })
  return { id: body.id as number, number: body.invoiceNumber as string }
}
const pay = (id: number, amount = '50.25', sendReceipt = true) =>
  app.send(ada, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-20', paymentMethod: 'Cash', sendReceipt })
const messages = () => server.received.map(({ raw }) => parseMessage(raw))
const about = (number: string) => messages().filter(({ headers }) => headers.get('subject')!.includes(` ${number}`))
const receiveReceipt = async (number: string) => {
  const find = () => about(number).find(({ headers }) => headers.get('subject')!.startsWith('Receipt'))
  await expect.poll(find, { timeout: 60_000 }).toBeTruthy()
  const message = find()!
  const pdf = findPart(message, 'application/pdf')
  return {
    text: findPart(message, 'text/plain').body.toString(),
    fileName: /name="?([^";]+)/.exec(pdf.headers.get('content-disposition')!)?.[1],
    pdf: (await readPageTexts(pdf.body)).join(''),
  }
}
/** Runs the job of a receipt again. */
const later = (paymentId: number) => app.runners.find(({ name }) => name === 'payments.receipt')!.run({ userId: ada.userId, paymentId })

test('a receipt has a PDF with the same contents', async () => {
  const { id, number } = await makeInvoice()
  await pay(id)
  const { text, fileName, pdf } = await receiveReceipt(number)
  expect(fileName).toBe(`Receipt-${number}.pdf`)
  expect(text).toContain('Amount paid: $50.25')
  expect(text).toContain('Balance due: $100.00')
  expect(pdf).toContain(`${number}-R1`)
  expect(pdf).toContain('Amountpaid$50.25Balancedue$100.00')
})

test('a customer who reads German gets invoice, receipt and their PDFs in German', async () => {
  const customer = { name: 'Weber GmbH', email: 'buch@weber.example', language: 'de' }
  const { id: weber } = (await app.send(ada, 'POST', '/api/customers', customer)).body
  const { id, number } = await makeInvoice({ customerId: weber, status: 'sent', currency: 'EUR', exchangeRate: '1.10' })
  await app.send(ada, 'POST', `/api/invoices/${id}/send-email`)
  const receive = async (subject: string) => {
    const find = () => messages().find(({ headers }) => headers.get('subject')?.startsWith(subject))
    await expect.poll(find, { timeout: 60_000 }).toBeTruthy()
    return find()!
  }
  const invoice = await receive(`Rechnung ${number} von `)
  const readText = (message: typeof invoice) => findPart(message, 'text/plain').body.toString().replaceAll('\r\n', '\n')
  const text = readText(invoice)
  expect(text).toMatch(/^Guten Tag Weber GmbH,\n\n.* hat Ihnen eine Rechnung gesendet\. Sie finden das Dokument als PDF im Anhang\.\n/)
  expect(text).toContain('Zu zahlender Betrag: 150,25\u00a0€\nFällig am: 4. Februar 2030\nRechnung: ')
  expect(findPart(invoice, 'text/html').body.toString()).toContain('<html lang="de" dir="ltr">')
  const readFileName = (message: typeof invoice) => findPart(message, 'application/pdf').headers.get('content-disposition')
  expect(readFileName(invoice)).toContain(`Rechnung-${number}.pdf`)

  await pay(id)
  const receipt = await receive(`Quittung zur Rechnung ${number} von `)
  expect(readText(receipt)).toContain(
    `Bezahlter Betrag: 50,25\u00a0€\nRechnung: ${number}\nBezahlt am: 20. Januar 2026\nZahlungsart: Bar\nOffener Betrag: 100,00\u00a0€`,
  )
  expect(readFileName(receipt)).toContain(`Quittung-${number}.pdf`)
  expect((await readPageTexts(findPart(receipt, 'application/pdf').body)).join('')).toContain('Quittung')
})

test('a receipt of an invoice in another currency is in that currency, not in the one of the business', async () => {
  for (const [currency, exchangeRate, paid, due] of [
    ['EUR', '1.10', '€50.25', '€100.00'],
    ['JPY', '0.0067', '¥50', '¥100'],
  ] as const) {
    const { id, number } = await makeInvoice({
      ...{ currency, exchangeRate, status: 'sent' },
      ...(currency === 'JPY' && { lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150' }] }),
    })
    expect((await pay(id, currency === 'JPY' ? '50' : '50.25')).status).toBe(201)
    const { text, pdf } = await receiveReceipt(number)
    expect(text).toContain(`Amount paid: ${paid}`)
    expect(text).toContain(`Balance due: ${due}`)
    expect(pdf).toContain(`Amountpaid${paid}Balancedue${due}`)
    expect(text + pdf).not.toContain('$')
  }
})

test('a receipt that is sent late is about its own payment, with later refunds', async () => {
  const { id, number } = await makeInvoice()
  const first = (await pay(id, '100.00').then(({ body }) => body.payment.id)) as number
  await receiveReceipt(number)
  await pay(id, '50.25', false)
  server.received.length = 0
  await app.sql('update payments set refunded = 20 where id = $1 and user_id = $2', [first, ada.userId])
  await app.sql("update document_emails set state = 'queued' where payment_id = $1", [first])
  await later(first)
  const { text, pdf } = await receiveReceipt(number)
  expect(text).toContain('Amount paid: $100.00')
  expect(text).toContain('Since then, $20.00 of it was refunded.')
  expect(text).toContain('Refunded: $20.00')
  expect(pdf).toContain(`${number}-R1`)
  expect(pdf).toContain('Refunded-$20.00')
  expect(pdf).not.toContain('$50.25')
})

test('a payment beyond the total is shown as a credit', async () => {
  const { id, number } = await makeInvoice()
  const [made] = await app.sql<{ id: number }>(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status)
     values ($1, $2, 200, '2026-01-20', 'card', 'stripe', 'succeeded') returning id::int`,
    [ada.userId, id],
  )
  await app.sql("update documents set status = 'paid' where id = $1", [id])
  await app.database.asUser(ada.userId, (db) => notifyPayment(db, made!.id))
  const { text, pdf } = await receiveReceipt(number)
  expect(text).toContain('Credit: $49.75')
  expect(text).not.toContain('Balance due')
  expect(pdf).toContain('Credit$49.75')
})

test('with three workers and repeated jobs, each payment has one receipt and one notification', async () => {
  server.received.length = 0
  const invoices = await Promise.all(Array.from({ length: 4 }, makeInvoice))
  const paid = await Promise.all(invoices.flatMap(({ id }) => [pay(id, '50.25'), pay(id, '100.00')]))
  const ids = paid.map(({ body }) => body.payment.id as number)
  await Promise.all(ids.flatMap((id) => [later(id), later(id)]))
  const done = () => app.sql("select 1 from graphile_worker._private_jobs where key like 'receipt-%' or key like 'owner-note-%'")
  await expect.poll(done, { timeout: 60_000 }).toEqual([])
  const said = messages().map(({ headers }) => withoutSignature(headers.get('message-id'))!)
  expect(said.filter((id) => id.startsWith('<receipt-')).sort()).toEqual(ids.map((id) => `<receipt-${ada.userId}-${id}@127.0.0.1>`).sort())
  expect(said.filter((id) => id.startsWith('<payment-received-')).sort()).toEqual(
    ids.map((id) => `<payment-received-${ada.userId}-${id}@127.0.0.1>`).sort(),
  )
})
