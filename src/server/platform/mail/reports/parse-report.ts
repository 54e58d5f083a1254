import { toSingleLine } from '#server/platform/text/plain-text.ts'

export type MailReport = {
  /** RFC 3464; a complaint about spam: RFC 5965. */
  kind: 'bounce' | 'complaint'
  /** The most certain first. None of them is verified. */
  messageIds: string[]
  /** Providers often remove the address from a complaint. */
  recipients: ReportedRecipient[]
}
export type ReportedRecipient = {
  /** Also the address to which it was forwarded; in lower case. */
  addresses: string[]
  /** '5.1.1' (RFC 3463); null when there is none. */
  status: string | null
  diagnostic: string
}

/** A mail server that returns the whole message can cut it off here. */
export const maxReportBytes = 262_144
const maxRecipients = 1000
const maxFieldLength = 2000
/** Real reports have three parts, on the first or the second level. */
const [maxParts, maxDepth] = [20, 3]

type Fields = [name: string, value: string][]

const parseBlocks = (text: string, maxBlocks: number): Fields[] => {
  const blocks: Fields[] = [[]]
  for (const line of text.split(/\r\n|\r|\n/)) {
    const block = blocks.at(-1)!
    const last = block.at(-1)
    if (line.trim() === '') {
      if (block.length > 0 && blocks.push([]) > maxBlocks) return blocks.slice(0, maxBlocks)
    } else if (/^[ \t]/.test(line)) {
      if (last && last[1].length < maxFieldLength) last[1] = `${last[1]} ${line.slice(0, maxFieldLength).trim()}`.slice(0, maxFieldLength)
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

const readFailures = (text: string): ReportedRecipient[] =>
  parseBlocks(text, maxRecipients + 1)
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

const readComplaint = (text: string): ReportedRecipient[] | null => {
  const fields = parseBlocks(text, 20).flat()
  if (!complaintTypes.test(get(fields, 'feedback-type'))) return null
  const addresses = getAll(fields, 'original-rcpt-to').slice(0, maxRecipients).flatMap(parseAddress)
  return addresses.map((address) => ({ addresses: [address], status: null, diagnostic: '' }))
}

const statusTypes = ['message/delivery-status', 'message/global-delivery-status']
const feedbackType = 'message/feedback-report'
const returnedTypes = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global-headers']
const readTypes = [...statusTypes, feedbackType, ...returnedTypes]

const findIds = (text: string): string[] => text.match(/<[^<>\s]{1,500}>/g)?.slice(0, 20) ?? []

const splitHeader = (text: string): { fields: Fields; body: string } => {
  const gap = /(?:^|\r?\n)\r?\n/.exec(text)
  const fields = parseBlocks(gap ? text.slice(0, gap.index) : text, 1)[0] ?? []
  return { fields, body: gap ? text.slice(gap.index + gap[0].length) : '' }
}

const splitParts = (body: string, boundary: string): string[] => {
  const delimiter = `--${boundary}`
  const parts: string[] = []
  let start: number | null = null
  for (let at = body.indexOf(delimiter); at >= 0 && parts.length < maxParts; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue
    const lineEnd = body.indexOf('\n', at)
    const rest = body.slice(at + delimiter.length, lineEnd < 0 ? undefined : lineEnd).trimEnd()
    if (rest !== '' && rest !== '--') continue
    if (start !== null) parts.push(body.slice(start, at))
    if (rest === '--' || lineEnd < 0) return parts
    start = lineEnd + 1
  }
  return start === null ? parts : [...parts, body.slice(start)]
}

const decodeBody = (body: string, encoding: string): string => {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  if (!/^quoted-printable$/i.test(encoding)) return Buffer.from(body, 'latin1').toString()
  const bytes = body.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

type Part = { type: string; text: string }

/** Messages inside the report are not taken apart: they could contain a report about something else. */
const listParts = ({ fields, body }: ReturnType<typeof splitHeader>, depth = 0): Part[] => {
  const contentType = get(fields, 'content-type')
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (!type.startsWith('multipart/'))
    return readTypes.includes(type) ? [{ type, text: decodeBody(body, get(fields, 'content-transfer-encoding')) }] : []
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || depth === maxDepth) return []
  return splitParts(body, boundary).flatMap((part) => listParts(splitHeader(part), depth + 1))
}

/** Takes a few milliseconds at most: anyone can write to the address that receives reports. Null for any other message; never throws. */
export const parseReport = (raw: Uint8Array): MailReport | null => {
  const message = splitHeader(Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, maxReportBytes)).toString('latin1'))
  const parts = listParts(message)
  const status = parts.find(({ type }) => statusTypes.includes(type))
  const feedback = parts.find(({ type }) => type === feedbackType)
  const recipients = status ? readFailures(status.text) : feedback ? readComplaint(feedback.text) : null
  if (recipients === null) return null
  const returned = parts.filter(({ type }) => returnedTypes.includes(type)).slice(0, 3)
  return {
    kind: status ? 'bounce' : 'complaint',
    messageIds: [
      ...returned.flatMap(({ text }) => findIds(get(splitHeader(text).fields, 'message-id'))),
      // Where the message isn't returned, the report is an answer to it.
      ...findIds(get(message.fields, 'in-reply-to')),
      ...findIds(get(message.fields, 'references')),
    ],
    recipients,
  }
}
