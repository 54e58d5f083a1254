import type { RowKind } from './label-rows.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

const changed = 'Its figures were changed by other means than Billfold: they aren’t those that were saved.'
const strange = 'It was put there by other means than Billfold, so nothing says what its figures should be.'

const sealed = (table: string, kind: RowKind, plural: string): RowCheck =>
  defineRowCheck<{ isStrange: string }>({
    name: plural,
    kind,
    looked: `from ${table} where user_id = $1`,
    found: `select r.id, (r.seal is null)::text as "isStrange" from ${table} r where r.user_id = $1 and r.seal is distinct from seal_of(r)`,
    problem: ({ isStrange }) => (isStrange === 'true' ? strange : changed),
  })

/** What was deleted and can be asked back is kept as it was, with its seal. */
const keptSealed = (table: 'items' | 'expenses', kind: RowKind, plural: string): RowCheck =>
  defineRowCheck({
    name: `Deleted ${plural}`,
    kind,
    looked: `from deleted_records where user_id = $1 and kind = '${table}' and record ? 'seal'`,
    found: `select d.id from deleted_records d cross join lateral jsonb_populate_record(null::${table}, d.record) r
      where d.user_id = $1 and d.kind = '${table}' and d.record ? 'seal' and r.seal is distinct from seal_of(r)`,
    problem: () => changed,
  })

/** Every row with figures still has those that the app wrote. */
export const checksumChecks: readonly RowCheck[] = [
  sealed('invoices', 'invoice', 'Invoices'),
  sealed('invoice_line_items', 'invoice line', 'Lines of invoices'),
  sealed('estimates', 'estimate', 'Estimates'),
  sealed('estimate_line_items', 'estimate line', 'Lines of estimates'),
  sealed('payments', 'payment', 'Payments'),
  sealed('payment_returns', 'return', 'Money that went back'),
  sealed('payment_refunds', 'refund', 'Refunds that were asked for'),
  sealed('payment_attempts', 'attempt', 'Attempts to pay'),
  sealed('expenses', 'expense', 'Expenses'),
  sealed('items', 'item', 'Items'),
  keptSealed('expenses', 'deleted expense', 'expenses'),
  keptSealed('items', 'deleted item', 'items'),
]
