import type { TestApp } from '#server/testing/app.ts'
import { listOwnedTables } from './leaks.ts'

type Node = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Node[] } & Record<string, unknown>

const ownConditions = ['Index Cond', 'Recheck Cond', 'Filter']
const joinConditions = ['Hash Cond', 'Merge Cond', 'Join Filter']
const formatConditions = (node: Node, names: readonly string[]) => names.map((name) => String(node[name] ?? '')).join(' ')

/** Scans of users' tables that neither themselves nor through a join above them filter by the owner. */
const findUnfilteredScans = (node: Node, tables: ReadonlySet<string>, joins: string): string[] => {
  const table = node['Relation Name']
  const isScan = table !== undefined && tables.has(table) && node['Node Type'].endsWith('Scan')
  const isFiltered = /\buser_id\b/.test(formatConditions(node, ownConditions)) || joins.includes(`${node.Alias}.user_id`)
  const below = (node.Plans ?? []).flatMap((inner) =>
    findUnfilteredScans(inner, tables, `${joins} ${formatConditions(node, joinConditions)}`),
  )
  return isScan && !isFiltered ? [table, ...below] : below
}

/** Statements without a plan: transaction control, and fetches from a cursor. */
const isPlanned = (text: string) => /^\s*\(*\s*(select|with|insert|update|delete)\b/i.test(text) && !text.startsWith('select set_config')

/**
 * Plans each of these statements with row-level security off, and finds those that scan a user's table without a filter on the owner.
 * @param statements as the app sent them, with $1 and so on
 */
export const findUnfilteredStatements = async (
  app: TestApp,
  statements: Iterable<string>,
): Promise<{ looked: number; open: { tables: string[]; text: string }[] }> => {
  const tables = new Set(await listOwnedTables(app))
  const planned = [...statements].filter(isPlanned)
  const unfiltered: { tables: string[]; text: string }[] = []
  for (const text of planned) {
    const [row] = await app.sql<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (generic_plan, verbose, format json) ${text}`)
    const found = findUnfilteredScans(row!['QUERY PLAN'][0].Plan, tables, '')
    if (found.length > 0) unfiltered.push({ tables: found, text })
  }
  return { looked: planned.length, open: unfiltered }
}
