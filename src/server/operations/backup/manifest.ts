import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { getKeyId } from '#server/platform/encryption/master-keys.ts'
import { isObjectKey } from '#server/platform/storage/object-keys.ts'

/** The message is for the operator. */
export class BackupError extends Error {}

/** Incremented when older versions of Billfold can no longer read the file. */
export const formatVersion = 1

export const manifestName = 'manifest.json'
/** One JSON object per row. */
export const jobsName = 'jobs.copy'
export const keyName = 'secret.key'
export const getTablePath = (table: string) => `tables/${table}.copy`
export const getObjectPath = (key: string) => `objects/${key}`

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().min(0)

const schema = z.object({
  product: z.literal('billfold'),
  format: z.int(),
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** '18.4' */
  postgres: z.string(),
  /** Oldest first. */
  migrations: z.array(z.object({ hash: sha256, createdAt: whole })).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()).min(1),
      rows: whole,
      bytes: whole,
      sha256,
    }),
  ),
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: whole, isCalled: z.boolean() })),
  jobs: z.object({ rows: whole, sha256 }),
  objects: z.array(z.object({ key: z.string().refine(isObjectKey), size: whole, sha256 })),
  missingObjects: z.array(z.string()),
  key: sha256.nullable(),
  /** Of all of the above, by the master key of this id; null for a backup that was made without the key. */
  authentication: z.object({ keyId: z.string(), mac: sha256 }).nullable(),
  checksum: sha256,
})

export type Manifest = z.output<typeof schema>
type Contents = Omit<Manifest, 'authentication' | 'checksum'>

const computeChecksum = (contents: object) => createHash('sha256').update(JSON.stringify(contents)).digest('hex')

/** With a key of its own, derived from the master key, which encrypts and does nothing else. */
const computeMac = (masterKey: Buffer, contents: object) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', masterKey, '', 'billfold backup manifest', 32)))
    .update(JSON.stringify(contents))
    .digest('hex')

/**
 * The MAC shows who made it; the checksum, which needs no key, that it is undamaged. Both cover the hashes of all files, and what has none,
 * such as the sequences. Without `masterKey` there is no authentication.
 */
export const sealManifest = (contents: Contents, masterKey: Buffer | null): Manifest => {
  const authentication = masterKey && { keyId: getKeyId(masterKey), mac: computeMac(masterKey, contents) }
  return { ...contents, authentication, checksum: computeChecksum({ ...contents, authentication }) }
}

const hasValidChecksum = (json: unknown): boolean => {
  // Of the text as it was written, with fields that this version does not know.
  const { checksum, ...contents } = json as Record<string, unknown>
  return checksum === computeChecksum(contents)
}

/** `text` is the manifest as it was written. 'absent': made without a key; 'other key': none of these made it. */
export const authenticate = (text: string, masterKeys: readonly Buffer[]): 'authentic' | 'forged' | 'other key' | 'absent' => {
  const { checksum: _, authentication, ...contents } = JSON.parse(text) as Manifest
  if (!authentication) return 'absent'
  const key = masterKeys.find((each) => getKeyId(each) === authentication.keyId)
  if (!key) return 'other key'
  const mac = Buffer.from(authentication.mac, 'hex')
  return timingSafeEqual(mac, Buffer.from(computeMac(key, contents), 'hex')) ? 'authentic' : 'forged'
}

/** @throws BackupError for other text, and for a manifest that only a newer Billfold can read */
export const parseManifest = (text: string): Manifest => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new BackupError('The file is not a Billfold backup, or it is damaged: its manifest can’t be read.', { cause })
  }
  const { format } = z
    .object({ format: z.int().catch(formatVersion) })
    .catch({ format: formatVersion })
    .parse(json)
  if (format > formatVersion)
    throw new BackupError(
      `The backup was made by a newer Billfold, in a format (${format}) that this one can’t read. Install that version or a newer one.`,
    )
  const parsed = schema.safeParse(json)
  if (parsed.success && !hasValidChecksum(json))
    throw new BackupError(
      'The backup can’t be restored: its manifest is damaged, or was changed after the backup was made. Nothing was changed.',
    )
  if (parsed.success) return parsed.data
  throw new BackupError('The file is not a Billfold backup, or it is damaged: its manifest is incomplete.', {
    cause: parsed.error,
  })
}

export const getProductVersion = (): string =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('#root/package.json')), 'utf8')) as { version: string }).version
