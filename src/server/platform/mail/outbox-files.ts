import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toSafeFileName } from '#shared/file-names.ts'

const address = z.object({ name: z.string(), address: z.string() })

/** What the .json beside a message says. */
export const storedMail = z.object({
  messageId: z.string(),
  date: z.iso.datetime(),
  from: address,
  to: address,
  replyTo: address.nullable(),
  subject: z.string(),
  preview: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), size: z.int() })),
})
export type StoredMail = z.output<typeof storedMail>

/** '20260131T101530123Z-0123456789abcdef': when it was written, and a hash of the message id. Sorts by time. */
const entryName = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/

/** The file of the n-th attachment (from 1), below the outbox folder. */
export const getAttachmentPath = (entry: string, n: number, fileName: string) => join(entry, `${n}-${toSafeFileName(fileName)}`)

/** The entries of an outbox folder that are complete, newest first. A folder that isn't there yet is empty. */
export const listOutboxEntries = async (outboxDir: string): Promise<string[]> => {
  const names = await readdir(outboxDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((name) => entryName.test(name))
    .sort()
    .reverse()
}

/** One message, or null when the name is none of ours, the file isn't there or can't be understood. */
export const readStoredMail = async (outboxDir: string, entry: string): Promise<StoredMail | null> => {
  const bytes = await readOutboxFile(outboxDir, entry, `${entry}.json`)
  if (!bytes) return null
  try {
    return storedMail.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** The bytes of a file of an entry; null when it isn't there, or is a link that leads out of the folder. */
export const readOutboxFile = async (outboxDir: string, entry: string, path: string): Promise<Buffer | null> => {
  if (!entryName.test(entry)) return null
  try {
    const real = await realpath(join(outboxDir, path))
    return real === join(await realpath(outboxDir), path) ? await readFile(real) : null
  } catch {
    return null
  }
}
