import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SettingError } from '#server/platform/config/env.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { generateObjectName, getPendingUploadKey } from './object-keys.ts'
import { openObjectStore } from './open-object-store.ts'
import type { S3Settings } from './s3-store.ts'
import { startS3Server } from './testing/s3-server.ts'

const setUp = async () => {
  const { database } = await withTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-open-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const deps = { dataDir, database, secrets: createSecrets(Buffer.alloc(32, 1)), now: () => new Date(), log: () => undefined }
  return (s3: S3Settings | null) => openObjectStore({ ...deps, s3, publicUrl: () => new URL('http://localhost:3000') })
}

test.each(['a folder', 'a bucket'])(
  'with %s, upload addresses are of this server, and stay valid after a restart and on other servers',
  async (which) => {
    const server = await startS3Server()
    onTestFinished(server.close)
    const openStore = await setUp()
    const open = () => openStore(which === 'a bucket' ? server.settings : null)
    const key = getPendingUploadKey(1, generateObjectName())
    const url = (await open()).links.createUrl({ key, maxBytes: 1, expires: new Date() })
    expect([new URL(url).origin, (await open()).links.findKey(url)]).toEqual(['http://localhost:3000', key])
  },
)

test('a writable bucket opens, and contains no test object afterwards', async () => {
  const server = await startS3Server()
  onTestFinished(server.close)
  await (await setUp())(server.settings)
  expect(server.objects.size).toBe(0)
})

test.each<[Partial<S3Settings>, string]>([
  [{ secretAccessKey: 'guessed' }, 'S3_SECRET_ACCESS_KEY is not the one that belongs to S3_ACCESS_KEY_ID.'],
  [{ accessKeyId: 'NOBODY' }, 'S3_ACCESS_KEY_ID is not known to the object store.'],
  [{ bucket: 'elsewhere' }, 'S3_BUCKET names a bucket that is not at http://'],
  [{ region: 'mars-1' }, "S3_REGION is not the bucket's own: mars-1."],
  [{ endpoint: 'http://127.0.0.1:9' }, "The object store of S3_ENDPOINT (http://127.0.0.1:9) can't be reached: "],
])('with %j the start fails with: %s', async (wrong, message) => {
  const server = await startS3Server()
  onTestFinished(server.close)
  const opening = (await setUp())({ ...server.settings, ...wrong })
  await expect(opening).rejects.toThrow(SettingError)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.not.toThrow(server.settings.secretAccessKey)
})

test('a key without write access fails the start', async () => {
  const server = await startS3Server()
  onTestFinished(server.close)
  server.failWith([403, 'AccessDenied'])
  await expect((await setUp())(server.settings)).rejects.toThrow(/may not write to the bucket billfold-test/)
})
