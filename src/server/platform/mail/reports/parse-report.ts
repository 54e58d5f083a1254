import { toSingleLine } from '#server/platform/text/plain-text.ts'

/** A report of a mail server about a message that it was given earlier. */
export type MailReport = {
  /** A recipient who could not be reached (RFC 3464), or who reported the message as spam (RFC 5965). */
  kind: 'bounce' | 'complaint'
  /** The Message-IDs by which the report may mean the message, the most certain first. None of them is verified. */
  messageIds: string[]
  /** Empty when the report names nobody: providers often remove the address from a complaint. */
  recipients: ReportedRecipient[]
}
export type ReportedRecipient = {
  /** The address that the message was sent to, and the one to which it was forwarded; in lower case. */
  addresses: string[]
  /** '5.1.1' (RFC 3463); null when there is none. */
  status: string | null
  /** The mail server's answer, on one line. */
  diagnostic: string
}

/** The largest report that is read; a mail server that returns the whole message can cut it off here. */
export const maxReportBytes = 262_144
const maxRecipients = 1000
/** The parser takes some 30 microseconds for each line, also for an empty one. A report with all recipients has fewer. */
const maxLines = 8000
const maxFieldLength = 2000
const limits = { maxNestingDepth: 20, maxHeadersSize: maxReportBytes }

/** The message up to its last line that is read. */
const cutLines = (raw: Uint8Array): Uint8Array => {
  let end = -1
  for (let line = 0; line < maxLines; line++) {
    end = raw.indexOf(0x0a, end + 1)
    if (end < 0) return raw
  }
  return raw.subarray(0, end)
}

type Fields = [name: string, value: string][]

/** Reads blocks of header fields that empty lines separate. What is too long or too many is cut off. */
const parseBlocks = (content: Uint8Array, maxBlocks: number): Fields[] => {
  const blocks: Fields[] = [[]]
  for (const line of new TextDecoder().decode(content).split(/\r\n|\r|\n/)) {
    const block = blocks.at(-1)!
    const last = block.at(-1)
    if (line.trim() === '') {
      if (block.length > 0 && blocks.push([]) > maxBlocks) return blocks.slice(0, maxBlocks)
    } else if (/^[ \t]/.test(line)) {
      if (last) last[1] = `${last[1]} ${line.trim()}`.slice(0, maxFieldLength)
    } else {
      const colon = line.indexOf(':')
      if (colon > 0) block.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1, colon + maxFieldLength).trim()])
    }
  }
  return blocks.filter((block) => block.length > 0)
}

const getAll = (fields: Fields, wanted: string) => fields.flatMap(([name, value]) => (name === wanted ? [value] : []))
const get = (fields: Fields, wanted: string) => getAll(fields, wanted)[0] ?? ''

/** 'rfc822; <kim@example.com>' or a plain address. */
const parseAddress = (value: string): string[] => {
  const address = value
    .replace(/^[\w-]+\s*;/, '')
    .trim()
    .replace(/^<|>$/g, '')
    .toLowerCase()
  return /^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(address) ? [address] : []
}

const readFailures = (content: Uint8Array): ReportedRecipient[] =>
  parseBlocks(content, maxRecipients + 1)
    // 'delayed' is followed by another report, and the other actions are deliveries.
    .filter((fields) => /^failed\b/i.test(get(fields, 'action')))
    .map((fields) => ({
      addresses: [...new Set([...parseAddress(get(fields, 'original-recipient')), ...parseAddress(get(fields, 'final-recipient'))])],
      status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(get(fields, 'status'))?.[0] ?? null,
      diagnostic: toSingleLine(get(fields, 'diagnostic-code').replace(/^[\w-]+\s*;/, '')),
    }))
    .filter(({ addresses }) => addresses.length > 0)

/** Not 'auth-failure' (a DMARC report) nor 'not-spam'. */
const complaintTypes = /^(abuse|fraud|opt-out)\b/i

const readComplaint = (content: Uint8Array): ReportedRecipient[] | null => {
  const fields = parseBlocks(content, 20).flat()
  if (!complaintTypes.test(get(fields, 'feedback-type'))) return null
  const addresses = getAll(fields, 'original-rcpt-to').slice(0, maxRecipients).flatMap(parseAddress)
  return addresses.map((address) => ({ addresses: [address], status: null, diagnostic: '' }))
}

const returnedTypes = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global-headers']

const findIds = (text: string): string[] => text.match(/<[^<>\s]{1,500}>/g)?.slice(0, 20) ?? []

/**
 * Parses a raw message as a report about another message.
 * @returns null for any other message, also a broken one; it never throws
 */
export const parseReport = async (raw: Uint8Array): Promise<MailReport | null> => {
  // Messages inside the report are read by their headers only: it could contain a report about something else.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(cutLines(raw), { ...limits, forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer' }).catch(
    () => null,
  )
  if (!mail) return null
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  }))
  const status = parts.find(({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status')
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  const recipients = status ? readFailures(status.content) : feedback ? readComplaint(feedback.content) : null
  if (recipients === null) return null
  const returned = parts.filter(({ type }) => returnedTypes.includes(type)).slice(0, 3)
  return {
    kind: status ? 'bounce' : 'complaint',
    messageIds: [
      ...returned.flatMap(({ content }) => findIds(get(parseBlocks(content, 1)[0] ?? [], 'message-id'))),
      // Where the message isn't returned, the report is an answer to it.
      ...findIds(mail.inReplyTo ?? ''),
      ...findIds(mail.references ?? ''),
    ],
    recipients,
  }
}
