import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ComposedMail, toNodemailerMessage } from './compose.ts'
import { getAttachmentPath, type StoredMail } from './outbox-files.ts'
import type { MailTransport } from './smtp-transport.ts'

/** The `.json` file is written last and makes the message visible. A message whose id is already there is not written again. */
export const createOutboxTransport = (outboxDir: string): MailTransport => {
  // Writes run one after the other, so that a message that is sent twice at the same time is found and skipped.
  let lastWrite: Promise<unknown> = Promise.resolve()

  const write = async (mail: ComposedMail) => {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 })
    const id = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 16)
    const existing = (await readdir(outboxDir)).filter((name) => name.includes(`-${id}`) && !name.startsWith('.'))
    if (existing.some((name) => name.endsWith(`-${id}.json`))) return
    const date = new Date()
    // After an interrupted write, the message is completed under its first name.
    const entry = existing[0]?.replace(/\.eml$/, '') ?? `${date.toISOString().replace(/[-:.]/g, '')}-${id}`
    const { createTransport } = await import('nodemailer')
    const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await writer.sendMail(toNodemailerMessage(mail, date))
    await writeAttachments(outboxDir, entry, mail)
    await writeAtomically(join(outboxDir, `${entry}.eml`), message as Buffer)
    await writeAtomically(join(outboxDir, `${entry}.json`), JSON.stringify(toStoredMail(mail, date), null, 2))
  }

  return {
    deliver: (mail) => {
      const writing = lastWrite.then(() => write(mail))
      lastWrite = writing.catch(() => undefined)
      return writing
    },
    close: async () => {
      await lastWrite
    },
  }
}

const toStoredMail = ({ attachments, ...mail }: ComposedMail, date: Date): StoredMail => ({
  ...mail,
  date: date.toISOString(),
  attachments: attachments.map(({ bytes, ...file }) => ({ ...file, size: bytes.byteLength })),
})

const writeAttachments = async (outboxDir: string, entry: string, { attachments }: ComposedMail) => {
  if (attachments.length === 0) return
  await mkdir(join(outboxDir, entry), { recursive: true })
  for (const [index, { fileName, bytes }] of attachments.entries())
    await writeAtomically(join(outboxDir, getAttachmentPath(entry, index + 1, fileName)), bytes)
}

/** Readers never see an incomplete file. */
const writeAtomically = async (path: string, content: string | Uint8Array) => {
  const temporary = join(path, '..', `.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, content, { flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
