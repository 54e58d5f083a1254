import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerError, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string }

/** Starts a real mail server for tests on its own port. It keeps all messages that it receives. */
export const startTestMailServer = async (options: SMTPServerOptions = {}, port = 0, answer: () => Error | null = () => null) => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        })
        done(answer())
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    received,
    /** The TCP server, for tests that close its connections. */
    server: server.server,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A reply of a mail server, such as (550, 'No such user'). */
export const createSmtpError = (responseCode: number, message: string): SMTPServerError =>
  Object.assign(new Error(message), { responseCode })

/** A Message-ID as it was before it was signed. */
export const withoutSignature = (messageId: string | undefined): string | undefined => messageId?.replace(/\.[0-9a-f]{24}@/, '@')

export type Part = { headers: Map<string, string>; body: Buffer; parts: Part[] }

/** Parses a raw message: headers by lower-case name, bodies decoded. */
export const parseMessage = (raw: string): Part => {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    if (headers.has(name)) throw new Error(`Header ${name} occurs twice`)
    headers.set(name, decodeWords(line.slice(line.indexOf(':') + 1).trim()))
  }
  const content = raw.slice(end + 4)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary
    ? content
        .split(new RegExp(`(?:^|\\r\\n)--${boundary.replace(/[^\w]/g, '\\$&')}(?:--)?(?:\\r\\n|$)`))
        .slice(1, -1)
        .map(parseMessage)
    : []
  return { headers, body: decodeBody(content, headers.get('content-transfer-encoding') ?? '7bit'), parts }
}

/** Finds the part of a message with this content type. */
export const findPart = (message: Part, type: string): Part => {
  const found = listLeaves(message).find(({ headers }) => headers.get('content-type')?.startsWith(type))
  if (!found) throw new Error(`No ${type} in the message`)
  return found
}

const listLeaves = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(listLeaves) : [part])

const decodeBody = (content: string, encoding: string) => {
  if (encoding === 'base64') return Buffer.from(content, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(content, 'latin1')
  return Buffer.from(decodeQuotedPrintable(content.replace(/=\r\n/g, '')), 'latin1')
}

const decodeQuotedPrintable = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('latin1') : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
