import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { dataExport } from '#shared/contract/account.ts'
import { fixedFiles } from './archive/parts.ts'

export type DataExport = z.output<typeof dataExport>

/** How many archives somebody may begin in 24 hours. */
const mostADay = 10
/** One that has shown no life for so long has been left by its server. */
const deadAfter = "interval '1 minute'"
/** How long it stays known that there was one. */
export const exportRetentionDays = 30

const isAlive = `state = 'running' and updated_at >= clock_timestamp() - ${deadAfter}`
const shown = `id, case when state = 'running' and not (${isAlive}) then 'failed' else state end as state, files_total as "filesTotal",
  files_done as "filesDone", bytes_sent::float8 as "bytesSent", created_at as "createdAt"`

/** One at a time of a user asks what runs and changes it. */
const lockUser = (db: UserDb) => db.rows('select 1 from users where id = $1 for no key update', [db.userId])

/** Forgets those that are too old to be of interest. */
export const deleteOldExports = (db: UserDb) =>
  db.rows("delete from data_exports where user_id = $1 and created_at < now() - $2::int * interval '1 day'", [
    db.userId,
    exportRetentionDays,
  ])

/** Makes an export that waits to be downloaded. @throws AppError 429 after too many in a day */
export const createExport = async (db: UserDb): Promise<DataExport> => {
  await lockUser(db)
  await deleteOldExports(db)
  const [made] = await db.rows<DataExport>(
    `insert into data_exports (user_id, files_total)
     select $1, $2::int + (select count(*) from invoices where user_id = $1 and deleted_at is null)
       + (select count(*) from estimates where user_id = $1 and deleted_at is null) + (select count(*) from files where user_id = $1)
     where (select count(*) from data_exports where user_id = $1 and created_at > now() - interval '1 day') < $3
     returning ${shown}`,
    [db.userId, fixedFiles, mostADay],
  )
  if (!made) throw new AppError(429, `You began ${mostADay} exports within a day. Download one of them again, or begin another tomorrow.`)
  return made
}

/** @throws AppError 404 */
export const readExport = async (db: UserDb, id: number): Promise<DataExport> => {
  const [row] = await db.rows<DataExport>(`select ${shown} from data_exports where user_id = $1 and id = $2`, [db.userId, id])
  if (!row) throw notFound('Export')
  return row
}

/** What says that a running export is still the one that was taken up here: it changes with each note. */
export type ExportLock = string
const hold = 'updated_at::text as hold'

/**
 * Takes an export up: it runs from now on.
 * @throws AppError 404, and 409 while one of this user runs
 */
export const startExport = async (db: UserDb, id: number): Promise<ExportLock> => {
  await lockUser(db)
  await readExport(db, id)
  const [running] = await db.rows(`select 1 from data_exports where user_id = $1 and ${isAlive}`, [db.userId])
  if (running)
    throw new AppError(
      409,
      'A download of your data is running already. Wait until it has ended, or cancel it, then try again in a minute.',
    )
  await db.rows("update data_exports set state = 'failed' where user_id = $1 and state = 'running'", [db.userId])
  const [taken] = await db.rows<{ hold: ExportLock }>(
    `update data_exports set state = 'running', files_done = 0, bytes_sent = 0, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning ${hold}`,
    [db.userId, id],
  )
  return taken!.hold
}

export type ExportProgress = Pick<DataExport, 'state' | 'filesTotal' | 'filesDone' | 'bytesSent'>

/** Writes down how far it has come. @returns null when it isn't ours any more: somebody else took it up, or the account is gone */
export const saveProgress = async (db: UserDb, id: number, held: ExportLock, progress: ExportProgress): Promise<ExportLock | null> => {
  const { state, filesTotal, filesDone, bytesSent } = progress
  const [noted] = await db.rows<{ hold: ExportLock }>(
    `update data_exports set state = $4, files_total = $5, files_done = $6, bytes_sent = $7, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and state = 'running' and updated_at::text = $3 returning ${hold}`,
    [db.userId, id, held, state, filesTotal, filesDone, bytesSent],
  )
  return noted?.hold ?? null
}
