import { z } from 'zod'
import type { StoredLogo } from '#server/domain/documents/logo.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { getFileKey } from '#server/platform/storage/object-keys.ts'

export const logoPathPrefix = '/objects/logos/'
const unusedAfterMs = 24 * 3_600_000

export const getLogoPath = (key: string): string => logoPathPrefix + key.split('/').at(-1)!

/** @returns null for any other text, another user's path, and a deleted logo */
export const findLogo = async (db: UserDb, path: string): Promise<(StoredLogo & { id: number }) | null> => {
  const name = path.startsWith(logoPathPrefix) ? path.slice(logoPathPrefix.length) : ''
  if (!/^[0-9a-f]{32}$/.test(name)) return null
  const [file] = await db.rows<StoredLogo & { id: number }>(
    `select id, object_key as key, content_type as "contentType" from files where user_id = $1 and object_key = $2 and purpose = 'logo'`,
    [db.userId, getFileKey(db.userId, name)],
    'logos.find',
  )
  return file ?? null
}

const logoSweepJob = job('logos.sweep', { fileId: z.int() })

/** The check runs in a day. Call it in the transaction that creates a logo, and in the one that removes it from the profile. */
export const sweepLogo = (db: UserDb, fileId: number): Promise<void> =>
  enqueue(
    db,
    logoSweepJob,
    { userId: db.userId, fileId },
    { key: `logos.sweep ${db.userId} ${fileId}`, runAt: new Date(Date.now() + unusedAfterMs) },
  )

/** Deletes row and bytes, unless the profile or a sent document uses it. Deleted documents count, because they can be restored. */
export const logoSweepRunner = ({ database, objects }: Services) =>
  runner(logoSweepJob, ({ userId, fileId }) =>
    database.asUser(userId, async (db) => {
      const [deleted] = await db.rows<{ key: string }>(
        `delete from files f where f.user_id = $1 and f.id = $2 and f.purpose = 'logo'
         and not exists (select 1 from business_profiles b where b.user_id = $1 and b.logo_file_id = f.id)
         and not exists (select 1 from documents d where d.user_id = $1 and d.business_snapshot ->> 'logoKey' = f.object_key)
         returning f.object_key as key`,
        [userId, fileId],
      )
      // Before the commit: if the object store fails, the row stays and the job is retried.
      if (deleted) await objects.remove(deleted.key)
    }),
  )
