import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isObjectKey } from '#server/platform/storage/object-keys.ts'

/** Something that cannot be done with a backup. The message is for the operator. */
export class BackupError extends Error {}

/** Incremented when older versions of Billfold can no longer read the file. */
export const formatVersion = 1

export const manifestName = 'manifest.json'
/** The jobs in the queue: one JSON object per row. */
export const jobsName = 'jobs.copy'
export const keyName = 'secret.key'
export const getTablePath = (table: string) => `tables/${table}.copy`
export const getObjectPath = (key: string) => `objects/${key}`

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().min(0)

const schema = z.object({
  product: z.literal('billfold'),
  format: z.int(),
  /** The version of Billfold that made the backup. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The PostgreSQL server's version, such as '18.4'. */
  postgres: z.string(),
  /** The database's migrations, oldest first. */
  migrations: z.array(z.object({ hash: sha256, createdAt: whole })).min(1),
  /** In their order in the file. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()).min(1),
      rows: whole,
      bytes: whole,
      sha256,
    }),
  ),
  /** Tables whose rows are not backed up. */
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: whole, isCalled: z.boolean() })),
  jobs: z.object({ rows: whole, sha256 }),
  objects: z.array(z.object({ key: z.string().refine(isObjectKey), size: whole, sha256 })),
  /** Files that rows refer to and that the object store did not have. */
  missingObjects: z.array(z.string()),
  /** SHA-256 of the key file, if it is in the backup. */
  key: sha256.nullable(),
  /** SHA-256 of all of the above. */
  checksum: sha256,
})

/** The contents of a backup, with their hashes. */
export type Manifest = z.output<typeof schema>

const computeChecksum = (contents: object) => createHash('sha256').update(JSON.stringify(contents)).digest('hex')

/** Adds the manifest's own checksum, which covers what no other hash does, such as the sequences. */
export const withChecksum = (contents: Omit<Manifest, 'checksum'>): Manifest => ({ ...contents, checksum: computeChecksum(contents) })

const hasValidChecksum = (json: unknown): boolean => {
  // Of the text as it was written, with fields that this version does not know.
  const { checksum, ...contents } = json as Record<string, unknown>
  return checksum === computeChecksum(contents)
}

/** @throws BackupError when the text is not a manifest, or one that only a newer Billfold can read */
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

/** The version in package.json. */
export const getProductVersion = (): string =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('#root/package.json')), 'utf8')) as { version: string }).version
