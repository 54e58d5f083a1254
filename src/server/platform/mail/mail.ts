import type { MailLogo } from './brand.ts'

/** A message. Names and addresses are separate parts, never a header line, which could contain a second address. */
export type Mail = {
  to: { name: string; address: string }
  /** Addresses that all recipients see. */
  cc?: readonly string[]
  /** Addresses that no other recipient sees. */
  bcc?: readonly string[]
  /** Recipients that an earlier attempt reached: the message still names them, and does not go to them again. */
  reached?: readonly string[]
  /** The address for replies, for example the business's. */
  replyTo?: { name: string; address: string }
  /** The sender's name; the sender's address is the server's. */
  fromName?: string
  subject: string
  /** The text that mail programs show beside the subject. */
  preview: string
  text: string
  html: string
  /** The logo that the HTML shows, if it shows one. */
  logo?: MailLogo | null
  /**
   * Where a POST without a session and without a form stops emails of this kind. Mail programs show it as 'Unsubscribe'; a person who opens the address
   * (GET) must only be asked, because programs that check links open it too.
   */
  unsubscribe?: { url: string }
  attachments?: { fileName: string; contentType: string; bytes: Uint8Array }[]
  /** The same for each attempt to send a message, so that duplicates after a crash can be recognized. */
  messageId: string
}

/**
 * Sends a message; resolves when the mail server or the outbox folder has it for every recipient.
 * @throws MailRefusedError when it never will for `to`, PartlyAcceptedError when it has it for some recipients only
 */
export type SendMail = (mail: Mail) => Promise<void>

/** What a template builds; the caller adds recipient, id and attachments. */
export type MailContent = Omit<Mail, 'to' | 'cc' | 'bcc' | 'reached' | 'messageId' | 'attachments'>
