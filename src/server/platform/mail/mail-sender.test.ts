import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { MailRefusedError } from './delivery-errors.ts'
import type { Mail } from './mail.ts'
import { createMailSender } from './mail-sender.ts'
import { createSmtpError, findPart, parseMessage, startTestMailServer } from './testing/mail-server.ts'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of clean.splice(0).reverse()) await end()
})

const server = async (...given: Parameters<typeof startTestMailServer>) => {
  const started = await startTestMailServer(...given)
  clean.push(started.close)
  return started
}

const mailer = (smtpUrl: string, log: (line: string) => void = () => undefined) => {
  const made = createMailSender({ smtpUrl, from: 'mail@billfold.example', outboxDir: join(tmpdir(), 'billfold-unused'), log })
  clean.push(made.close)
  return made
}

const mail = (change: Partial<Mail> = {}): Mail => ({
  to: { name: 'Kim Lee', address: 'kim@customer.example' },
  replyTo: { name: 'Acme', address: 'office@acme.example' },
  fromName: 'Acme',
  subject: 'Invoice INV-1 from Acme',
  preview: '$162.36 due',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<invoice-1@billfold.example>',
  ...change,
})

describe('over a real mail server', () => {
  test('a message arrives whole: headers, both versions, the PDF byte by byte', async () => {
    const { port, received } = await server()
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n.\r\n..\r\n'), randomBytes(150_000)])
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    await send(
      mail({
        text: 'Grüße, 請求書, مرحبا\n.\nend',
        html: '<p>Grüße, 請求書, مرحبا</p>',
        attachments: [{ fileName: 'INV-1 請求書.pdf', contentType: 'application/pdf', bytes }],
      }),
    )
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'mail@billfold.example', to: ['kim@customer.example'] })
    const message = parseMessage(received[0]!.raw)
    const header = (name: string) => message.headers.get(name)
    expect(header('from')).toBe('Acme <mail@billfold.example>')
    expect(header('reply-to')).toBe('Acme <office@acme.example>')
    expect(header('to')).toBe('Kim Lee <kim@customer.example>')
    expect(header('subject')).toBe('Invoice INV-1 from Acme')
    expect(header('message-id')).toBe('<invoice-1@billfold.example>')
    expect(header('date')).toBeTruthy()
    expect(message.headers.has('x-mailer')).toBe(false)
    expect(findPart(message, 'text/plain').body.toString().trim().replaceAll('\r\n', '\n')).toBe('Grüße, 請求書, مرحبا\n.\nend')
    expect(findPart(message, 'text/html').body.toString()).toBe('<p>Grüße, 請求書, مرحبا</p>')
    const pdf = findPart(message, 'application/pdf')
    expect(pdf.body.equals(bytes)).toBe(true)
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  test('names and subjects in Arabic and Japanese', async () => {
    const { port, received } = await server()
    await mailer(`smtp://127.0.0.1:${port}`).send(
      mail({
        to: { name: '山田 "太郎", K.K.', address: 'kim@customer.example' },
        fromName: 'شركة النور',
        subject: 'Invoice ١٢ from شركة النور 株式会社'.repeat(3),
      }),
    )
    const { headers } = parseMessage(received[0]!.raw)
    expect(headers.get('to')).toBe('山田 "太郎", K.K. <kim@customer.example>')
    expect(headers.get('from')).toBe('شركة النور <mail@billfold.example>')
    expect(headers.get('subject')).toBe('Invoice ١٢ from شركة النور 株式会社'.repeat(3))
    expect(received[0]!.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })

  test.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'])(
    'a line break (%j) in a name, subject or file name makes no header',
    async (breaking) => {
      const { port, received } = await server()
      const evil = `Acme${breaking}Bcc: evil@example.com${breaking}${breaking}<b>hi</b>`
      await mailer(`smtp://127.0.0.1:${port}`).send(
        mail({
          to: { name: evil, address: 'kim@customer.example' },
          replyTo: { name: evil, address: 'office@acme.example' },
          fromName: evil,
          subject: evil,
          attachments: [
            { fileName: `${evil}.pdf`, contentType: `application/pdf${breaking}Bcc: evil@example.com`, bytes: Buffer.from('x') },
          ],
        }),
      )
      expect(received[0]!.to).toEqual(['kim@customer.example'])
      expect(received[0]!.raw).not.toMatch(/^bcc:/im)
      const message = parseMessage(received[0]!.raw)
      expect(message.headers.get('subject')).toBe('Acme Bcc: evil@example.com <b>hi</b>')
      expect([...message.headers.keys()].sort()).toEqual(
        ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'].sort(),
      )
    },
  )

  test.each([
    'c@example.com\r\nBcc: evil@example.com',
    'c@example.com, evil@example.com',
    'c@example.com evil@example.com',
    '<evil@example.com>',
    'a <evil@example.com>',
    '"c@example.com, x"@evil.example',
    'c@evil.example@example.com',
    'c@example.com>\r\nRCPT TO:<evil@example.com',
    'c@exa\0mple.com',
    'c@[127.0.0.1]',
    'c@-example.com',
    'c..d@example.com',
    'c@example..com',
    `${'c'.repeat(65)}@example.com`,
    '@example.com',
    'c@',
    'c',
    '',
  ])('what is not exactly one address is refused: %j', async (address) => {
    const { port, received } = await server()
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    await expect(send(mail({ to: { name: 'C', address } }))).rejects.toThrow(MailRefusedError)
    await expect(send(mail({ replyTo: { name: 'C', address } }))).rejects.toThrow(MailRefusedError)
    expect(received).toEqual([])
  })

  test.each(["o'brien+bills@example.co.uk", 'a_b-c.d@sub.example.com', 'x@localhost', 'info@müller.example', 'jörg@example.com'])(
    '%s is served',
    async (address) => {
      const { port, received } = await server()
      await mailer(`smtp://127.0.0.1:${port}`).send(mail({ to: { name: '', address } }))
      expect(received[0]!.to).toEqual([address])
      expect(parseMessage(received[0]!.raw).headers.get('to')).toBe(address.replace('müller', 'xn--mller-kva'))
    },
  )

  test('a message id without brackets or domain gets them; a broken one is our own fault and thrown', async () => {
    const { port, received } = await server()
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    await send(mail({ messageId: 'receipt-7' }))
    expect(parseMessage(received[0]!.raw).headers.get('message-id')).toBe('<receipt-7@billfold.example>')
    await expect(send(mail({ messageId: '<a@b>\r\nBcc: evil@example.com' }))).rejects.toThrow(TypeError)
  })

  test('a file name leads nowhere and nothing is read from disk or the network', async () => {
    const { port, received } = await server()
    await mailer(`smtp://127.0.0.1:${port}`).send(
      mail({
        html: '<img src="file:///etc/passwd">',
        attachments: [{ fileName: '../../etc/passwd', contentType: 'text/plain', bytes: Buffer.from('mine') }],
      }),
    )
    expect(received[0]!.raw).toContain('filename="-..-etc-passwd"')
    expect(received[0]!.raw).not.toContain('root:')
  })
})

describe('when the mail server says no', () => {
  test('an unknown recipient (550) is final, and the sentence says why', async () => {
    const { port } = await server({ onRcptTo: (_address, _session, done) => done(createSmtpError(550, 'No such user here')) })
    const sending = mailer(`smtp://127.0.0.1:${port}`).send(mail())
    await expect(sending).rejects.toThrow(MailRefusedError)
    await expect(sending).rejects.toThrow(/kim@customer\.example \(550 .*No such user here\)/)
  })

  test('a refused message (554 after DATA) is final', async () => {
    const { port } = await server({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(createSmtpError(554, 'Looks like spam'))),
    })
    await expect(mailer(`smtp://127.0.0.1:${port}`).send(mail())).rejects.toThrow(MailRefusedError)
  })

  test('"not now" (451) passes: the queue may try again, and then it goes through', async () => {
    let asked = 0
    const { port, received } = await server({
      onRcptTo: (_address, _session, done) => (++asked === 1 ? done(createSmtpError(451, 'Greylisted')) : done()),
    })
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    const failed = await send(mail()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    await send(mail())
    expect(received).toHaveLength(1)
  })

  test.each([
    [
      'a wrong password',
      { authOptional: false, onAuth: (_auth, _session, done) => done(createSmtpError(535, 'Bad credentials')) } as Parameters<
        typeof startTestMailServer
      >[0],
    ],
    [
      'a refused sender',
      { onMailFrom: (_address, _session, done) => done(createSmtpError(550, 'Sender not allowed')) } as Parameters<
        typeof startTestMailServer
      >[0],
    ],
  ])('%s is a setting to be mended: messages wait instead of being given up', async (_what, options) => {
    const { port } = await server({ allowInsecureAuth: true, ...options })
    const failed = await mailer(`smtp://user:secret-word@127.0.0.1:${port}`)
      .send(mail())
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    expect(String(failed)).not.toContain('secret-word')
  })

  test('a server that is down throws, and the same mailer sends once it is back', async () => {
    const first = await startTestMailServer()
    await first.close()
    const log: string[] = []
    const { send } = mailer(`smtp://127.0.0.1:${first.port}`, (line) => log.push(line))
    const failed = await send(mail()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    expect(log).toEqual([expect.stringMatching(/^Mail <invoice-1@billfold\.example> could not be sent: .*ECONNREFUSED/)])
    const { received } = await server({}, first.port)
    await send(mail())
    expect(received).toHaveLength(1)
  })

  test.each(['destroy', 'end'] as const)(
    'a connection cut after the message (%s) is not repeated behind the back of the queue',
    async (cut) => {
      let taken = 0
      const live = new Set<Socket>()
      const { port, server: listener } = await server({
        onData: (stream) => {
          stream.resume().on('end', () => {
            taken++
            for (const socket of live) socket[cut]()
          })
        },
      })
      listener.on('connection', (socket: Socket) => live.add(socket))
      const failed = await mailer(`smtp://127.0.0.1:${port}`)
        .send(mail())
        .catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(failed).not.toBeInstanceOf(MailRefusedError)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(taken).toBe(1)
    },
  )

  test('a connection that the server closed while it was idle costs nothing', async () => {
    const live = new Set<Socket>()
    const { port, received, server: listener } = await server()
    listener.on('connection', (socket: Socket) => live.add(socket))
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    await send(mail())
    for (const socket of live) socket.end()
    await send(mail({ messageId: '<second@x>' }))
    expect(received).toHaveLength(2)
  })
})

describe('on the wire', () => {
  test('a certificate that nobody vouches for is not accepted', async () => {
    const { port, received } = await server({ secure: true, disabledCommands: [] })
    await expect(mailer(`smtps://127.0.0.1:${port}`).send(mail())).rejects.toThrow(/certificate|altnames/i)
    expect(received).toEqual([])
  })

  test('no password goes to another machine without TLS', async () => {
    const seen: string[] = []
    const { port } = await server({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        seen.push(username ?? '')
        done(null, { user: 'u' })
      },
    })
    // Another name for this machine, which the mailer doesn't count as this machine.
    const url = `smtp://user:secret@[::ffff:127.0.0.1]:${port}`
    await expect(mailer(url).send(mail())).rejects.toThrow(/STARTTLS|TLS/)
    expect(seen).toEqual([])
    await mailer(`${url}?requireTLS=false`).send(mail())
    expect(seen).toEqual(['user'])
  })

  test('closing lets a message finish', async () => {
    const { port, received } = await server({
      onRcptTo: (_address, _session, done) => {
        setTimeout(done, 300)
      },
    })
    const { send, close } = mailer(`smtp://127.0.0.1:${port}`)
    const sending = send(mail())
    await new Promise((resolve) => setTimeout(resolve, 100))
    await close()
    await sending
    expect(received).toHaveLength(1)
  })

  test('two hundred messages, twenty at a time, each arrive once', async () => {
    const { port, received } = await server()
    const { send } = mailer(`smtp://127.0.0.1:${port}`)
    for (let start = 0; start < 200; start += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(mail({ messageId: `<m${start + index}@x>` }))))
    expect(new Set(received.map(({ raw }) => parseMessage(raw).headers.get('message-id'))).size).toBe(200)
    expect(received).toHaveLength(200)
  })
})

test('a sender address that is none is refused at once', () => {
  expect(() => createMailSender({ smtpUrl: null, from: 'a@b, c@d', outboxDir: '/nowhere', log: () => undefined })).toThrow(/sender/)
})
