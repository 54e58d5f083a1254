import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { startProxy } from '#server/testing/proxy.ts'
import { createSession } from '#server/testing/session.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { startHaproxy } from './haproxy.ts'

const silent = () => undefined

/** Starts two nodes on one database behind a proxy, and signs a user in. @param proxy 'own' or 'haproxy' */
export const startCluster = async ({ drainSeconds, proxy }: { drainSeconds: number; proxy: string }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-rolling-'))
  const embedded = await startEmbedded({ dataDir, exclusive: true, log: silent })
  const key = randomBytes(32)
  const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: silent })

  const proxyPort = await findFreePort()
  const origin = `http://127.0.0.1:${proxyPort}`
  const shared = {
    DATABASE_URL: formatDatabaseUrl(embedded.connection),
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
  const runningProxy = proxy === 'haproxy' ? await startHaproxy(origins, proxyPort) : await startProxy(origins, { port: proxyPort })
  const until = Date.now() + 20_000
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 100))

  const profile = { email: 'rolling@example.com', firstName: 'Rolling', lastName: 'Bench' }
  const user = await createSession({ database, secrets: createSecrets(key), publicUrl: new URL(origin) }, profile)
  return {
    origin,
    user,
    /** Stops a node by SIGTERM and starts it again at the same address. */
    restart: async (index: number) => {
      await nodes[index]!.stop()
      nodes[index] = await start(index)
      // The next restart has to wait until the proxy uses this node again.
      await new Promise((resolve) => setTimeout(resolve, 1500))
    },
    listCustomerNames: () =>
      database.asUser(user.userId, async (db) => (await db.rows<{ name: string }>('select name from customers')).map((row) => row.name)),
    close: async () => {
      await runningProxy.close()
      await Promise.all(nodes.map((node) => node.stop()))
      await database.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
