import type { Entry } from '#server/domain/ledger/journal/derive-entries.ts'
import { findChanges } from '#server/domain/ledger/journal/find-changes.ts'
import { eachPage } from '#server/domain/ledger/journal/post.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { accountNumbers, chartOfAccounts } from '#shared/accounts.ts'
import { formatDay } from '#shared/dates.ts'
import { formatAmount, type HomeAmount, sum } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import type { Discrepancy, RowKind } from './label-rows.ts'
import { type CheckResult, defineRowCheck, type RowCheck } from './row-check.ts'

const entries = 'from journal_entries where user_id = $1'
const lines = 'from journal_lines l where l.user_id = $1'
const numbers = chartOfAccounts.map(({ number }) => number).join(', ')

const linesOf = (id: string, [debit, credit]: readonly [string, string]) => `(
  select string_agg(concat_ws(' ', l.basis, l.${debit}, l.${credit}, l.amount, l.customer_id, 'rate', l.tax_rate_id, l.tax_component, 'percent', l.tax_percent), ', ' order by l.position)
  from journal_lines l where l.user_id = $1 and l.entry_id = ${id})`

export const journalChecks: readonly RowCheck[] = [
  defineRowCheck<{ count: string; last: string }>({
    name: 'Numbers of entries: without gaps',
    kind: 'journal entry',
    looked: entries,
    found: `select coalesce(max(e.id), 0) as id, count(e.id)::text, b.last_entry_id::text as last
      from books b left join journal_entries e on e.user_id = $1
      where b.user_id = $1 group by b.last_entry_id having count(e.id) <> b.last_entry_id or coalesce(max(e.id), 0) <> b.last_entry_id or coalesce(min(e.id), 1) <> 1`,
    problem: ({ count, last }) => `There are ${count} entries, but the last number is ${last}.`,
  }),
  defineRowCheck({
    name: 'Lines of entries: what they repeat of the entry',
    kind: 'journal entry',
    looked: lines,
    found: `select l.entry_id as id from journal_lines l left join journal_entries e on e.user_id = $1 and e.id = l.entry_id
      where l.user_id = $1 and (e.id is null or (l.day, l.kind, l.source_id) <> (e.day, e.kind, e.source_id) or l.document_id is distinct from e.document_id
        or l.debit_account not in (${numbers}) or l.credit_account not in (${numbers}) or l.amount <= 0)`,
    problem: () => 'One of its lines differs from the entry.',
  }),
  defineRowCheck({
    name: 'Reversals: the entry with its sides swapped',
    kind: 'journal entry',
    looked: `${entries} and reverses_id is not null`,
    found: `select e.id from journal_entries e left join journal_entries o on o.user_id = $1 and o.id = e.reverses_id
      where e.user_id = $1 and e.reverses_id is not null and (o.id is null or o.reverses_id is not null
        or (e.kind, e.source_id) <> (o.kind, o.source_id) or e.document_id is distinct from o.document_id or e.day < o.day
        or ${linesOf('e.id', ['debit_account', 'credit_account'])} is distinct from ${linesOf('o.id', ['credit_account', 'debit_account'])})`,
    problem: () => 'It does not take back what it reverses.',
  }),
]

const rowKinds: Record<Entry['kind'], RowKind> = {
  invoice: 'invoice',
  opening: 'invoice',
  payment: 'payment',
  refund: 'return',
  fee: 'payment',
  expense: 'expense',
  manual: 'manual entry',
  'write-off': 'write-off',
  'write-off reversal': 'write-off',
  'credit note': 'credit-note',
  'credit application': 'credit application',
  'credit application reversal': 'credit application',
  'credit refund': 'credit refund',
  'credit refund reversal': 'credit refund',
}

const isOpeningCredit = ({ kind, lines }: Entry) =>
  kind === 'opening' && lines.some(({ basis, debit }) => basis === 'accrual' && debit === accountNumbers.openingBalanceEquity)

const sumMoved = ({ lines }: Entry): HomeAmount => sum(lines.filter(({ basis }) => basis === 'accrual').map(({ amount }) => amount))

const describeProblem = (derived: Entry | undefined, stored: Entry | undefined): string => {
  if (!stored) return `Its entry of ${formatAmount(sumMoved(derived!))} on ${formatDay(derived!.day)} is missing in the journal.`
  const says = `The journal says ${formatAmount(sumMoved(stored))} on ${formatDay(stored.day)}`
  if (!derived) return `${says}, but there should be no entry.`
  const is = `${formatAmount(sumMoved(derived))} on ${formatDay(derived.day)}`
  return says.endsWith(is) ? `${says}, but with other accounts than it should.` : `${says}, but it comes to ${is}.`
}

export const compareJournalWithRecords = async (db: UserDb, maxFindings: number): Promise<CheckResult<Discrepancy>> => {
  const result: CheckResult<Discrepancy> = { looked: 0, wrong: 0, findings: [] }
  for await (const { source, ids } of eachPage(db)) {
    const { derived, standing } = await source.read(db, ids)
    result.looked += Math.max(derived.length, standing.length)
    // With all days closed, texts are not compared: they stay as they were posted.
    const { reversed, added } = findChanges(derived, standing, allTime.to)
    const getKey = ({ kind, sourceId }: Entry) => `${kind} ${sourceId}`
    const stored = new Map(reversed.map((entry) => [getKey(entry), entry]))
    const expected = new Map(added.map((entry) => [getKey(entry), entry]))
    for (const key of new Set([...expected.keys(), ...stored.keys()])) {
      result.wrong++
      if (result.findings.length >= maxFindings) continue
      const entry = (expected.get(key) ?? stored.get(key))!
      const { kind, sourceId } = entry
      result.findings.push({
        kind: isOpeningCredit(entry) ? 'credit-note' : rowKinds[kind],
        id: String(sourceId),
        problem: describeProblem(expected.get(key), stored.get(key)),
      })
    }
  }
  return result
}
