import { toSingleLine } from '#server/platform/text/plain-text.ts'

/** Of status codes (RFC 3463): further mails to the address would fail as well. */
const deadAddress: Record<string, string> = {
  '5.1.1': "Mailbox doesn't exist",
  '5.1.10': "Mailbox doesn't exist",
  '5.1.2': "Domain doesn't accept email",
  '5.4.4': "Domain doesn't accept email",
  '5.1.3': 'Address is not valid',
  '5.1.6': 'Mailbox has moved',
  '5.2.1': 'Mailbox is disabled',
}
const otherCauses: Record<string, string> = {
  '2.2': 'Mailbox is full',
  '2.3': 'Message is too large',
  '3.4': 'Message is too large',
  '4.7': 'Not delivered in time',
}

/** Codes that servers send without a more exact one; then the text tells. */
const genericStatus = /^5\.(0\.0|1\.0|4\.1|5\.0)$/
const namesMissingMailbox =
  /\b(user unknown|unknown (user|recipient|mailbox)|no such (user|recipient|mailbox|address|account)|invalid (recipient|mailbox)|no mailbox here|(user|recipient|mailbox|account|address)( \S{1,100})? (does ?n[o']t exist|not found|unknown|is unknown|is disabled)|recipient address rejected: access denied)/i

/** `diagnostic`: '550 5.1.1 No such user'. `isDead`: no mail will ever reach the address. */
export const explainFailure = (status: string | null, diagnostic: string): { isDead: boolean; reason: string } => {
  const inText = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(diagnostic)?.[0] ?? null
  // Servers such as Exim report 5.0.0 for everything, and the receiving server's own code is in its answer.
  const code = status === null || /^[45]\.0\.0$/.test(status) ? (inText ?? status) : status
  const isGeneric = code === null ? /^55[013]\b/.test(diagnostic) : genericStatus.test(code)
  const known = deadAddress[code ?? ''] ?? (isGeneric && namesMissingMailbox.test(diagnostic) ? deadAddress['5.1.1'] : undefined)
  const subject = code?.slice(2) ?? ''
  const cause = known ?? otherCauses[subject] ?? (subject.startsWith('7.') ? 'Refused as spam or by a policy' : 'Not delivered')
  const answer = toSingleLine(diagnostic, 200) || code
  return { isDead: known !== undefined, reason: answer ? `${cause} (${answer})` : cause }
}
