import { z } from 'zod'
import type { StoredLogo } from '#server/domain/documents/logo.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { getFileKey } from '#server/platform/storage/object-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'

/** The paths of logos begin so. */
export const logoPathPrefix = '/objects/logos/'
/** A logo that nothing has by then is not wanted. */
const unusedAfterMs = 24 * 3_600_000

/** The path by which its owner sees the logo that the store keeps under that key, e.g. '/objects/logos/0f...9c'. */
export const getLogoPath = (key: string): string => logoPathPrefix + key.split('/').at(-1)!

/** This user's logo by its path; null for any other text, another user's path, or one whose logo is gone. */
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

/** Looks after a logo a day from now: call it in the transaction that makes one, and in the one by which the profile lets go of one. */
export const sweepLogo = (db: UserDb, fileId: number): Promise<void> =>
  enqueue(
    db,
    logoSweepJob,
    { userId: db.userId, fileId },
    { key: `logos.sweep ${db.userId} ${fileId}`, runAt: new Date(Date.now() + unusedAfterMs) },
  )

const isOnA = (documents: 'invoices' | 'estimates') =>
  `exists (select 1 from ${documents} p where p.user_id = $1 and p.business_as_sent ->> 'logoKey' = f.object_key)`

/** Removes a logo, row and bytes, that neither the profile has nor a paper that was sent, be it deleted since: that one may come back. */
export const logoSweepRunner = ({ database, objects }: { database: Database; objects: ObjectStore }) =>
  runner(logoSweepJob, ({ userId, fileId }) =>
    database.asUser(userId, async (db) => {
      const [gone] = await db.rows<{ key: string }>(
        `delete from files f where f.user_id = $1 and f.id = $2 and f.purpose = 'logo'
         and not exists (select 1 from business_profiles b where b.user_id = $1 and b.logo_file_id = f.id)
         and not ${isOnA('invoices')} and not ${isOnA('estimates')} returning f.object_key as key`,
        [userId, fileId],
      )
      // Before the commit: when the store can't do it, the row comes back and the job is tried again.
      if (gone) await objects.remove(gone.key)
    }),
  )
