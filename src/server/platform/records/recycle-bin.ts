import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'

/** How long a deletion can be undone. */
export const recycleBinDays = 30
const dayMs = 24 * 3_600_000

const expiredSweepJob = job('deleted-records.sweep', {})

const clearExpired = (db: UserDb) =>
  db.rows("delete from deleted_records where user_id = $1 and deleted_at < now() - $2::int * interval '1 day'", [db.userId, recycleBinDays])

/** Clears away what can't be asked back any more of somebody who deletes nothing else. */
export const recycleBinSweepRunner = ({ database }: { database: Database }) =>
  runner(expiredSweepJob, async ({ userId }) => void (await database.asUser(userId, clearExpired)))

const columnNames = (table: PgTable) =>
  Object.entries(getTableColumns(table))
    .filter(([, column]) => !column.generated)
    .map(([key, column]) => snake(column.name || key))

/** Column names as the schema's casing writes them. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const list = (names: string[]) => sql.raw(names.map((name) => `"${name}"`).join(', '))

/**
 * Deletes a row and keeps what it was, in one statement. Nothing else has to know about deleted rows: they are in no table that anybody lists.
 * @returns false when the user has no such row
 */
export const moveToRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  const { rows } = await db.orm.execute(sql`
    with gone as (delete from ${table} where user_id = ${db.userId} and id = ${id} returning *)
    insert into deleted_records (user_id, kind, id, record) select user_id, ${name}, id, to_jsonb(gone) from gone
    on conflict (user_id, kind, id) do update set record = excluded.record, deleted_at = now()
    returning id`)
  if (rows.length === 0) return false
  // Whoever deletes clears away what nobody can ask back any more, and what was deleted last is cleared away by one job of theirs.
  await clearExpired(db)
  const runAt = new Date(Date.now() + (recycleBinDays + 1) * dayMs)
  await enqueue(db, expiredSweepJob, { userId: db.userId }, { key: `deleted-records.sweep ${db.userId}`, runAt })
  return true
}

/**
 * Puts a deleted row back as it was, under its own id.
 * @returns false when there is nothing to put back
 */
export const restoreFromRecycleBin = async (db: UserDb, table: PgTable, id: number): Promise<boolean> => {
  const name = getTableName(table)
  const columns = list(columnNames(table))
  const { rows } = await db.orm.execute(sql`
    with kept as (delete from deleted_records where user_id = ${db.userId} and kind = ${name} and id = ${id} returning record)
    insert into ${table} (${columns}) overriding system value
    select ${columns} from kept, jsonb_populate_record(null::${table}, kept.record)
    returning id`)
  return rows.length > 0
}
