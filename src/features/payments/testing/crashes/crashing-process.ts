import { createAccounts } from '#server/domain/payments/accounts/accounts.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { Services } from '#server/domain/services.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { crashAt } from './crash-at.ts'

// A process that reconciles one attempt and kills itself on the way: `node crashing-process.ts '{...}'`. It prints how many moments there were.

type Orders = {
  connection: { host: string; port: number; user: string; password: string; database: string }
  key: string
  stripeOrigin: string
  paypalOrigin: string
  userId: number
  attemptId: string
  /** The moment of the crash, counted from 1; 0 for none. */
  at: number
}
const orders = JSON.parse(process.argv[2]!) as Orders
const silent = () => undefined
const opened = openDatabase(orders.connection, { max: 2, log: silent })
const { database, moments } = crashAt(opened, orders.at)
const accounts = createAccounts({
  connect: connectProviders,
  database,
  secrets: createSecrets(Buffer.from(orders.key, 'base64')),
  stripeApiOrigin: () => orders.stripeOrigin,
  paypalApiOrigin: () => orders.paypalOrigin,
  sandbox: null,
  log: silent,
})
await reconcile({ database, accounts, now: () => new Date(), log: silent } as unknown as Services, orders.userId, orders.attemptId)
await opened.close()
process.stdout.write(String(moments()))
