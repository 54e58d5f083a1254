import { type RunningApp, startApp, startBenchApp } from '../support/app.ts'
import { prepareCreators, seedInvoices } from '../support/invoice-data.ts'

/** Server nodes on one database, and users with a session. */
export type Cluster = {
  nodes: RunningApp[]
  /** The id of PostgreSQL's first process. Those that serve connections are its children. */
  postmaster: number
  cookies: string[]
  /** The id of a customer, the same for all users. */
  customerId: number
  close(): Promise<void>
}

/** Starts an embedded database with `users` users of `invoices` invoices each, and `count` nodes on it. */
export const startCluster = async ({ users, invoices, count }: { users: number; invoices: number; count: number }): Promise<Cluster> => {
  const first = await startBenchApp()
  const sessions = []
  for (let i = 0; i < users; i++) sessions.push(await first.signIn(`user${i}`))
  const userIds = sessions.map(({ userId }) => userId)
  await seedInvoices(first.owner, [{ userIds, invoices }])
  const customerId = await prepareCreators(first.database, userIds)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startApp(first.sharedEnv())))
  return {
    nodes: [first, ...others],
    postmaster: first.postmaster,
    cookies: sessions.map(({ cookie }) => cookie),
    customerId,
    close: async () => {
      for (const node of others) await node.stop()
      await first.stop()
    },
  }
}
