import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import { validateAddress } from './address.ts'
import { composeMail } from './compose.ts'
import type { SendMail } from './mail.ts'
import { createOutboxTransport } from './outbox-transport.ts'
import { createSmtpTransport, type MailTransport } from './smtp-transport.ts'
import { toSingleLine } from './text.ts'

export { MailRefusedError } from './mail-refused-error.ts'

type Options = {
  /** smtp:// or smtps://; null keeps every message in the outbox folder. */
  smtpUrl: string | null
  /** The server's own address; every message is sent from it. */
  from: string
  outboxDir: string
  log: (line: string) => void
}

/**
 * The one way out for mail. `send` resolves when the mail server, or the outbox folder, has the message.
 * It throws MailRefusedError for a message that will never be taken; after any other error the same message may be sent again.
 * `close` lets messages on the wire finish, for a few seconds; what was cut then throws, and belongs back in the queue.
 */
export const createMailSender = ({ smtpUrl, from, outboxDir, log }: Options): { send: SendMail; close(): Promise<void> } => {
  validateAddress({ name: '', address: from }, 'sender')
  const carrier: MailTransport = smtpUrl ? createSmtpTransport(smtpUrl) : createOutboxTransport(outboxDir)
  return {
    send: async (mail) => {
      const composed = composeMail(mail, from)
      try {
        await instrument('mail', { carrier: smtpUrl ? 'smtp' : 'outbox' }, () => carrier.deliver(composed))
      } catch (error) {
        log(`Mail ${composed.messageId} could not be sent: ${toSingleLine(error instanceof Error ? error.message : String(error))}`)
        throw error
      }
    },
    close: carrier.close,
  }
}
