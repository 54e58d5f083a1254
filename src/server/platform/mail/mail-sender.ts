import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { composeMail, validateAddress } from './compose.ts'
import type { SendMail } from './mail.ts'
import { createOutboxTransport } from './outbox-transport.ts'
import { createSmtpTransport, type MailTransport } from './smtp-transport.ts'

type Options = {
  smtpUrl: string | null
  from: string
  bounceAddress?: string | null
  outboxDir: string
  log: (line: string) => void
}

/** `close` waits a few seconds; sending the others then fails, and their jobs are retried. */
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
