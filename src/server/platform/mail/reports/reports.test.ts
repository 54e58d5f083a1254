import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bounceReports, complaint, postfixReport, qmailMessage } from '#server/platform/mail/testing/sample-reports.ts'
import { explainFailure } from './failure-reasons.ts'
import { createMessageIds } from './message-ids.ts'
import { maxReportBytes, parseReport } from './parse-report.ts'

const about = { messageId: '<invoice-7-12-34.0123456789abcdef01234567@billfold.example>', to: 'kim@customer.example' }
const parse = (text: string, encoding: BufferEncoding = 'utf8') => parseReport(Buffer.from(text, encoding))

describe('bounces as mail servers write them', () => {
  test.each([
    [
      'postfixReport',
      "Mailbox doesn't exist (550 5.1.1 <kim@customer.example>: Recipient address rejected: User unknown in virtual mailbox table)",
    ],
    [
      'eximReport',
      "Mailbox doesn't exist (550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 Please try double-checking the recipient's address)",
    ],
    [
      'exchangeReport',
      "Mailbox doesn't exist (550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient kim@customer.example not found by SMTP address lookup)",
    ],
    ['gmailReport', 'Mailbox is disabled (550-5.2.1 The email account that you tried to reach is inactive.)'],
    ['sendmailReport', "Domain doesn't accept email (550 Host unknown)"],
  ] as const)('%s: the message, the recipient and why', (server, reason) => {
    const report = parse(bounceReports[server](about))!
    expect(report).toMatchObject({ kind: 'bounce', recipients: [{ addresses: [about.to] }] })
    expect(report.messageIds[0]).toBe(about.messageId)
    expect(new Set(report.messageIds)).toEqual(new Set([about.messageId]))
    const [{ status, diagnostic }] = report.recipients as [(typeof report.recipients)[number]]
    expect(explainFailure(status, diagnostic)).toEqual({ isDead: true, reason })
  })

  test.each(['delayed', 'delivered', 'relayed', 'expanded'])("a recipient whose mail was %s doesn't count", (action) => {
    expect(parse(postfixReport({ ...about, action, status: '4.4.7' }))).toMatchObject({ kind: 'bounce', recipients: [] })
  })

  test('a forwarded address is known by the one that was written to', () => {
    const text = postfixReport(about).replace(`Final-Recipient: rfc822; ${about.to}`, 'Final-Recipient: rfc822; kim.lee@mail.example')
    expect(parse(text)!.recipients[0]!.addresses).toEqual([about.to, 'kim.lee@mail.example'])
  })

  test('other messages are no reports: qmail, an answer of a person, nothing', () => {
    expect(parse(qmailMessage(about))).toBeNull()
    expect(parse(`From: kim@customer.example\r\nIn-Reply-To: ${about.messageId}\r\n\r\nThank you, Status: 5.1.1`)).toBeNull()
    expect(parse('')).toBeNull()
  })
})

describe('complaints', () => {
  test('with and without the recipient', () => {
    const named = {
      kind: 'complaint',
      messageIds: [about.messageId],
      recipients: [{ addresses: [about.to], status: null, diagnostic: '' }],
    }
    expect(parse(complaint(about))).toEqual(named)
    expect(parse(complaint({ ...about, to: null }))).toEqual({ ...named, recipients: [] })
  })

  test.each(['not-spam', 'auth-failure', 'other', ''])('feedback of the type %j is no complaint', (type) => {
    expect(parse(complaint({ ...about, type }))).toBeNull()
  })
})

describe('hostile reports', () => {
  test('a report inside a returned message is not read', () => {
    const inner = postfixReport({ messageId: about.messageId, to: 'victim@customer.example' })
    const outer = `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--x--\r\n`
    expect(parse(outer)).toBeNull()
  })

  test('5,000 recipients, nested parts and huge fields are cut off', () => {
    const many = Array.from({ length: 5000 }, (_, n) => `Final-Recipient: rfc822; a${n}@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n`)
    const wide = postfixReport(about).replace('Final-Recipient', `${many.join('\r\n')}\r\nFinal-Recipient`)
    expect(parse(wide.slice(0, maxReportBytes))!.recipients.length).toBeLessThanOrEqual(1000)
    const nested = Array.from({ length: 3000 }, (_, n) => `Content-Type: multipart/report; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')
    expect(parse(nested)).toBeNull()
    const field = postfixReport(about).replace('smtp; 550', `smtp; ${'x'.repeat(200_000)} 550`)
    expect(parse(field)!.recipients[0]!.diagnostic.length).toBeLessThanOrEqual(250)
  })

  const fill = (text: string) => text.repeat(Math.ceil(maxReportBytes / text.length)).slice(0, maxReportBytes)
  const withHeader = (header: string) => header + postfixReport(about)
  test.each([
    ['a group in a group in a group', withHeader(`To: ${fill('g: ').slice(0, 250_000)}\r\n`)],
    ['a header of addresses', withHeader(`Cc: ${fill('a@b.example, ').slice(0, 250_000)}\r\n`)],
    ['a header of encoded words', withHeader(`Subject: ${fill('=?utf-8?Q?=41?= ').slice(0, 250_000)}\r\n`)],
    ['a header that is folded after each letter', withHeader(`References: ${fill('x\r\n ').slice(0, 250_000)}\r\n`)],
    ['parameters', withHeader(`Content-Type: multipart/report; ${fill('a*0*=b; ').slice(0, 250_000)}\r\n`)],
    ['ids that never end', withHeader(`In-Reply-To: ${fill('<').slice(0, 250_000)}\r\n`)],
    ['parts', `Content-Type: multipart/mixed; boundary=b\n\n${fill('--b\n\n')}`],
    ['parts in parts', `Content-Type: multipart/mixed; boundary=b\n\n--b\n${fill('Content-Type: multipart/mixed; boundary=b\n\n--b\n')}`],
    ['empty lines', postfixReport(about).replace('Reporting-MTA', `${fill('\n')}\nReporting-MTA`)],
    ['lines of a space', postfixReport(about).replace('Reporting-MTA', `${fill(' \n')}\nReporting-MTA`)],
    ['tabs', postfixReport(about).replace('User unknown', fill('\t'))],
  ])('%s, 256 kB of them, take a moment', (_what, text) => {
    const raw = Buffer.from(text).subarray(0, maxReportBytes)
    // Time of the processor, not of a clock: other processes may take as much as they like.
    const before = process.threadCpuUsage()
    parseReport(raw)
    const { user, system } = process.threadCpuUsage(before)
    // It takes 1 to 20 ms; the parser before took 400 and more for some of them.
    expect((user + system) / 1000).toBeLessThan(200)
  })

  test('a status that is encoded is read, and one with another boundary is not', () => {
    const status = `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${about.to}\r\nAction: failed\r\nStatus: 5.1.1\r\n`
    const write = (encoding: string, text: string, boundary = '"b c"') =>
      `In-Reply-To: ${about.messageId}\r\nContent-Type: multipart/report;\r\n\tboundary=${boundary}\r\n\r\nText\r\n--b c\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Type: Message/Delivery-Status\r\n\r\n${text}\r\n--b c--\r\n`
    const read = { kind: 'bounce', messageIds: [about.messageId], recipients: [{ addresses: [about.to], status: '5.1.1', diagnostic: '' }] }
    const base64 = Buffer.from(status).toString('base64').replace(/.{76}/g, '$&\r\n')
    expect(parse(write('base64', base64))).toEqual(read)
    expect(parse(write('Quoted-Printable', status.replaceAll('=', '=3D').replaceAll('@', '=40').replace('failed', 'fai=\r\nled')))).toEqual(
      read,
    )
    expect(parse(write('7bit', status))).toEqual(read)
    for (const boundary of ['"b"', 'b', '""', 'x', '"b c d"']) expect(parse(write('7bit', status, boundary))).toBeNull()
  })

  test('a report that was cut off after the status is still read', () => {
    const text = postfixReport(about)
    expect(parse(text.slice(0, text.indexOf('\r\nHello')))).toMatchObject({ kind: 'bounce', messageIds: [about.messageId] })
  })

  test.each(['utf16le', 'latin1'] as const)('a report in %s or of an unknown charset never throws', (encoding) => {
    parse(postfixReport({ ...about, diagnostic: '550 5.1.1 ÄÖÜ 株' }), encoding)
    expect(parse(postfixReport(about).replaceAll('us-ascii', 'x-unknown'))).toMatchObject({ kind: 'bounce' })
  })

  test('no bytes and no changed report throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        parseReport(bytes)
      }),
      { numRuns: 200 },
    )
    const reports = [...Object.values(bounceReports).map((write) => write(about)), complaint(about)]
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(40),
      text: fc.string({ unit: 'binary', maxLength: 20 }),
    })
    fc.assert(
      fc.property(fc.constantFrom(...reports), fc.array(change, { minLength: 1, maxLength: 5 }), (report, changes) => {
        const changed = changes.reduce((text, { at, cut, text: put }) => {
          const start = Math.floor(at * text.length)
          return text.slice(0, start) + put + text.slice(start + cut)
        }, report)
        parse(changed)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the reason', () => {
  test.each([
    [null, '550 No such user here', true, "Mailbox doesn't exist"],
    ['5.0.0', 'no answer 10.5.1.1', false, 'Not delivered'],
    ['5.0.0', '554 5.7.1 Spam', false, 'Refused as spam or by a policy'],
    ['5.7.1', '550 User unknown', false, 'Refused as spam or by a policy'],
    ['5.2.2', '552 Quota exceeded', false, 'Mailbox is full'],
    ['4.4.7', '', false, 'Not delivered in time'],
    ['4.1.1', '450 unverified address', false, 'Not delivered'],
    [null, '451 4.1.1 user unknown', false, 'Not delivered'],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied.', true, "Mailbox doesn't exist"],
    ['5.4.1', '554 no answer from host', false, 'Not delivered'],
    ['5.1.8', '501 5.1.8 Bad sender', false, 'Not delivered'],
    [null, '', false, 'Not delivered'],
  ])('%s %j: dead %s, %s', (status, diagnostic, isDead, cause) => {
    const explained = explainFailure(status, diagnostic)
    expect(explained.isDead).toBe(isDead)
    expect(explained.reason.startsWith(cause)).toBe(true)
  })
})

describe('Message-IDs', () => {
  const ids = createMessageIds('a key')

  test('are signed alike each time, and read back', () => {
    const signed = ids.sign('<invoice-7-12-34@billfold.example>')
    expect(signed).toMatch(/^<invoice-7-12-34\.[0-9a-f]{24}@billfold\.example>$/)
    expect(ids.sign('invoice-7-12-34@billfold.example')).toBe(signed)
    expect(ids.verify(signed)).toBe('invoice-7-12-34')
    expect(ids.verify(ids.sign('invoice-7-12-34'))).toBe('invoice-7-12-34')
    expect(ids.verify(signed.replace('billfold.example', 'moved.example'))).toBe('invoice-7-12-34')
  })

  test('of others are not: without a signature, with that of another id or another key', () => {
    const signed = ids.sign('<invoice-7-12-34@billfold.example>')
    for (const id of [
      '<invoice-7-12-34@billfold.example>',
      signed.replace('12-34', '12-35'),
      createMessageIds('another key').sign('<invoice-7-12-34@billfold.example>'),
      signed.toUpperCase(),
      '',
      '<@>',
    ])
      expect(ids.verify(id)).toBeNull()
  })
})
