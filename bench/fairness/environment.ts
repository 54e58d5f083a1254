import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { startTestMailServer } from '#server/platform/mail/testing/mail-server.ts'
import { createSession } from '#server/testing/session.ts'
import { startApp } from '../../e2e/support/app.ts'
import { seedInvoices } from '../support/invoice-data.ts'
import type { NoisyAccount } from './noisy-neighbors.ts'

export type Sizes = { hostile: number; items: number; estimates: number; resets: number }

/** Documents with as much text as can be stored, some of it from before the limits of today. */
const heavyInvoices = 12
const lines = 1000
/** A thousand line breaks in each of a thousand lines: stored before descriptions had a limit. */
const endless = "repeat(E'x\\n', 1000)"
/** What is allowed: 300 kB in all, as many pages as that can make. */
const tall = "repeat(E'abcdef\\n', 40)"
const wide = "left('Work ' || n || ' ' || repeat('of a certain kind, ', 20), 290)"

const fillHostile = async (owner: Client, userId: number, { items, estimates }: Sizes) => {
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
  const money = { issue_date: "'2026-01-05'", subtotal: '1000', tax_amount: '0', total: '1000' }
  const columns = Object.keys(money).join(', ')
  const values = Object.values(money).join(', ')
  const kinds = [
    {
      table: 'estimates',
      number: 'estimate_number',
      end: 'expiry_date',
      lines: 'estimate_line_items',
      key: 'estimate_id',
      count: estimates,
    },
    { table: 'invoices', number: 'invoice_number', end: 'due_date', lines: 'invoice_line_items', key: 'invoice_id', count: heavyInvoices },
  ]
  const ids: number[] = []
  for (const { table, number, end, lines: lineTable, key, count } of kinds) {
    const made = await owner.query<{ id: number; n: number }>(
      `insert into ${table} (user_id, customer_id, ${number}, ${end}, ${columns})
       select $1, $2, 'H-' || n, '2099-01-01', ${values} from generate_series(1, $3::int) n returning id, right(${number}, -2)::int as n`,
      [userId, customer!.id, count],
    )
    await owner.query(
      `insert into public_${table} (public_id, user_id, ${key}) select md5('${table}' || id), $1, id from unnest($2::int[]) id`,
      [userId, made.rows.map(({ id }) => id)],
    )
    for (const { id, n } of made.rows)
      await owner.query(
        `insert into ${lineTable} (user_id, ${key}, position, description, quantity, unit_price, total)
         select $1, $2, n, ${table === 'estimates' ? wide : [endless, tall, wide][n % 3]}, 1, 1, 1 from generate_series(1, ${lines}) n`,
        [userId, id],
      )
    if (table === 'invoices') ids.push(...made.rows.map(({ id }) => id))
  }
  return { customerId: customer!.id, invoiceIds: ids }
}

/** Starts the product with its own settings and a mail server, one quiet business and some hostile ones. */
export const startEnvironment = async (sizes: Sizes) => {
  const arrived = new Map<string, (at: number) => void>()
  const mail = await startTestMailServer({
    onData: (stream, session, done) => {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) arrived.get(address)?.(performance.now())
        done()
      })
    },
  })
  const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, LOG_LEVEL: 'error' })
  const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: () => undefined })
  const connection: ClientConfig = embedded.connection
  const database = openDatabase(await prepareDatabase(connection, 'billfold_app'), { log: () => undefined })
  const deps = { database, secrets: createSecrets(loadMasterKeys(null, app.dataDir)), publicUrl: new URL(app.origin) }
  const owner = new Client(connection)
  await owner.connect()

  const person = (name: string, password?: string) =>
    createSession(deps, { email: `${name}@example.com`, firstName: name, lastName: 'Bench', ...(password && { password }) })
  const paying = "update users set subscription_status = 'active', subscription_plan = 'monthly' where id = $1"
  const quiet = await person('quiet')
  await owner.query(paying, [quiet.userId])
  await seedInvoices(connection, [{ userIds: [quiet.userId], invoices: 1000 }])
  for (let i = 0; i < sizes.resets; i++) await person(`forgetful${i}`, 'A long enough passphrase 41')
  const hostile: NoisyAccount[] = []
  for (let i = 0; i < sizes.hostile; i++) {
    const { userId, cookie } = await person(`hostile${i}`)
    // The worst case: what a trial may not do in a day, a paying account may.
    await owner.query(paying, [userId])
    hostile.push({ cookie, ...(await fillHostile(owner, userId, sizes)) })
  }
  await owner.query('vacuum analyze')
  return {
    app,
    owner,
    quiet,
    hostile,
    /** The database's first process; those that serve connections are its children. */
    postmaster: Number(readFileSync(join(embedded.location, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** Resolves with the moment at which a message to this address has arrived. */
    arrival: (address: string) => new Promise<number>((resolve) => arrived.set(address, resolve)),
    close: async () => {
      await owner.end()
      await database.close()
      await embedded.stop()
      await app.stop()
      await mail.close()
    },
  }
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>
