import { Client } from 'pg'
import { entities } from '#modules/entities.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { startBenchApp } from '../support/app.ts'
import { isSmoke } from '../support/args.ts'
import { seedInvoices } from '../support/invoice-data.ts'
import type { NoisyAccount } from './noisy-neighbors.ts'

export type Sizes = {
  neighbors: number
  items: number
  estimates: number
  /** Invoices with the maximum amount of text, some of it stored before today's limits. */
  largeInvoices: number
  resets: number
}

const lines = isSmoke ? 30 : 1000
/** A thousand line breaks per line, stored before descriptions had a limit. */
const beyondLimit = "repeat(E'x\\n', 1000)"
/** The longest allowed text, as many pages as possible. */
const tall = "repeat(E'abcdef\\n', 40)"
const wide = "left('Work ' || n || ' ' || repeat('of a certain kind, ', 20), 290)"

const seedNeighbor = async (owner: Client, userId: number, { items, estimates, largeInvoices }: Sizes) => {
  const [customer] = (
    await owner.query<{ id: number }>("insert into customers (user_id, name, email) values ($1, 'Target', $2) returning id", [
      userId,
      `target${userId}@example.com`,
    ])
  ).rows
  await owner.query(
    "insert into items (user_id, name, description, unit_price) select $1, 'Item ' || n, 'Described at some length', 9.99 from generate_series(1, $2::int) n",
    [userId, items],
  )
  const types = [
    { type: 'estimate', end: 'expiry_date', count: estimates },
    { type: 'invoice', end: 'due_date', count: largeInvoices },
  ]
  const invoiceIds: number[] = []
  for (const { type, end, count } of types) {
    const inserted = await owner.query<{ id: number; n: number }>(
      `insert into documents (user_id, type, customer_id, number, issue_date, ${end}, subtotal, net_amount, tax_amount, total, home_total)
       select $1, $2, $3, 'H-' || n, '2026-01-05', '2030-01-01', 1000.00, 1000.00, 0.00, 1000.00, 1000.00 from generate_series(1, $4::int) n
       returning id, right(number, -2)::int as n`,
      [userId, type, customer!.id, count],
    )
    await owner.query(
      'insert into public_links (public_id, user_id, document_id, type) select md5(id::text), $1, id, $2 from unnest($3::bigint[]) id',
      [userId, type, inserted.rows.map(({ id }) => id)],
    )
    for (const { id, n } of inserted.rows)
      await owner.query(
        `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
         select $1, $2, n, ${type === 'estimate' ? wide : [beyondLimit, tall, wide][n % 3]}, 1, 1, 1.00, 1.00, 1.00 from generate_series(1, ${lines}) n`,
        [userId, id],
      )
    if (type === 'invoice') invoiceIds.push(...inserted.rows.map(({ id }) => id))
  }
  return { customerId: customer!.id, invoiceIds }
}

/** Starts the product with default settings and a mail server, and creates the measured account and its noisy neighbors. */
export const startEnvironment = async (sizes: Sizes) => {
  const listeners = new Map<string, (at: number) => void>()
  const mail = await startTestMailServer({
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) listeners.get(address)?.(performance.now())
        done()
      })
    },
  })
  const app = await startBenchApp({ ACCOUNT_REQUESTS_PER_SECOND: '25', SMTP_URL: `smtp://127.0.0.1:${mail.port}`, LOG_LEVEL: 'error' })
  const owner = new Client(app.owner)
  await owner.connect()

  const subscribe = "update users set subscription_status = 'active', subscription_plan = 'monthly' where id = $1"
  const measured = await app.signIn('measured')
  await owner.query(subscribe, [measured.userId])
  await seedInvoices(app.owner, [{ userIds: [measured.userId], invoices: isSmoke ? 100 : 1000 }])
  for (let i = 0; i < sizes.resets; i++) await app.signIn(`reset${i}`, 'A long enough passphrase 41')
  const neighbors: NoisyAccount[] = []
  for (let i = 0; i < sizes.neighbors; i++) {
    const { userId, cookie } = await app.signIn(`neighbor${i}`)
    // Paid accounts have higher limits than trials: the worst case.
    await owner.query(subscribe, [userId])
    neighbors.push({ cookie, ...(await seedNeighbor(owner, userId, sizes)) })
    await app.database.asUser(userId, (db) => rebuildSearchEntries(db, entities))
  }
  await owner.query('vacuum analyze')
  return {
    app,
    owner,
    measured,
    neighbors,
    postmaster: app.postmaster,
    /** Resolves to the time at which an email to this address is received, by `performance.now()`. */
    waitForEmail: (address: string) => new Promise<number>((resolve) => listeners.set(address, resolve)),
    close: async () => {
      await owner.end()
      await app.stop()
      await mail.close()
    },
  }
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>
