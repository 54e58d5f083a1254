import type { SendMailOptions } from 'nodemailer'
import { toSafeFileName } from '#shared/file-names.ts'
import { type Address, validateAddress } from './address.ts'
import type { Mail } from './mail.ts'
import { toSingleLine } from './text.ts'

/** A message whose every part has been checked: as it goes out. */
export type ComposedMail = {
  messageId: string
  from: Address
  to: Address
  replyTo: Address | null
  subject: string
  preview: string
  text: string
  html: string
  attachments: { fileName: string; contentType: string; bytes: Uint8Array }[]
}

/** '<abc@example.com>': brackets are added where they lack, and the sender's domain where there is none. */
const bracketed = (messageId: string, domain: string) => {
  const bare = messageId.replace(/^<|>$/g, '')
  const id = bare.includes('@') ? bare : `${bare}@${domain}`
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.:[\]-]+$/.test(id)) throw new TypeError(`Not a message id: ${JSON.stringify(messageId)}`)
  return `<${id}>`
}

const contentType = (type: string) => (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream')

/**
 * Checks a message and gives it its sender: the server's own address with the business's name.
 * @throws MailRefusedError for an address that isn't one
 */
export const composeMail = (mail: Mail, fromAddress: string): ComposedMail => ({
  messageId: bracketed(mail.messageId, fromAddress.slice(fromAddress.lastIndexOf('@') + 1)),
  from: validateAddress({ name: mail.fromName ?? 'Billfold', address: fromAddress }, 'sender'),
  to: validateAddress(mail.to, 'recipient'),
  replyTo: mail.replyTo ? validateAddress(mail.replyTo, 'business') : null,
  subject: toSingleLine(mail.subject),
  preview: toSingleLine(mail.preview),
  text: mail.text.toWellFormed(),
  html: mail.html.toWellFormed(),
  attachments: (mail.attachments ?? []).map((file) => ({
    fileName: toSafeFileName(file.fileName),
    contentType: contentType(file.contentType),
    bytes: file.bytes,
  })),
})

/** The message in the words of the library. Nothing in it may make the library open a file or an address. */
export const toNodemailerMessage = (mail: ComposedMail, date: Date): SendMailOptions => ({
  messageId: mail.messageId,
  date,
  from: mail.from,
  to: mail.to,
  ...(mail.replyTo && { replyTo: mail.replyTo }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
    filename: fileName,
    contentType,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    contentDisposition: 'attachment' as const,
  })),
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})
