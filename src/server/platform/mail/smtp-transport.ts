import { createTransport, type NodemailerError } from 'nodemailer'
import { type ComposedMail, toNodemailerMessage } from './compose.ts'
import { MailRefusedError } from './mail-refused-error.ts'
import { toSingleLine } from './text.ts'

export type MailTransport = { deliver(mail: ComposedMail): Promise<void>; close(): Promise<void> }

/** How long `close` lets messages on the wire finish, in milliseconds. */
const graceMs = 4000

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/**
 * Sends through a mail server. The certificate is always checked, and a password is not sent to another machine without TLS,
 * unless the address says so (`?requireTLS=false`).
 * @param smtpUrl smtp:// or smtps://
 */
export const createSmtpTransport = (smtpUrl: string): MailTransport => {
  const { username, hostname } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    requireTLS: username !== '' && !isThisMachine(hostname),
    connectionTimeout: 15_000,
    dnsTimeout: 15_000,
    greetingTimeout: 15_000,
    // Longer: a server that takes the message but answers late has it already, and a second try would be a second mail.
    socketTimeout: 120_000,
  })
  const underWay = new Set<Promise<unknown>>()

  const deliver = async (mail: ComposedMail) => {
    const sending = transport.sendMail(toNodemailerMessage(mail, new Date()))
    underWay.add(sending)
    try {
      await sending
    } catch (error) {
      throw isRefusal(error as NodemailerError) ? refusal(mail, error as NodemailerError) : error
    } finally {
      underWay.delete(sending)
    }
  }

  const close = async () => {
    const patience = AbortSignal.timeout(graceMs)
    const timeIsUp = new Promise((resolve) => patience.addEventListener('abort', resolve))
    await Promise.race([Promise.allSettled(underWay), timeIsUp])
    transport.transporter.close?.({ force: true })
  }
  return { deliver, close }
}

/** A refused sign-in or sender is the server's setting, which can be mended while messages wait; a refused recipient or message is final. */
const isRefusal = ({ permanent, command, responseCode }: NodemailerError): boolean => {
  if (!permanent) return false
  if (command === 'MAIL FROM') return responseCode === 552
  return command === 'RCPT TO' || command === 'DATA'
}

const refusal = (mail: ComposedMail, error: NodemailerError) => {
  const answer = toSingleLine(error.response ?? error.message)
  return new MailRefusedError(
    error.command === 'RCPT TO'
      ? `The mail server does not take mail for ${mail.to.address} (${answer}). Check the address and send the mail again.`
      : `The mail server refused the mail to ${mail.to.address} (${answer}).`,
    { cause: error },
  )
}
