import type { TestApp } from '#server/testing/app.ts'
import { listOwnedTables } from './leaks.ts'

type Node = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Node[] } & Record<string, unknown>

const own = ['Index Cond', 'Recheck Cond', 'Filter']
const ofJoins = ['Hash Cond', 'Merge Cond', 'Join Filter']
const said = (node: Node, names: readonly string[]) => names.map((name) => String(node[name] ?? '')).join(' ')

/** Reads of a table of somebody's rows in which nothing says whose: neither the read itself nor a join above it. */
const openReads = (node: Node, tables: ReadonlySet<string>, joins: string): string[] => {
  const table = node['Relation Name']
  const isRead = table !== undefined && tables.has(table) && node['Node Type'].endsWith('Scan')
  const isAsked = /\buser_id\b/.test(said(node, own)) || joins.includes(`${node.Alias}.user_id`)
  const below = (node.Plans ?? []).flatMap((inner) => openReads(inner, tables, `${joins} ${said(node, ofJoins)}`))
  return isRead && !isAsked ? [table, ...below] : below
}

/** Statements that aren't planned: those that begin and end, and those that go on with one that was. */
const isPlanned = (text: string) => /^\s*\(*\s*(select|with|insert|update|delete)\b/i.test(text) && !text.startsWith('select set_config')

/**
 * Asks PostgreSQL how it would run each of these statements while row-level security is off, and looks whether every read of a table of
 * somebody's rows says whose rows it is after.
 * @param statements as the app sent them, with $1 and so on
 */
export const findUnfilteredStatements = async (
  app: TestApp,
  statements: Iterable<string>,
): Promise<{ looked: number; open: { tables: string[]; text: string }[] }> => {
  const tables = new Set(await listOwnedTables(app))
  const planned = [...statements].filter(isPlanned)
  const open: { tables: string[]; text: string }[] = []
  for (const text of planned) {
    const [row] = await app.sql<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (generic_plan, verbose, format json) ${text}`)
    const found = openReads(row!['QUERY PLAN'][0].Plan, tables, '')
    if (found.length > 0) open.push({ tables: found, text })
  }
  return { looked: planned.length, open }
}
