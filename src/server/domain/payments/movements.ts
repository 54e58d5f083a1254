import type { UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { movements } from '#server/platform/db/schema/index.ts'
import type { Day } from '#shared/dates.ts'

// The rows of `movements`, whatever their kind.

type Row = typeof movements.$inferInsert
type Given = Pick<Row, 'kind' | 'documentId' | 'amount' | 'currency' | 'day'>
const own = ['sourceId', 'paymentId', 'homeAmount', 'exchangeRate', 'rateSource', 'taxPart', 'paymentMethod', 'notes'] as const
const none = {
  ...{ sourceId: null, paymentId: null, homeAmount: null, exchangeRate: null },
  ...{ rateSource: null, taxPart: null, paymentMethod: null, notes: null },
}
const newRow = describeRow(movements, ['kind', 'documentId', 'amount', 'currency', 'day', ...own])

/** @returns its id */
export const insertMovement = async (db: UserDb, movement: Given & Partial<Pick<Row, (typeof own)[number]>>): Promise<number> => {
  const [inserted] = await db.rows<{ id: number }>(
    `insert into movements (user_id, ${newRow.names}) values ($1, ${newRow.values('$2')}) returning id`,
    [db.userId, newRow.encode({ ...none, ...movement })],
    'movements.insert',
  )
  return inserted!.id
}

type Reversal = { on: Day; by: 'owner' | 'payment' }

/** Once, and not before its own day. @returns the day on which it counts as reversed */
export const reverseMovement = async (db: UserDb, { id, day }: { id: number; day: Day }, { on, by }: Reversal): Promise<Day> => {
  const reversalDay = on > day ? on : day
  await db.rows(
    'update movements set reversed_at = now(), reversal_day = $3, reversed_by = $4 where user_id = $1 and id = $2 and reversed_at is null',
    [db.userId, id, reversalDay, by],
    'movements.reverse',
  )
  return reversalDay
}

/** @param m alias of the movement's row */
export const reversalColumns = (m: string): string =>
  `${m}.created_at as "recordedAt", ${m}.reversed_at as "reversedAt", ${m}.reversal_day as "reversalDay", ${m}.reversed_by as "reversedBy"`
export type ReversalRow = { reversedAt: Date | null; reversalDay: Day | null; reversedBy: Reversal['by'] | null }

/** null while it stands. */
export const toReversal = ({ reversedAt, reversalDay, reversedBy }: ReversalRow) =>
  reversedAt && { at: reversedAt, day: reversalDay!, by: reversedBy! }
