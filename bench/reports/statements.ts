import { Client, type QueryConfig } from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import type { Caller, Route } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import type { Case } from './cases.ts'

export type Statement = string | QueryConfig

/** Runs a call's handler and records the statements that it sends to the driver, from BEGIN to COMMIT. */
export const recordStatements = async (database: Database, routes: readonly Route[], userId: number, { path, query }: Case, today: Day) => {
  const found = routes.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
  if (!found) throw new Error(`There is no route for ${path}`)
  const user: Caller = {
    id: userId,
    email: null,
    tx: (work) => database.asUser(userId, work),
    snapshot: (work) => database.atOneMoment(userId, work),
    read: (prepared) => database.readAsUser(userId, prepared),
  }
  const sent: Statement[] = []
  const { query: send } = Client.prototype
  Client.prototype.query = function (this: Client, config: Statement, ...rest: unknown[]) {
    sent.push(typeof config === 'string' ? config : { ...config, values: (config.values ?? rest[0] ?? []) as unknown[] })
    return (send as (...all: unknown[]) => unknown).call(this, config, ...rest)
  } as typeof send
  try {
    const request = { user, query: found.endpoint.query?.parse(query), today, params: {}, body: undefined }
    await (found.handle as unknown as (request: object) => Promise<unknown>)(request)
  } finally {
    Client.prototype.query = send
  }
  return sent
}

/** Sends recorded statements by the bare driver. */
export const replay = async (bare: Client, statements: readonly Statement[]) => {
  for (const statement of statements) await bare.query(statement)
}
