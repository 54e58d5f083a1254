import { toSingleLine } from './text.ts'

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it hung up',
  ENOTFOUND: 'nobody knows its name',
  EAI_AGAIN: 'nobody knows its name',
  EDNS: 'nobody knows its name',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}

type MailError = Error & { code?: string; errno?: number; response?: string; cause?: unknown }

/** Names like ECONNREFUSED may stand in the code, deeper, or only in the text. */
const codeIn = (error: MailError): string | undefined => {
  const said = `${error.code ?? ''} ${error.message} ${(error.cause as MailError | undefined)?.code ?? ''}`
  return Object.keys(unreachable).find((code) => said.includes(code))
}

/** Why a message was not taken this time, for the person who sent it: the mail server's own words where it had any, and no address of the server. */
export const describeDeliveryError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'The message could not be handed to the mail server.'
  const { code, response } = error as MailError
  if (response && code === 'EAUTH') return `The mail server did not let us sign in (${toSingleLine(response)}).`
  if (response) return `The mail server did not take the message this time (${toSingleLine(response)}).`
  const known = codeIn(error)
  if (known) return `The mail server can't be reached: ${unreachable[known]}.`
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ETLS') return "The mail server can't be reached: the connection broke."
  return 'The message could not be handed to the mail server.'
}
