import type { Pool, PoolClient } from 'pg'
import type { TestApp } from '#server/testing/app.ts'
import { listOwnedTables } from './leaks.ts'

/** Takes the database's own wall down, or puts it up again: row-level security of all tables that have it, or of these alone. */
export const setRowSecurity = async (app: TestApp, isOn: boolean, tables?: readonly string[]): Promise<number> => {
  const those = tables ?? [...(await listOwnedTables(app)), 'users']
  for (const table of those) await app.sql(`alter table ${table} ${isOn ? 'enable' : 'disable'} row level security`)
  return those.length
}

/** As a filter is written, by hand or by the query builder: `x.user_id = $1`, `"customers"."user_id" = $1`. */
const ownerFilter = /((?:"?\w+"?\.)?"?\buser_id"?)\s*=\s*(\$\d+)/g
/** The user's own row is his by its id. */
const ofUsers = /\b(?:from|update)\s+"?users"?\b/
const userFilter = /((?:\bu\.|"users"\.)"?id"?)\s*=\s*(\$\d+)/g
const bareUserFilter = /(\b(?:from|update)\s+users\b(?:(?!\bfrom\b|\bjoin\b)[\s\S])*?\bwhere\s+)id\s*=\s*(\$\d+)/g

/** The same statement without what asks whose row it is; each such filter lets everything pass. */
const unfiltered = (text: string): { text: string; count: number } => {
  let count = 0
  const pass = (condition: string) => {
    count += 1
    return `(${condition} or true)`
  }
  let said = text.replace(ownerFilter, (_, column: string, place: string) => pass(`${column} = ${place}`))
  if (ofUsers.test(text)) {
    said = said.replace(userFilter, (_, column: string, place: string) => pass(`${column} = ${place}`))
    said = said.replace(bareUserFilter, (_, before: string, place: string) => `${before}${pass(`id = ${place}`)}`)
  }
  return { text: said, count }
}

type Query = string | { text: string; name?: string }
export type OwnerFilters = {
  areOn: boolean
  /** How many conditions were let through, ... */
  passed: number
  /** ... and in which statements. */
  loosened: Set<string>
  /** All statements that ran in a user's transaction. */
  seen: Set<string>
}

/**
 * Takes the code's own wall down while `areOn` is false: every statement of a user's transaction is rewritten on its way to the database. What runs as
 * nobody stays as it is: it sees no row of anybody.
 */
export const interceptOwnerFilters = (pool: Pool): OwnerFilters => {
  const filters: OwnerFilters = { areOn: true, passed: 0, loosened: new Set(), seen: new Set() }
  const known = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    let isUsers = false
    const loosened = (asked: Query): Query => {
      const text = typeof asked === 'string' ? asked : asked.text
      // What begins as nobody's may become somebody's for a statement, and nobody's again.
      if (text.includes("set_config('app.user_id'")) isUsers = !text.includes("set_config('app.user_id', ''")
      else if (/^(begin|commit|rollback)/.test(text)) isUsers = false
      if (isUsers) filters.seen.add(text)
      if (filters.areOn || !isUsers) return asked
      const said = unfiltered(text)
      if (said.count === 0) return asked
      filters.passed += said.count
      filters.loosened.add(text)
      if (typeof asked === 'string') return said.text
      // Prepared under a name of its own: the same connection may know the statement as it was.
      return { ...asked, text: said.text, ...(asked.name ? { name: `${asked.name} loose` } : {}) }
    }
    client.query = ((asked: Query, ...rest: unknown[]) => query(loosened(asked), ...rest)) as PoolClient['query']
  })
  return filters
}
