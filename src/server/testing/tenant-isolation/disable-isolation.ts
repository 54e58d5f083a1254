import type { Pool, PoolClient } from 'pg'
import type { TestApp } from '#server/testing/app.ts'
import { listOwnedTables } from './leaks.ts'

/** Disables or enables row-level security, of all tables that have it or of the given ones. */
export const setRowSecurity = async (app: TestApp, isOn: boolean, tables?: readonly string[]): Promise<number> => {
  const those = tables ?? [...(await listOwnedTables(app)), 'users']
  for (const table of those) await app.sql(`alter table ${table} ${isOn ? 'enable' : 'disable'} row level security`)
  return those.length
}

/** Matches the filter as it is written by hand or by the query builder: `x.user_id = $1`, `"customers"."user_id" = $1`. */
const ownerFilter = /((?:"?\w+"?\.)?"?\buser_id"?)\s*=\s*(\$\d+)/g
/** The user's own row is filtered by its id. */
const ofUsers = /\b(?:from|update)\s+"?users"?\b/
const userFilter = /((?:\bu\.|"users"\.)"?id"?)\s*=\s*(\$\d+)/g
const bareUserFilter = /(\b(?:from|update)\s+users\b(?:(?!\bfrom\b|\bjoin\b)[\s\S])*?\bwhere\s+)id\s*=\s*(\$\d+)/g

/** The same statement with each filter on the owner made always true. */
const disableFilters = (text: string): { text: string; count: number } => {
  let count = 0
  const makeTrue = (condition: string) => {
    count += 1
    return `(${condition} or true)`
  }
  let filtered = text.replace(ownerFilter, (_, column: string, place: string) => makeTrue(`${column} = ${place}`))
  if (ofUsers.test(text)) {
    filtered = filtered.replace(userFilter, (_, column: string, place: string) => makeTrue(`${column} = ${place}`))
    filtered = filtered.replace(bareUserFilter, (_, before: string, place: string) => `${before}${makeTrue(`id = ${place}`)}`)
  }
  return { text: filtered, count }
}

type Query = string | { text: string; name?: string }
export type OwnerFilters = {
  areOn: boolean
  /** Number of conditions that were made always true. */
  disabledCount: number
  /** The statements that had such conditions. */
  statements: Set<string>
  /** All statements that ran in a user's transaction. */
  seen: Set<string>
}

/**
 * Removes the filters on the owner from the statements of users' transactions while `areOn` is false, by rewriting them on their way to the database.
 * Statements without a user are not changed: row-level security hides every row from them.
 */
export const interceptOwnerFilters = (pool: Pool): OwnerFilters => {
  const filters: OwnerFilters = { areOn: true, disabledCount: 0, statements: new Set(), seen: new Set() }
  const known = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    let isUserTransaction = false
    const rewrite = (query: Query): Query => {
      const text = typeof query === 'string' ? query : query.text
      // A transaction without a user may act as a user for one statement.
      if (text.includes("set_config('app.user_id'")) isUserTransaction = !text.includes("set_config('app.user_id', ''")
      else if (/^(begin|commit|rollback)/.test(text)) isUserTransaction = false
      if (isUserTransaction) filters.seen.add(text)
      if (filters.areOn || !isUserTransaction) return query
      const filtered = disableFilters(text)
      if (filtered.count === 0) return query
      filters.disabledCount += filtered.count
      filters.statements.add(text)
      if (typeof query === 'string') return filtered.text
      // Another name, because the connection may have prepared the original statement.
      return { ...query, text: filtered.text, ...(query.name ? { name: `${query.name} loose` } : {}) }
    }
    client.query = ((query: Query, ...rest: unknown[]) => send(rewrite(query), ...rest)) as PoolClient['query']
  })
  return filters
}
