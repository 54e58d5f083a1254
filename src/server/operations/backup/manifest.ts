import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isObjectKey } from '#server/platform/storage/object-keys.ts'

/** What can't be done with a backup, in a sentence for the person at the terminal. */
export class BackupError extends Error {}

/** Goes up when an older Billfold couldn't read the file any more. */
export const formatVersion = 1

export const manifestName = 'manifest.json'
/** What waits in the job queue: a JSON object a row. */
export const jobsName = 'jobs.copy'
export const keyName = 'secret.key'
export const getTablePath = (table: string) => `tables/${table}.copy`
export const getObjectPath = (key: string) => `objects/${key}`

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().min(0)

const schema = z.object({
  product: z.literal('billfold'),
  format: z.int(),
  /** Of the Billfold that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The server's version, like '18.4'. */
  postgres: z.string(),
  /** The migrations that the database had, oldest first. */
  migrations: z.array(z.object({ hash: sha256, createdAt: whole })).min(1),
  /** In the order in which they stand in the file. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()).min(1),
      rows: whole,
      bytes: whole,
      sha256,
    }),
  ),
  /** Tables whose rows stay behind. */
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: whole, isCalled: z.boolean() })),
  jobs: z.object({ rows: whole, sha256 }),
  objects: z.array(z.object({ key: z.string().refine(isObjectKey), size: whole, sha256 })),
  /** Files that rows name and the store didn't have. */
  missingObjects: z.array(z.string()),
  /** SHA-256 of the key file, where it is in the backup. */
  key: sha256.nullable(),
  /** SHA-256 of all of the above; backups of older versions have none. */
  checksum: sha256.optional(),
})

/** What is in a backup, and what it must hash to. */
export type Manifest = z.output<typeof schema>

const checksumOf = (contents: object) => createHash('sha256').update(JSON.stringify(contents)).digest('hex')

/** The list of contents with its own checksum at the end: what no other hash covers, as the sequences, is covered by it. */
export const withChecksum = (contents: Omit<Manifest, 'checksum'>): Manifest => ({ ...contents, checksum: checksumOf(contents) })

const isWhole = (json: unknown): boolean => {
  // As it was written, with whatever this version doesn't know.
  const { checksum, ...contents } = json as Record<string, unknown>
  return checksum === undefined || checksum === checksumOf(contents)
}

/** @throws BackupError when it is none, or one that only a newer Billfold can read */
export const parseManifest = (text: string): Manifest => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new BackupError('The file is no backup of Billfold, or it is damaged: its list of contents can’t be read.', { cause })
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
  if (parsed.success && !isWhole(json))
    throw new BackupError(
      'The backup can’t be restored: its list of contents is damaged, or was changed after the backup was made. Nothing was changed.',
    )
  if (parsed.success) return parsed.data
  throw new BackupError('The file is no backup of Billfold, or it is damaged: its list of contents is not complete.', {
    cause: parsed.error,
  })
}

/** The version in package.json. */
export const getProductVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }).version
