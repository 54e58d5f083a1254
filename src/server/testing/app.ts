import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { type App, createApp } from '#app/app.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { createAuth } from '#server/platform/auth/auth.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createSecrets, type Secrets } from '#server/platform/encryption/secrets.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createMailSender } from '#server/platform/mail/mail-sender.ts'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import type { UploadStore } from '#server/platform/storage/object-store.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import type { S3Settings } from '#server/platform/storage/s3-store.ts'
import { cents } from '#shared/money.ts'
import type { PlanPrices } from '#shared/plans.ts'
import { derivePayPalKeys, startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { guardAnnouncements } from './announcement-guard.ts'
import { createReplyCheck, type Method, type ReplyAt } from './contract.ts'
import { createTestDatabase } from './database.ts'
import { createLedgerGuard } from './ledger-guard.ts'
import { checkProviderTraffic } from './provider-traffic.ts'
import { createSession } from './session.ts'

export type Person = { userId: number; email: string; cookie: string }
// biome-ignore lint/suspicious/noExplicitAny: `send` is for refusals and files too; `call` has the type of the contract
export type Reply<Body = any> = { status: number; body: Body; headers: LightMyRequestResponse['headers']; bytes: Buffer }

export type TestApp = App & {
  database: Database
  /** A folder of this app, unless a bucket is given. */
  objects: UploadStore
  origin: string
  /** Decrypts what the app encrypts. */
  secrets: Secrets
  /** The origins of the provider simulators, for tests that act there directly. */
  providers: { stripe: string; paypal: string }
  /** Creates a user with a session, as a sign-in does. With a password the user also has an account of the bundled provider. */
  person(name: string, options?: { password?: string; emailVerified?: boolean }): Promise<Person>
  /** Sends a request and returns any reply: for refusals, headers and files. Good replies are compared with the contract. */
  send(caller: Person | null, method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /**
   * Sends a request that has to succeed.
   * @returns the reply's body, typed by the endpoint at this method and URL
   * @throws Error with the status and the body of a refusal
   */
  call<M extends Method, Url extends string>(
    caller: Person | null,
    method: M,
    url: Url,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ReplyAt<M, Url>>
  /** Runs SQL as the owner of the tables, without row-level security. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** The emails sent so far, oldest first, once there are `count` of them. */
  mails(count: number): Promise<
    {
      to: { name: string; address: string }
      cc: { address: string }[]
      bcc: { address: string }[]
      subject: string
      text: string
      html: string
      attachments: { fileName: string; size: number }[]
    }[]
  >
  setNow(at: Date): void
  /** Posts what a test wrote into the tables of documents, payments and expenses itself. */
  post(who: Person): Promise<void>
  /** Calls the control API of the Stripe simulator, to make it fail, revoke keys and so on. */
  simulate<T>(action: string, body?: object): Promise<T>
  /** The same for the PayPal simulator. */
  simulatePayPal<T>(action: string, body?: object): Promise<T>
  /**
   * @throws Error when a request, a reply or an event between the app and the simulators violates the providers' contracts, or a transaction of the app did
   *   not announce or not post its changes
   */
  close(): Promise<void>
}

/** Without a body the action is a GET. */
const simulate = async <T>(origin: string, action: string, body?: object): Promise<T> => {
  const reply = await fetch(`${origin}/_sim/${action}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})
  if (!reply.ok) throw new Error(await reply.text())
  return (await reply.json()) as T
}

/** Creates the complete app on its own database, with real parts: provider simulators, PDF engine, job queue and outbox. */
export const createTestApp = async ({
  sandbox = true,
  smtpUrl = null,
  s3 = null,
  adminEmail = 'admin@example.com',
  prices = { monthly: cents(999), yearly: cents(9999) },
  dist = null,
  requestsPerSecond = 10_000,
  accountLimits = { maxRecords: 100_000, maxMegabytes: 1000 },
  demo = false,
  ecbOrigin = null,
  mailWebhookToken = null,
  log = () => undefined,
}: {
  sandbox?: boolean
  /** SMTP server; without one, emails go to the outbox that `mails` reads. */
  smtpUrl?: string | null
  s3?: S3Settings | null
  adminEmail?: string | null
  /** Prices of the plans. */
  prices?: PlanPrices
  /** Folder with the built web app; without one only the API replies. */
  dist?: string | null
  /** High by default, because tests send more requests than a person. */
  requestsPerSecond?: number
  /** Storage limits of an account. */
  accountLimits?: { maxRecords: number; maxMegabytes: number }
  /** Whether visitors may open demo accounts. */
  demo?: boolean
  /** A server with files like those of the European Central Bank; its rates are not used by default. */
  ecbOrigin?: string | null
  /** The last part of the address to which bounces are posted; without one there is none. */
  mailWebhookToken?: string | null
  log?: (line: string) => void
} = {}): Promise<TestApp> => {
  const { Client, types } = await import('pg')
  // Reads ids and counts as numbers, as the app's pool does.
  const int8AsNumber = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text'),
  } as never
  const testDatabase = await createTestDatabase()
  const { database, check: checkAnnouncements } = guardAnnouncements(testDatabase.database)
  const folder = mkdtempSync(join(tmpdir(), 'billfold-app-'))
  const outboxDir = join(folder, 'outbox')
  let now = () => new Date()
  let origin = 'http://localhost:1'
  const publicUrl = () => new URL(origin)
  const secrets = createSecrets(randomBytes(32))
  const mail = createMailSender({ smtpUrl, from: 'billfold@test.invalid', outboxDir, log })
  const objects = await openObjectStore({ s3, dataDir: folder, database, secrets, publicUrl, now: () => now(), log })
  const pdf = createPdfRenderer({ picture: (key) => objects.get(key) })
  // The address is known only once the server listens, and the simulators' pages are below it.
  const live = createEventHub({ connection: testDatabase.app, database, log })
  const identity = await createAuth({ database, secrets, publicUrl, oidc: null, now: () => now(), log })
  let stripe: Awaited<ReturnType<typeof startStripeSimulator>> | undefined
  let paypal: Awaited<ReturnType<typeof startPayPalSimulator>> | undefined
  const providerTraffic = checkProviderTraffic()
  const app = await createApp({
    database,
    secrets,
    identity,
    objects,
    pdf,
    send: mail.send,
    mailWebhookToken,
    live,
    sandbox: sandbox
      ? {
          stripe: { origin: () => stripe!.origin, key: (userId) => deriveStripeKeys(`business ${userId}`).secretKey },
          paypal: {
            origin: () => paypal!.origin,
            keys: (userId) => derivePayPalKeys(`business ${userId}`),
            script: '/sandbox/paypal/web-sdk/v6/core.js',
          },
          mounts: [
            { prefix: '/sandbox/stripe', handle: (req, res) => stripe!.handlePage(req, res) },
            { prefix: '/sandbox/paypal', handle: (req, res) => paypal!.handlePage(req, res) },
          ],
        }
      : null,
    billing: sandbox
      ? { ...deriveStripeKeys('platform'), apiOrigin: () => stripe!.origin, sandbox: true, script: '/sandbox/stripe/v3/stripe.js' }
      : null,
    prices,
    demo,
    adminEmail,
    accountLimits,
    // The keys of businesses are verified with the same simulators, so that tests never leave this machine.
    stripeApiOrigin: () => stripe?.origin ?? 'http://127.0.0.1:9',
    paypalApiOrigin: () => paypal?.origin ?? 'http://127.0.0.1:9',
    ecbOrigin,
    dist,
    outboxDir,
    publicUrl,
    requestsPerSecond,
    now: () => now(),
    log,
  })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const address = app.http.server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  origin = `http://127.0.0.1:${address.port}`
  if (sandbox) {
    stripe = await startStripeSimulator({ publicUrl: origin, log, observe: providerTraffic.stripe })
    paypal = await startPayPalSimulator({ publicUrl: origin, log, observe: providerTraffic.paypal })
  }
  const worker = await startWorker(testDatabase.owner, app.runners, { log })
  const owner = new Client({ ...testDatabase.owner, types: int8AsNumber })
  await owner.connect()

  const readOutbox = () => {
    try {
      return readdirSync(outboxDir)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(outboxDir, name), 'utf8')))
    } catch {
      return []
    }
  }

  const ledgerGuard = createLedgerGuard(testDatabase.database, async () =>
    (await owner.query<{ id: number }>('select id from users')).rows.map(({ id }) => id),
  )

  const checkReply = createReplyCheck(app.routes.map(({ endpoint }) => endpoint))
  const send: TestApp['send'] = async (caller, method, url, payload, headers = {}) => {
    const response = await app.http.inject({
      method,
      url,
      headers: {
        ...(caller ? { cookie: caller.cookie } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    })
    const { statusCode: status } = response
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const body = isJson && response.body ? response.json() : response.body
    if (isJson && status < 300) checkReply(method, url, body)
    return { status, body, headers: response.headers, bytes: response.rawPayload }
  }

  return {
    ...app,
    // Without the guard: tests write rows directly.
    database: testDatabase.database,
    objects,
    origin,
    secrets,
    providers: { stripe: stripe?.origin ?? '', paypal: paypal?.origin ?? '' },
    person: async (name, options = {}) => {
      const email = `${name}@example.com`
      const { userId, cookie } = await createSession(
        { database, secrets, publicUrl: publicUrl() },
        { email, firstName: name, lastName: 'Tester', ...options },
      )
      return { userId, email, cookie }
    },
    send,
    call: async (caller, method, url, payload, headers) => {
      const { status, body } = await send(caller, method, url, payload, headers)
      if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    sql: async (text, values = []) => {
      ledgerGuard.see(text)
      return (await owner.query(text, values)).rows
    },
    mails: async (count) => {
      const until = Date.now() + 15_000
      while (readOutbox().length < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
      return readOutbox()
    },
    post: ({ userId }) => testDatabase.database.asUser(userId, postAll),
    setNow: (at) => {
      now = () => at
    },
    simulate: (action, body) => simulate(stripe!.origin, action, body),
    simulatePayPal: (action, body) => simulate(paypal!.origin, action, body),
    close: async () => {
      await app.http.close()
      await worker.stop()
      const posted = await ledgerGuard.check().catch((error: Error) => error)
      await live.close()
      await identity.close()
      await stripe?.close()
      await paypal?.close()
      await pdf.close()
      await mail.close()
      await owner.end()
      await testDatabase.drop()
      rmSync(folder, { recursive: true, force: true })
      await providerTraffic.check()
      checkAnnouncements()
      if (posted instanceof Error) throw posted
    },
  }
}
