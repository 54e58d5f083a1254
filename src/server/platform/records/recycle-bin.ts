import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'

/** How long a deletion can be undone, in days. */
export const recycleBinDays = 30
const dayMs = 24 * 3_600_000

const sweepJob = job('deleted-records.sweep', {})

const deleteExpired = (db: UserDb) =>
  db.rows("delete from deleted_records where user_id = $1 and deleted_at < now() - $2::int * interval '1 day'", [db.userId, recycleBinDays])

/** Deletes the expired records of a user who has deleted nothing since. */
export const recycleBinSweepRunner = ({ database }: { database: Database }) =>
  runner(sweepJob, async ({ userId }) => void (await database.asUser(userId, deleteExpired)))

const getColumnNames = (table: PgTable) =>
  Object.entries(getTableColumns(table))
    .filter(([, column]) => !column.generated)
    .map(([key, column]) => getColumnName(column.name || key))

/**
 * Moves a row to the table `deleted_records`. No other query has to know about deleted rows.
 * @returns false when the user has no such row
 */
export const moveToRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  const [deleted] = await db.rows<{ record: string }>(
    `delete from ${name} where user_id = $1 and id = $2 returning to_jsonb(${name})::text as record`,
    [db.userId, id],
    `${name}.delete`,
  )
  if (!deleted) return false
  db.send(
    `insert into deleted_records (user_id, kind, id, record) values ($1, $2, $3, $4)
     on conflict (user_id, kind, id) do update set record = excluded.record, deleted_at = excluded.deleted_at`,
    [db.userId, name, id, deleted.record],
    'deleted-records.insert',
  )
  // Each deletion removes the user's expired records; one job removes the last ones.
  await deleteExpired(db)
  const runAt = new Date(Date.now() + (recycleBinDays + 1) * dayMs)
  await enqueue(db, sweepJob, { userId: db.userId }, { key: `deleted-records.sweep ${db.userId}`, runAt })
  return true
}

/**
 * Restores a deleted row unchanged, with its id. Columns that were added since the deletion get their defaults.
 * @returns false when there is no such deleted row
 */
export const restoreFromRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  // As texts: a JavaScript number would lose the zeros of 12.30.
  const [deleted] = await db.rows<{ record: Record<string, string | null> }>(
    `delete from deleted_records where user_id = $1 and kind = $2 and id = $3
     returning (select jsonb_object_agg(key, value) from jsonb_each_text(record)) as record`,
    [db.userId, name, id],
    'deleted-records.restore',
  )
  if (!deleted) return false
  const columns = getColumnNames(table).filter((column) => column in deleted.record)
  await db.rows(
    `insert into ${name} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    columns.map((column) => deleted.record[column]),
  )
  return true
}
