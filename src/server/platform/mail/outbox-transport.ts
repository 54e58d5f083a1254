import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type ComposedMail, toNodemailerMessage } from './compose.ts'
import { getAttachmentPath, type StoredMail } from './outbox-files.ts'
import type { MailTransport } from './smtp-transport.ts'

/**
 * Keeps messages in a folder instead of sending them: `<time>-<id>.eml` as it would go over the wire, a folder of that name with the
 * attachments, and last the `.json` that makes the message visible. A message id that is there already is not written again.
 */
export const createOutboxTransport = (outboxDir: string): MailTransport => {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // One after the other, so that the same message sent twice at once is seen to be there.
  let last: Promise<unknown> = Promise.resolve()

  const write = async (mail: ComposedMail) => {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 })
    const id = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 16)
    const present = (await readdir(outboxDir)).filter((name) => name.includes(`-${id}`) && !name.startsWith('.'))
    if (present.some((name) => name.endsWith(`-${id}.json`))) return
    const date = new Date()
    // What an interrupted writing left behind is finished under its first name, not doubled under another.
    const entry = present[0]?.replace(/\.eml$/, '') ?? `${date.toISOString().replace(/[-:.]/g, '')}-${id}`
    const { message } = await writer.sendMail(toNodemailerMessage(mail, date))
    await writeAttachments(outboxDir, entry, mail)
    await writeWhole(join(outboxDir, `${entry}.eml`), message as Buffer)
    await writeWhole(join(outboxDir, `${entry}.json`), JSON.stringify(storedForm(mail, date), null, 2))
  }

  return {
    deliver: (mail) => {
      const writing = last.then(() => write(mail))
      last = writing.catch(() => undefined)
      return writing
    },
    close: async () => {
      await last
    },
  }
}

const storedForm = ({ attachments, ...mail }: ComposedMail, date: Date): StoredMail => ({
  ...mail,
  date: date.toISOString(),
  attachments: attachments.map(({ fileName, contentType, bytes }) => ({ fileName, contentType, size: bytes.byteLength })),
})

const writeAttachments = async (outboxDir: string, entry: string, { attachments }: ComposedMail) => {
  if (attachments.length === 0) return
  await mkdir(join(outboxDir, entry), { recursive: true })
  for (const [index, { fileName, bytes }] of attachments.entries())
    await writeWhole(join(outboxDir, getAttachmentPath(entry, index + 1, fileName)), bytes)
}

/** Writes beside and renames, so that a reader never meets half a file. */
const writeWhole = async (path: string, content: string | Uint8Array) => {
  const beside = join(path, '..', `.${randomUUID()}.tmp`)
  try {
    await writeFile(beside, content, { flush: true })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
