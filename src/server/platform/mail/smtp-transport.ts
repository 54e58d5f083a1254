import { domainToASCII } from 'node:url'
import type { NodemailerError } from 'nodemailer'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { type ComposedMail, toNodemailerMessage } from './compose.ts'
import { MailRefusedError, PartlyAcceptedError } from './delivery-errors.ts'

export type MailTransport = { deliver(mail: ComposedMail): Promise<void>; close(): Promise<void> }

const closeTimeoutMs = 4000

const isLocalHost = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** A password is not sent to another machine without TLS, unless the URL allows it (`?requireTLS=false`). */
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
    const to = listUnreached(mail)
    if (to.length === 0) return
    const pool = await getPool()
    const sending = pool.sendMail({
      ...toNodemailerMessage(mail, new Date()),
      envelope: { from: bounceAddress ?? mail.from.address, to },
    })
    inProgress.add(sending)
    try {
      const { rejectedErrors = [] } = await sending
      if (rejectedErrors.length > 0) throw createRecipientsError(mail, rejectedErrors)
    } catch (error) {
      throw explainError(mail, error as NodemailerError)
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

/** A refused sign-in or sender is a matter of configuration, which can be fixed while messages wait. A refused message is final. */
const isPermanentRefusal = ({ permanent, command, responseCode }: NodemailerError): boolean => {
  if (!permanent) return false
  return command === 'MAIL FROM' ? responseCode === 552 : command === 'DATA'
}

const listRecipients = ({ to, cc, bcc }: ComposedMail): string[] => [...new Set([to, ...cc, ...bcc].map(({ address }) => address))]
const listUnreached = (mail: ComposedMail): string[] =>
  listRecipients(mail).filter((address) => !mail.reached.includes(address.toLowerCase()))

const toEnvelopeAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToASCII(address.slice(at)) || address.slice(at)}`.toLowerCase()
}

const getResponse = ({ response, message }: NodemailerError): string => toSingleLine(response ?? message)

const explainError = (mail: ComposedMail, error: NodemailerError): Error => {
  if (error instanceof MailRefusedError || error instanceof PartlyAcceptedError) return error
  // When it accepts no recipient, the error is the answer for one of them.
  if (error.command === 'RCPT TO' && error.rejectedErrors?.length) return createRecipientsError(mail, error.rejectedErrors, error)
  if (!isPermanentRefusal(error)) return error
  const [response, left] = [getResponse(error), listUnreached(mail)]
  const accepted = listRecipients(mail).filter((address) => !left.includes(address))
  if (accepted.includes(mail.to.address))
    return new PartlyAcceptedError({ accepted, refused: left.map((address) => ({ address, response, isPermanent: true })) })
  return new MailRefusedError(`The mail server refused the email to ${mail.to.address} (${response}).`, {
    cause: error,
    recipients: { accepted, refused: [] },
  })
}

const createRecipientsError = (mail: ComposedMail, errors: readonly NodemailerError[], otherwise?: Error): Error => {
  const all = listRecipients(mail)
  const refused = errors.map((error) => ({
    address: all.find((address) => toEnvelopeAddress(address) === toEnvelopeAddress(error.recipient ?? '')) ?? mail.to.address,
    response: getResponse(error),
    isPermanent: error.permanent === true,
  }))
  const accepted = all.filter((address) => !refused.some((one) => one.address === address))
  const main = refused.find(({ address, isPermanent }) => isPermanent && address === mail.to.address)
  if (!main) return accepted.length === 0 && otherwise ? otherwise : new PartlyAcceptedError({ accepted, refused })
  const copies = accepted.length > 0 ? ` Copies went to ${accepted.join(', ')}.` : ''
  return new MailRefusedError(
    `The mail server does not accept mail for ${mail.to.address} (${main.response}). Check the address and send the email again.${copies}`,
    { cause: errors[0], recipients: { accepted, refused } },
  )
}
