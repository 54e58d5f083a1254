import { act } from '../acts.ts'
import { checkedAddress } from './address.ts'
import { compose } from './compose.ts'
import type { SendMail } from './mail.ts'
import { outboxCarrier } from './outbox.ts'
import { type Carrier, smtpCarrier } from './smtp.ts'
import { oneLine } from './text.ts'

export { MailRefusedError } from './refused.ts'

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
export const createSendMail = ({ smtpUrl, from, outboxDir, log }: Options): { send: SendMail; close(): Promise<void> } => {
  checkedAddress({ name: '', address: from }, 'sender')
  const carrier: Carrier = smtpUrl ? smtpCarrier(smtpUrl) : outboxCarrier(outboxDir)
  return {
    send: async (mail) => {
      const composed = compose(mail, from)
      try {
        await act('mail', { carrier: smtpUrl ? 'smtp' : 'outbox' }, () => carrier.deliver(composed))
      } catch (error) {
        log(`Mail ${composed.messageId} could not be sent: ${oneLine(error instanceof Error ? error.message : String(error))}`)
        throw error
      }
    },
    close: carrier.close,
  }
}
