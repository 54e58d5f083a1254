import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { startProxy } from '#server/testing/proxy.ts'
import { createSession } from '#server/testing/session.ts'
import { findFreePort, type RunningApp, startApp } from '../../e2e/support/app.ts'
import { startHaproxy } from './haproxy.ts'

const quiet = () => undefined

/** Two nodes on a database of its own behind a proxy, and somebody who is signed in. @param proxy 'own' or 'haproxy' */
export const startCluster = async ({ drainSeconds, proxy }: { drainSeconds: number; proxy: string }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-rolling-'))
  const embedded = await startEmbedded({ dataDir, exclusive: true, log: quiet })
  const { host, port, user, password, database: name } = embedded.connection
  const url = new URL(`postgres://localhost:${port ?? 5432}/${name}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  url.searchParams.set('host', host)
  const key = randomBytes(32)
  const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })

  const front = await findFreePort()
  const origin = `http://127.0.0.1:${front}`
  const shared = {
    DATABASE_URL: url.href,
    SECRET_KEY: key.toString('base64'),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
    DRAIN_SECONDS: String(drainSeconds),
  }
  const ports = [await findFreePort(), await findFreePort()]
  const start = (index: number) => startApp({ ...shared, PORT: String(ports[index]) })
  const nodes: RunningApp[] = await Promise.all([start(0), start(1)])
  const origins = ports.map((each) => `http://127.0.0.1:${each}`)
  const standing = proxy === 'haproxy' ? await startHaproxy(origins, front) : await startProxy(origins, { port: front })
  const until = Date.now() + 20_000
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 100))

  const who = { email: 'rolling@example.com', firstName: 'Rolling', lastName: 'Bench' }
  const person = await createSession({ database, secrets: createSecrets(key), publicUrl: new URL(origin) }, who)
  return {
    origin,
    person,
    /** Ends one by SIGTERM, and starts it anew at the same address once it is gone. */
    restart: async (index: number) => {
      await nodes[index]!.stop()
      nodes[index] = await start(index)
      // As a careful operator: the next one only when the proxy has taken this one back.
      await new Promise((resolve) => setTimeout(resolve, 1500))
    },
    customerNames: () =>
      database.asUser(person.userId, async (db) => (await db.rows<{ name: string }>('select name from customers')).map((row) => row.name)),
    close: async () => {
      await standing.close()
      await Promise.all(nodes.map((node) => node.stop()))
      await database.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
