import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { toSafeFileName } from '#shared/file-names.ts'
import { formatWebLink } from './blocks.ts'
import { logoContentId } from './brand.ts'
import { MailRefusedError } from './delivery-errors.ts'
import type { Mail } from './mail.ts'

type Address = { name: string; address: string }

/** Without quotes (RFC 5322 dot-atom, RFC 6532 for other scripts): no spaces, commas, brackets or line breaks. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isAddress = (text: string): boolean => {
  const [local = '', domain = '', ...rest] = text.split('@')
  // domainToASCII also accepts and corrects invalid domains ('%41', full-width letters), so it is used only for other scripts.
  const ascii = /^[a-z0-9.-]*$/i.test(domain) ? domain.toLowerCase() : /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : ''
  return rest.length === 0 && text.length <= 254 && Buffer.byteLength(local) <= 64 && localPart.test(local) && domainName.test(ascii)
}

/** Exactly one mailbox, before it is put into a header. @throws MailRefusedError */
export const validateAddress = ({ name, address }: Address, role: string): Address => {
  if (!isAddress(address))
    throw new MailRefusedError(
      `The ${role}'s address '${toSingleLine(address, 80)}' is not an email address. Correct it and send the email again.`,
    )
  return { name: toSingleLine(name, 120), address }
}

export type ComposedMail = {
  messageId: string
  from: Address
  to: Address
  cc: Address[]
  bcc: Address[]
  reached: string[]
  replyTo: Address | null
  subject: string
  preview: string
  /** Http or https, ASCII without angle brackets; null when the recipient can't unsubscribe. */
  unsubscribeUrl: string | null
  text: string
  html: string
  attachments: Attachment[]
}

/** With a content id, a picture that the HTML shows. */
type Attachment = { fileName: string; contentType: string; bytes: Uint8Array; contentId?: string }

/** '<abc@example.com>' */
const formatMessageId = (messageId: string, domain: string) => {
  const plain = messageId.replace(/^<|>$/g, '')
  const id = plain.includes('@') ? plain : `${plain}@${domain}`
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.:[\]-]+$/.test(id)) throw new TypeError(`Not a message id: ${JSON.stringify(messageId)}`)
  return `<${id}>`
}

/** A line of a message has at most 998 bytes, and a URL in a header can't be folded. */
const maxUnsubscribeUrl = 900

/** @throws TypeError when the URL is not http or https, or too long for a header */
const formatUnsubscribeUrl = ({ url }: { url: string }): string => {
  const link = formatWebLink(url)
  if (link.length > maxUnsubscribeUrl) throw new TypeError(`An address to unsubscribe has at most ${maxUnsubscribeUrl} characters`)
  return link
}

const toContentType = (type: string) => (/^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream')

/** @throws MailRefusedError for an invalid address, TypeError for an invalid message id or address to unsubscribe */
export const composeMail = (mail: Mail, fromAddress: string): ComposedMail => ({
  messageId: formatMessageId(mail.messageId, fromAddress.slice(fromAddress.lastIndexOf('@') + 1)),
  from: validateAddress({ name: mail.fromName ?? 'Billfold', address: fromAddress }, 'sender'),
  to: validateAddress(mail.to, 'recipient'),
  cc: (mail.cc ?? []).map((address) => validateAddress({ name: '', address }, 'recipient')),
  bcc: (mail.bcc ?? []).map((address) => validateAddress({ name: '', address }, 'recipient')),
  reached: (mail.reached ?? []).map((address) => address.toLowerCase()),
  replyTo: mail.replyTo ? validateAddress(mail.replyTo, 'business') : null,
  subject: toSingleLine(mail.subject),
  preview: toSingleLine(mail.preview),
  unsubscribeUrl: mail.unsubscribe ? formatUnsubscribeUrl(mail.unsubscribe) : null,
  text: mail.text.toWellFormed(),
  html: mail.html.toWellFormed(),
  attachments: [
    ...(mail.attachments ?? []).map((file) => ({
      fileName: toSafeFileName(file.fileName),
      contentType: toContentType(file.contentType),
      bytes: file.bytes,
    })),
    ...(mail.logo
      ? [{ fileName: 'logo.png', contentType: toContentType(mail.logo.contentType), bytes: mail.logo.bytes, contentId: logoContentId }]
      : []),
  ],
})

/** RFC 2369, and RFC 8058 for https: mail programs may then unsubscribe by a POST without opening a page. */
const toUnsubscribeHeaders = (url: string): Pick<SendMailOptions, 'list' | 'headers'> => ({
  list: { unsubscribe: url },
  ...(url.startsWith('https:') && { headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }),
})

/** Nothing in it can make Nodemailer read a file or a URL. */
export const toNodemailerMessage = (mail: ComposedMail, date: Date): SendMailOptions => ({
  messageId: mail.messageId,
  date,
  from: mail.from,
  to: mail.to,
  ...(mail.cc.length > 0 && { cc: mail.cc }),
  ...(mail.bcc.length > 0 && { bcc: mail.bcc }),
  ...(mail.replyTo && { replyTo: mail.replyTo }),
  subject: mail.subject,
  ...(mail.unsubscribeUrl && toUnsubscribeHeaders(mail.unsubscribeUrl)),
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ fileName, contentType, bytes, contentId }) => ({
    filename: fileName,
    contentType,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : { contentDisposition: 'attachment' as const }),
  })),
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})
