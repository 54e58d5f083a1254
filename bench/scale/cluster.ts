import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { type RunningApp, startApp } from '../../e2e/support/app.ts'
import { seedInvoices } from '../support/invoice-data.ts'

/** Nodes on one database, and people who are signed in at all of them. */
export type Cluster = {
  nodes: RunningApp[]
  /** The database's first process; those that serve connections are its children. */
  postmaster: number
  cookies: string[]
  /** Whom each of them may name in an invoice: the same number for all. */
  customerId: number
  close(): Promise<void>
}

const quiet = () => undefined

/** Trials that begin far below zero, so that the counter does its work and never refuses; and one customer whose number is the same for all. */
const mayCreate = async (database: Database, userIds: readonly number[]): Promise<number> => {
  const id = 900_000_000
  for (const userId of userIds)
    await database.asUser(userId, async (db) => {
      await db.rows('update users set trial_invoices_used = -1000000 where id = $1', [userId])
      await db.rows(
        "insert into customers (user_id, id, name, email) overriding system value values ($1, $2, 'Acme', 'pay@acme.example')",
        [userId, id],
      )
    })
  return id
}

/**
 * Starts an embedded database with so many users of so many invoices each, and nodes on it.
 * @param count how many nodes; the first one also keeps the database
 */
export const startCluster = async ({ users, invoices, count }: { users: number; invoices: number; count: number }): Promise<Cluster> => {
  const first = await startApp()
  const { dataDir } = first
  const embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
  const { host, port, user, password, database: name } = embedded.connection
  const url = new URL(`postgres://localhost:${port ?? 5432}/${name}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  url.searchParams.set('host', host)
  const secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
  const deps = { database, secrets: createSecrets(loadMasterKeys(null, dataDir)) }
  const people = []
  for (let i = 0; i < users; i++)
    people.push(
      await createSession(
        { ...deps, publicUrl: new URL(first.origin) },
        { email: `user${i}@example.com`, firstName: 'Bench', lastName: String(i) },
      ),
    )
  const userIds = people.map(({ userId }) => userId)
  await seedInvoices(embedded.connection, [{ userIds, invoices }])
  const customerId = await mayCreate(database, userIds)
  await database.close()
  const further = await Promise.all(
    Array.from({ length: count - 1 }, async () => startApp({ DATABASE_URL: url.href, SECRET_KEY: secretKey })),
  )
  const postmaster = Number(readFileSync(join(embedded.location, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    nodes: [first, ...further],
    postmaster,
    cookies: people.map(({ cookie }) => cookie),
    customerId,
    close: async () => {
      await embedded.stop()
      for (const node of further) await node.stop()
      await first.stop()
    },
  }
}
