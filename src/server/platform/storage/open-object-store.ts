import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SettingError } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { createFolderStore } from './folder-store.ts'
import { generateObjectName, getPendingUploadKey } from './object-keys.ts'
import type { UploadStore } from './object-store.ts'
import { createS3Store, S3Error, type S3Settings } from './s3-store.ts'
import { createUploadLinks } from './upload-links.ts'

type Deps = {
  s3: S3Settings | null
  dataDir: string
  database: Database
  secrets: Secrets
  publicUrl: () => URL
  now: () => Date
  log: (line: string) => void
}

/** @throws SettingError when the bucket is not writable, so that a wrong setting is noticed at startup */
export const openObjectStore = async ({ s3, dataDir, database, secrets, publicUrl, now, log }: Deps): Promise<UploadStore> => {
  const secret = await getServerKey(database, secrets, 'upload-links', () => randomBytes(32).toString('base64url'))
  const links = createUploadLinks(secret, now, publicUrl)
  if (!s3) return { ...createFolderStore(join(dataDir, 'objects')), links }
  const store = createS3Store(s3, { log })
  // Writes and removes an object, because the key may not be allowed to list the bucket.
  const probe = getPendingUploadKey(1, generateObjectName())
  try {
    await store.put(probe, Buffer.from('Billfold write check'), 'text/plain')
    await store.remove(probe)
  } catch (error) {
    if (error instanceof S3Error) throw new SettingError(describeS3Error(error, s3))
    throw error
  }
  return { ...store, links }
}

const describeS3Error = ({ code, cause }: S3Error, { endpoint, bucket, region }: S3Settings): string => {
  if (code === 'unreachable') return `The object store of S3_ENDPOINT (${endpoint}) can't be reached: ${describeCause(cause)}.`
  if (code === 'NoSuchBucket' || code === '404')
    return `S3_BUCKET names a bucket that is not at ${endpoint}: ${bucket}. Create it, or name another one.`
  if (code === 'SignatureDoesNotMatch') return 'S3_SECRET_ACCESS_KEY is not the one that belongs to S3_ACCESS_KEY_ID.'
  if (code === 'InvalidAccessKeyId') return 'S3_ACCESS_KEY_ID is not known to the object store.'
  if (code === 'AccessDenied' || code === '403')
    return `The key of S3_ACCESS_KEY_ID may not write to the bucket ${bucket}. It needs to get, put, delete and list objects there.`
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect' || code === '301')
    return `S3_REGION is not the bucket's own: ${region}.`
  return `The object store of S3_ENDPOINT (${endpoint}) refused a trial file: ${code}.`
}

const describeCause = (error: unknown): string => {
  const { code, message } = ((error as Error)?.cause ?? error ?? {}) as { code?: string; message?: string }
  return code ?? message ?? 'no answer'
}
