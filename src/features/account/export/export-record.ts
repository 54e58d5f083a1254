import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { dataExport } from '#shared/contract/account.ts'
import { fixedFiles } from './archive/parts.ts'

export type DataExport = z.output<typeof dataExport>

const maxPerDay = 10
/** A running export without progress for this long was abandoned by its server. */
const abandonedAfter = "interval '1 minute'"
export const exportRetentionDays = 30

const isRunningSql = `state = 'running' and updated_at >= clock_timestamp() - ${abandonedAfter}`
const columns = `id, case when state = 'running' and not (${isRunningSql}) then 'failed' else state end as state, files_total as "filesTotal",
  files_done as "filesDone", bytes_sent::float8 as "bytesSent", created_at as "createdAt"`

const lockUser = (db: UserDb) => db.rows('select 1 from users where id = $1 for no key update', [db.userId])

export const deleteOldExports = (db: UserDb) =>
  db.rows("delete from data_exports where user_id = $1 and created_at < now() - $2::int * interval '1 day'", [
    db.userId,
    exportRetentionDays,
  ])

/** @throws AppError 429 after too many in a day */
export const createExport = async (db: UserDb): Promise<DataExport> => {
  await lockUser(db)
  await deleteOldExports(db)
  const [counts] = await db.rows<{ recent: number; files: number }>(
    `select (select count(*) from data_exports where user_id = $1 and created_at > now() - interval '1 day')::int as recent,
       ((select count(*) from documents where user_id = $1 and deleted_at is null) + (select count(*) from files where user_id = $1 and purpose <> 'upload'))::int as files`,
    [db.userId],
  )
  if (counts!.recent >= maxPerDay)
    throw new AppError(429, `You began ${maxPerDay} exports within a day. Download one of them again, or begin another tomorrow.`)
  const [created] = await db.rows<DataExport>(`insert into data_exports (user_id, files_total) values ($1, $2) returning ${columns}`, [
    db.userId,
    fixedFiles + counts!.files,
  ])
  return created!
}

/** @throws AppError 404 */
export const readExport = async (db: UserDb, id: number): Promise<DataExport> => {
  const [row] = await db.rows<DataExport>(`select ${columns} from data_exports where user_id = $1 and id = $2`, [db.userId, id])
  if (!row) throw notFound('Export')
  return row
}

/** Names the download that owns a running export: the time of its last update, which changes with every save. */
export type ExportLock = string
const lockColumn = 'updated_at::text as hold'

/** @throws AppError 404, or 409 while another export of the user is running */
export const startExport = async (db: UserDb, id: number): Promise<ExportLock> => {
  await lockUser(db)
  await readExport(db, id)
  const [running] = await db.rows(`select 1 from data_exports where user_id = $1 and ${isRunningSql}`, [db.userId])
  if (running)
    throw new AppError(
      409,
      'A download of your data is running already. Wait until it has ended, or cancel it, then try again in a minute.',
    )
  await db.rows("update data_exports set state = 'failed' where user_id = $1 and state = 'running'", [db.userId])
  const [started] = await db.rows<{ hold: ExportLock }>(
    `update data_exports set state = 'running', files_done = 0, bytes_sent = 0, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning ${lockColumn}`,
    [db.userId, id],
  )
  return started!.hold
}

export type ExportProgress = Pick<DataExport, 'state' | 'filesTotal' | 'filesDone' | 'bytesSent'>

/** @returns null when another download took the export over, or the account was deleted */
export const saveProgress = async (db: UserDb, id: number, lock: ExportLock, progress: ExportProgress): Promise<ExportLock | null> => {
  const { state, filesTotal, filesDone, bytesSent } = progress
  const [saved] = await db.rows<{ hold: ExportLock }>(
    `update data_exports set state = $4, files_total = $5, files_done = $6, bytes_sent = $7, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and state = 'running' and updated_at::text = $3 returning ${lockColumn}`,
    [db.userId, id, lock, state, filesTotal, filesDone, bytesSent],
  )
  return saved?.hold ?? null
}
