import type { NodemailerError } from 'nodemailer'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { type ComposedMail, toNodemailerMessage } from './compose.ts'
import { MailRefusedError } from './delivery-errors.ts'

export type MailTransport = { deliver(mail: ComposedMail): Promise<void>; close(): Promise<void> }

/** How long `close` waits for messages that are being sent. */
const closeTimeoutMs = 4000

const isLocalHost = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/**
 * Sends messages through a mail server. Its certificate is always verified, and a password is not sent to another machine without TLS, unless the URL
 * allows it (`?requireTLS=false`).
 * @param smtpUrl smtp:// or smtps://
 * @param bounceAddress where mail servers send reports about messages that they can't deliver; null for the sender's address
 */
export const createSmtpTransport = (smtpUrl: string, bounceAddress: string | null): MailTransport => {
  const { username, hostname } = new URL(smtpUrl)
  const createPool = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      requireTLS: username !== '' && !isLocalHost(hostname),
      connectionTimeout: 15_000,
      dnsTimeout: 15_000,
      greetingTimeout: 15_000,
      // Longer, because a server that answers late may already have the message, and a retry would send it twice.
      socketTimeout: 120_000,
    })
  }
  let created: ReturnType<typeof createPool> | undefined
  const getPool = () => (created ??= createPool())
  const inProgress = new Set<Promise<unknown>>()

  const deliver = async (mail: ComposedMail) => {
    const pool = await getPool()
    const sending = pool.sendMail({
      ...toNodemailerMessage(mail, new Date()),
      ...(bounceAddress && { envelope: { from: bounceAddress, to: [mail.to, ...mail.cc, ...mail.bcc] } }),
    })
    inProgress.add(sending)
    try {
      await sending
    } catch (error) {
      throw isPermanentRefusal(error as NodemailerError) ? createRefusedError(mail, error as NodemailerError) : error
    } finally {
      inProgress.delete(sending)
    }
  }

  const close = async () => {
    const signal = AbortSignal.timeout(closeTimeoutMs)
    const timeout = new Promise((resolve) => signal.addEventListener('abort', resolve))
    await Promise.race([Promise.allSettled(inProgress), timeout])
    const pool = await created
    pool?.transporter.close?.({ force: true })
  }
  return { deliver, close }
}

/** A refused sign-in or sender is a matter of configuration, which can be fixed while messages wait. A refused recipient or message is final. */
const isPermanentRefusal = ({ permanent, command, responseCode }: NodemailerError): boolean => {
  if (!permanent) return false
  if (command === 'MAIL FROM') return responseCode === 552
  return command === 'RCPT TO' || command === 'DATA'
}

const listRefusedRecipients = ({ command, rejectedErrors = [] }: NodemailerError) =>
  command === 'RCPT TO' ? rejectedErrors.map(({ recipient = '', response = '' }) => ({ address: recipient, response })) : []

const createRefusedError = (mail: ComposedMail, error: NodemailerError) => {
  const response = toSingleLine(error.response ?? error.message)
  return new MailRefusedError(
    error.command === 'RCPT TO'
      ? `The mail server does not accept mail for ${mail.to.address} (${response}). Check the address and send the email again.`
      : `The mail server refused the email to ${mail.to.address} (${response}).`,
    { cause: error, recipients: listRefusedRecipients(error) },
  )
}
