import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { validateAddress } from './address.ts'
import { composeMail } from './compose.ts'
import type { SendMail } from './mail.ts'
import { createOutboxTransport } from './outbox-transport.ts'
import { createSmtpTransport, type MailTransport } from './smtp-transport.ts'

type Options = {
  /** smtp:// or smtps://; null writes messages to the outbox folder instead. */
  smtpUrl: string | null
  /** The sender's address of every message. */
  from: string
  /** The address to which mail servers return what they can't deliver; null for the sender's. */
  bounceAddress?: string | null
  outboxDir: string
  log: (line: string) => void
}

/**
 * Creates the mail sender. `send` resolves when the mail server or the outbox folder has the message. It throws MailRefusedError for a permanent refusal;
 * after any other error the message may be sent again. `close` waits a few seconds for messages that are being sent; sending the others then fails, and
 * their jobs are retried.
 */
export const createMailSender = ({
  smtpUrl,
  from,
  bounceAddress = null,
  outboxDir,
  log,
}: Options): { send: SendMail; close(): Promise<void> } => {
  validateAddress({ name: '', address: from }, 'sender')
  const transport: MailTransport = smtpUrl ? createSmtpTransport(smtpUrl, bounceAddress) : createOutboxTransport(outboxDir)
  return {
    send: async (mail) => {
      const composed = composeMail(mail, from)
      try {
        await instrument('mail', { carrier: smtpUrl ? 'smtp' : 'outbox' }, () => transport.deliver(composed))
      } catch (error) {
        log(`Mail ${composed.messageId} could not be sent: ${toSingleLine(error instanceof Error ? error.message : String(error))}`)
        throw error
      }
    },
    close: transport.close,
  }
}
