import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { toSafeFileName } from '#shared/file-names.ts'

const address = z.object({ name: z.string(), address: z.string() })

export const storedMail = z.object({
  messageId: z.string(),
  date: z.iso.datetime(),
  from: address,
  to: address,
  cc: z.array(address),
  bcc: z.array(address),
  replyTo: address.nullable(),
  subject: z.string(),
  preview: z.string(),
  unsubscribeUrl: z.string().nullable(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), size: z.int(), contentId: z.string().optional() })),
})
export type StoredMail = z.output<typeof storedMail>

/** '20260131T101530123Z-0123456789abcdef': the time of writing and a hash of the message id. Sorts by time. */
const entryName = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/

export const getAttachmentPath = (entry: string, n: number, fileName: string) => join(entry, `${n}-${toSafeFileName(fileName)}`)

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

export const readStoredMail = async (outboxDir: string, entry: string): Promise<StoredMail | null> => {
  const bytes = await readOutboxFile(outboxDir, entry, `${entry}.json`)
  if (!bytes) return null
  try {
    return storedMail.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** Null also for a symbolic link that leads out of the folder. */
export const readOutboxFile = async (outboxDir: string, entry: string, path: string): Promise<Buffer | null> => {
  if (!entryName.test(entry)) return null
  try {
    const realPath = await realpath(join(outboxDir, path))
    return realPath === join(await realpath(outboxDir), path) ? await readFile(realPath) : null
  } catch {
    return null
  }
}
