import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { answer, parseMessage, testMailServer } from '#server/platform/mail/test-mail-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// For tests of e-mails: importing this gives the file an app that sends through a real mail server, and each test an owner with a customer and a
// draft of $150.25. The server knows nobody of the name 'unknown', and can be shut down.

let server: Awaited<ReturnType<typeof testMailServer>>
let port = 0
let held: Promise<void> | null = null

export const startServer = async () => {
  server = await testMailServer(
    {
      onRcptTo: async ({ address }, _session, done) => {
        await held
        done(address.startsWith('unknown') ? answer(550, 'No such user here') : null)
      },
    },
    port,
  )
  port = server.port
}
const stopServer = () => server.close()
/** Does `work` while the mail server is down; it may start it. Afterwards it is up in any case. */
export const whileDown = async (work: () => Promise<void>) => {
  await stopServer()
  try {
    await work()
  } finally {
    await stopServer()
    await startServer()
  }
}
/** Messages wait with the mail server until the answer is called. */
export const holdMessages = (): (() => void) => {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return () => {
    release()
    held = null
  }
}

export let app: TestApp
export let ada: Person
export let invoice: { id: number; number: string; publicId: string }
/** The address on the customer's record when a test begins. */
export let kim: string
let customerId: number
let count = 0

beforeAll(async () => {
  await startServer()
  app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await app.close()
  await stopServer()
})
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  kim = `kim${count}@customer.example`
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Kim & Co', email: kim })).body.id
  invoice = await makeInvoice()
})

export const makeInvoice = async () => {
  const number = `E-${++count}`
  const made = await app.send(ada, 'POST', '/api/invoices', {
    customerId,
    invoiceNumber: number,
    issueDate: '2026-01-05',
    dueDate: '2099-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_invoices where invoice_id = $1', [made.body.id])
  return { id: made.body.id as number, number, publicId: row!.public_id }
}
/** Changes the address on the customer's record. */
export const address = (email: string | null) => app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Kim & Co', email })

export const url = (rest: string, id = invoice.id) => `/api/invoices/${id}/${rest}`
export const send = (body?: object) => app.send(ada, 'POST', url('send-email'), body)
export const email = async (id: number) => (await app.send(ada, 'GET', url(`emails/${id}`))).body
/** The e-mail, once it has come to this state. */
export const settled = async (id: number, state: string) => {
  await expect.poll(async () => (await email(id)).state, { timeout: 15_000 }).toBe(state)
  return email(id)
}
export const retry = (id: number) => app.send(ada, 'POST', url(`emails/${id}/retry`))
export const saved = async () => (await app.send(ada, 'GET', `/api/invoices/${invoice.id}`)).body
/** What the mail server took, by what the subject mentions. */
export const messages = (about = invoice.number) =>
  server.received.map(({ to, raw }) => ({ to, ...parseMessage(raw) })).filter(({ headers }) => headers.get('subject')?.includes(about))
/** Lets what waits for a later try be tried now, as the try of this number. */
export const hurry = async (tryNumber?: number) => {
  // What is being tried at this moment can't be hurried yet.
  const running = () => app.sql('select 1 from graphile_worker._private_jobs where locked_at is not null')
  await expect.poll(running, { timeout: 15_000 }).toEqual([])
  await app.sql('update graphile_worker._private_jobs set run_at = now(), attempts = coalesce($1 - 1, attempts)', [tryNumber ?? null])
}
