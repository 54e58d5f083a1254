/** One message. Addresses are checked and handed over as parts, never as a header line that could hide a second one. */
export type Mail = {
  to: { name: string; address: string }
  /** Where an answer goes, e.g. the business. */
  replyTo?: { name: string; address: string }
  /** The name shown as sender; the address is the server's own. */
  fromName?: string
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  text: string
  html: string
  attachments?: { fileName: string; contentType: string; bytes: Uint8Array }[]
  /** The same id for the same message, so that a repetition after a crash can be told apart. */
  messageId: string
}

/** Hands a message over; resolves when the mail server (or the outbox folder) has it. */
export type SendMail = (mail: Mail) => Promise<void>

/** What a template makes of a message; who gets it and what hangs on it is the sender's part. */
export type MailContent = Omit<Mail, 'to' | 'messageId' | 'attachments'>
