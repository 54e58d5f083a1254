import type { MailLogo } from './brand.ts'

/** Names and addresses are separate parts, never a header line, which could contain a second address. */
export type Mail = {
  to: { name: string; address: string }
  cc?: readonly string[]
  bcc?: readonly string[]
  /** The message still names them, and does not go to them again. */
  reached?: readonly string[]
  replyTo?: { name: string; address: string }
  fromName?: string
  subject: string
  preview: string
  text: string
  html: string
  logo?: MailLogo | null
  /** By a POST without a session. Who opens the address (GET) must only be asked: programs that check links open it too. */
  unsubscribe?: { url: string }
  attachments?: { fileName: string; contentType: string; bytes: Uint8Array }[]
  /** The same for each attempt, so that duplicates after a crash can be recognized. */
  messageId: string
}

/** @throws MailRefusedError when the server never will take it for `to`, PartlyAcceptedError when it has it for some recipients only */
export type SendMail = (mail: Mail) => Promise<void>

export type MailContent = Omit<Mail, 'to' | 'cc' | 'bcc' | 'reached' | 'messageId' | 'attachments'>
