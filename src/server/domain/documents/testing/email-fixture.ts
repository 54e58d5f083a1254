import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { createSmtpError, parseMessage, startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

/** The fixture of a test: `document` is a draft of $150.25 for a customer with the address `kim`. */
export type EmailFixture = { app: TestApp; ada: Person; kim: string; document: Made }
type Made = { id: number; number: string; publicId: string }

/**
 * Fixture for tests of emails: `begin()` sets up an app with a real mail server for the file, and a user with a customer and a draft for each test.
 * The mail server refuses addresses that start with 'unknown', defers those that start with 'later', and can be stopped.
 * @param onReady called with the fixture before each test
 */
export const createEmailFixture = (type: DocumentType, onReady: (fixture: EmailFixture) => void) => {
  let server: Awaited<ReturnType<typeof startTestMailServer>>
  let port = 0
  let hold: Promise<void> | null = null
  let losesAnswers = false
  const accepted = new Set<string>()
  let fixture: EmailFixture
  let app: TestApp
  let customerId: number
  let customer: object
  let count = 0

  const startServer = async () => {
    server = await startTestMailServer(
      {
        onRcptTo: async ({ address }, _session, done) => {
          await hold
          if (address.startsWith('unknown')) done(createSmtpError(550, 'No such user here'))
          else done(address.startsWith('later') && !accepted.has(address) ? createSmtpError(450, 'Greylisted') : null)
        },
      },
      port,
      () => (losesAnswers ? createSmtpError(451, 'Timeout') : null),
    )
    port = server.port
  }
  const stopServer = () => server.close()

  const begin = () => {
    beforeAll(async () => {
      port = 0
      await startServer()
      app = await createTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` })
    })
    afterAll(async () => {
      await app.close()
      await stopServer()
    })
    beforeEach(async () => {
      const ada = await app.person(`ada${++count}`)
      const kim = `kim${count}@customer.example`
      fixture = { app, ada, kim, document: { id: 0, number: '', publicId: '' } }
      customer = { name: 'Kim & Co', email: kim }
      customerId = (await app.send(ada, 'POST', '/api/customers', customer)).body.id
      fixture.document = await make()
      onReady(fixture)
    })
  }

  const make = async (): Promise<Made> => {
    const number = `E-${++count}`
    const made = await app.send(fixture.ada, 'POST', `/api/${type.name}s`, {
      customerId,
      [type.numberField]: number,
      issueDate: '2026-01-05',
      [type.end!.field]: '2030-02-04',
      lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
    })
    return { id: made.body.id as number, number, publicId: await getPublicId(app, made.body.id) }
  }
  /** Changes the customer's record. */
  const record = (changes: object) => {
    customer = { ...customer, ...changes }
    return app.send(fixture.ada, 'PUT', `/api/customers/${customerId}`, customer)
  }
  const url = (rest: string, id = fixture.document.id) => `/api/${type.name}s/${id}/${rest}`
  const email = async (id: number) => (await app.send(fixture.ada, 'GET', url(`emails/${id}`))).body

  return {
    /** Must be called once by each test file, as the files of a worker share this module, which is evaluated only once. */
    begin,
    startServer,
    /** Runs `work` while the mail server is down; `work` may start it. Afterwards the server is running. */
    whileDown: async (work: () => Promise<void>) => {
      await stopServer()
      try {
        await work()
      } finally {
        await stopServer()
        await startServer()
      }
    },
    /** Delays the mail server's replies until the returned function is called. */
    holdMessages: (): (() => void) => {
      let release = () => {}
      hold = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        release()
        hold = null
      }
    },
    /** The mail server takes messages and answers as if it had not, until the returned function is called. */
    loseAnswers: (): (() => void) => {
      losesAnswers = true
      return () => {
        losesAnswers = false
      }
    },
    /** Creates another draft of the same user. */
    make,
    /** Changes the address on the customer's record. */
    address: (to: string | null) => record({ email: to }),
    record,
    /** The mail server accepts an address that it deferred. */
    accept: (address: string) => accepted.add(address),
    url,
    send: (body?: object) => app.send(fixture.ada, 'POST', url('send-email'), body),
    email,
    /** Waits until the email is in this state. */
    waitForState: async (id: number, state: string) => {
      await expect.poll(async () => (await email(id)).state, { timeout: 15_000 }).toBe(state)
      return email(id)
    },
    retry: (id: number) => app.send(fixture.ada, 'POST', url(`emails/${id}/retry`)),
    saved: async () => (await app.send(fixture.ada, 'GET', `/api/${type.name}s/${fixture.document.id}`)).body,
    /** The messages that the mail server received, filtered by a text in the subject. */
    messages: (about = fixture.document.number) =>
      server.received.map(({ to, raw }) => ({ to, ...parseMessage(raw) })).filter(({ headers }) => headers.get('subject')?.includes(about)),
    /** Runs jobs that are waiting for a retry now, as the attempt of this number. */
    runRetriesNow: async (tryNumber?: number) => {
      // Running jobs can't be rescheduled.
      const running = () => app.sql('select 1 from graphile_worker._private_jobs where locked_at is not null')
      await expect.poll(running, { timeout: 15_000 }).toEqual([])
      await app.sql('update graphile_worker._private_jobs set run_at = now(), attempts = coalesce($1 - 1, attempts)', [tryNumber ?? null])
    },
  }
}
