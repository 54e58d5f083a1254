import { toSingleLine } from '#server/platform/text/plain-text.ts'

type RefusedRecipient = { address: string; response: string; isPermanent: boolean }
/** `accepted` includes those that earlier attempts reached. */
export type RecipientResults = { accepted: readonly string[]; refused: readonly RefusedRecipient[] }

/** The text is meant for the sender. After any other error, a retry may succeed. */
export class MailRefusedError extends Error {
  readonly recipients: RecipientResults
  constructor(message: string, { recipients, ...options }: ErrorOptions & { recipients?: RecipientResults } = {}) {
    super(message, options)
    this.name = 'MailRefusedError'
    this.recipients = recipients ?? { accepted: [], refused: [] }
  }
}

export class PartlyAcceptedError extends Error {
  readonly recipients: RecipientResults
  constructor(recipients: RecipientResults) {
    const { address, response } = recipients.refused.find(({ isPermanent }) => !isPermanent) ?? recipients.refused[0]!
    super(`The mail server did not accept the message for ${address} this time (${response}).`)
    this.name = 'PartlyAcceptedError'
    this.recipients = recipients
  }
}

const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name is unknown',
  EDNS: 'its name is unknown',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
}

type MailError = Error & { code?: string; errno?: number; response?: string; cause?: unknown }

/** Codes such as ECONNREFUSED may be in the error's code, in its cause or only in its message. */
const findNetworkError = (error: MailError): string | undefined => {
  const texts = `${error.code ?? ''} ${error.message} ${(error.cause as MailError | undefined)?.code ?? ''}`
  return Object.keys(networkErrors).find((code) => texts.includes(code))
}

/** For the sender: without the mail server's address. */
export const describeDeliveryError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The message could not be handed to the mail server.'
  const { code, response } = error as MailError
  if (error instanceof PartlyAcceptedError) return error.message
  if (response && code === 'EAUTH') return `The mail server did not accept our sign-in (${toSingleLine(response)}).`
  if (response) return `The mail server did not accept the message this time (${toSingleLine(response)}).`
  const networkError = findNetworkError(error)
  if (networkError) return `The mail server can't be reached: ${networkErrors[networkError]}.`
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETLS') return "The mail server can't be reached: the connection broke."
  return 'The message could not be handed to the mail server.'
}
