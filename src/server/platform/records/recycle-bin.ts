import { getTableColumns, getTableName, sql } from 'drizzle-orm'
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

const joinNames = (names: string[]) => sql.raw(names.map((name) => `"${name}"`).join(', '))

/**
 * Moves a row to the table `deleted_records`, in one statement. No other query has to know about deleted rows.
 * @returns false when the user has no such row
 */
export const moveToRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  const { rows } = await db.orm.execute(sql`
    with deleted as (delete from ${table} where user_id = ${db.userId} and id = ${id} returning *)
    insert into deleted_records (user_id, kind, id, record) select user_id, ${name}, id, to_jsonb(deleted) from deleted
    on conflict (user_id, kind, id) do update set record = excluded.record, deleted_at = now()
    returning id`)
  if (rows.length === 0) return false
  // Each deletion removes the user's expired records; one job removes the last ones.
  await deleteExpired(db)
  const runAt = new Date(Date.now() + (recycleBinDays + 1) * dayMs)
  await enqueue(db, sweepJob, { userId: db.userId }, { key: `deleted-records.sweep ${db.userId}`, runAt })
  return true
}

/**
 * Restores a deleted row unchanged, with its id.
 * @returns false when there is no such deleted row
 */
export const restoreFromRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  const columns = joinNames(getColumnNames(table))
  const { rows } = await db.orm.execute(sql`
    with restored as (delete from deleted_records where user_id = ${db.userId} and kind = ${name} and id = ${id} returning record)
    insert into ${table} (${columns}) overriding system value
    select ${columns} from restored, jsonb_populate_record(null::${table}, restored.record)
    returning id`)
  return rows.length > 0
}
