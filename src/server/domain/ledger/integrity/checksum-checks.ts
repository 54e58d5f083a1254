import { type Entity, entities } from '#server/domain/entities/entities.ts'
import type { RowKind } from './label-rows.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

const changedProblem = 'Its figures were changed by other means than Billfold: they aren’t those that were saved.'
const insertedProblem = 'It was put there by other means than Billfold, so nothing says what its figures should be.'

const checkTable = (table: string, kind: RowKind, plural: string): RowCheck =>
  defineRowCheck<{ isStrange: string }>({
    name: plural,
    kind,
    looked: `from ${table} where user_id = $1`,
    found: `select r.id, (r.seal is null)::text as "isStrange" from ${table} r where r.user_id = $1 and r.seal is distinct from seal_of(r)`,
    problem: ({ isStrange }) => (isStrange === 'true' ? insertedProblem : changedProblem),
  })

/** Deleted records that can be restored are stored as they were, with their checksums. */
const checkDeletedRecords = ({ tableName: table, kind, plural }: Entity): RowCheck =>
  defineRowCheck({
    name: `Deleted ${plural.toLowerCase()}`,
    kind: `deleted ${kind}`,
    looked: `from deleted_records where user_id = $1 and kind = '${table}' and record ? 'seal'`,
    found: `select d.id from deleted_records d cross join lateral jsonb_populate_record(null::${table}, d.record) r
      where d.user_id = $1 and d.kind = '${table}' and d.record ? 'seal' and r.seal is distinct from seal_of(r)`,
    problem: () => changedProblem,
  })

const withChecksum = entities.filter(({ hasChecksum }) => hasChecksum)

/** Every row with figures has the checksum of the figures that the app saved. */
export const checksumChecks: readonly RowCheck[] = [
  checkTable('invoices', 'invoice', 'Invoices'),
  checkTable('invoice_line_items', 'invoice line', 'Lines of invoices'),
  checkTable('estimates', 'estimate', 'Estimates'),
  checkTable('estimate_line_items', 'estimate line', 'Lines of estimates'),
  checkTable('payments', 'payment', 'Payments'),
  checkTable('payment_returns', 'return', 'Returned payment'),
  checkTable('payment_refunds', 'refund', 'Refunds that were asked for'),
  checkTable('payment_attempts', 'attempt', 'Attempts to pay'),
  ...withChecksum.map(({ tableName, kind, plural }) => checkTable(tableName, kind, plural)),
  ...withChecksum.map(checkDeletedRecords),
]
