import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { MailRefusedError } from './delivery-errors.ts'
import type { Mail } from './mail.ts'
import { createMailSender } from './mail-sender.ts'
import { createSmtpError, findPart, parseMessage, startTestMailServer } from './testing/mail-server.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const startServer = async (...args: Parameters<typeof startTestMailServer>) => {
  const server = await startTestMailServer(...args)
  cleanups.push(server.close)
  return server
}

const createSender = (smtpUrl: string, log: (line: string) => void = () => undefined) => {
  const sender = createMailSender({ smtpUrl, from: 'mail@billfold.example', outboxDir: join(tmpdir(), 'billfold-unused'), log })
  cleanups.push(sender.close)
  return sender
}

const createMail = (changes: Partial<Mail> = {}): Mail => ({
  to: { name: 'Kim Lee', address: 'kim@customer.example' },
  replyTo: { name: 'Acme', address: 'office@acme.example' },
  fromName: 'Acme',
  subject: 'Invoice INV-1 from Acme',
  preview: '$162.36 due',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<invoice-1@billfold.example>',
  ...changes,
})

describe('with a real mail server', () => {
  test('a message arrives complete: headers, text and HTML, and an identical PDF', async () => {
    const { port, received } = await startServer()
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n.\r\n..\r\n'), randomBytes(150_000)])
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    await send(
      createMail({
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

  test('names and subjects can be in Arabic and Japanese', async () => {
    const { port, received } = await startServer()
    await createSender(`smtp://127.0.0.1:${port}`).send(
      createMail({
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
    'a line break (%j) in a name, subject or file name adds no header',
    async (lineBreak) => {
      const { port, received } = await startServer()
      const evil = `Acme${lineBreak}Bcc: evil@example.com${lineBreak}${lineBreak}<b>hi</b>`
      await createSender(`smtp://127.0.0.1:${port}`).send(
        createMail({
          to: { name: evil, address: 'kim@customer.example' },
          replyTo: { name: evil, address: 'office@acme.example' },
          fromName: evil,
          subject: evil,
          attachments: [
            { fileName: `${evil}.pdf`, contentType: `application/pdf${lineBreak}Bcc: evil@example.com`, bytes: Buffer.from('x') },
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
  ])('rejects anything but exactly one address: %j', async (address) => {
    const { port, received } = await startServer()
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    await expect(send(createMail({ to: { name: 'C', address } }))).rejects.toThrow(MailRefusedError)
    await expect(send(createMail({ replyTo: { name: 'C', address } }))).rejects.toThrow(MailRefusedError)
    expect(received).toEqual([])
  })

  test.each(["o'brien+bills@example.co.uk", 'a_b-c.d@sub.example.com', 'x@localhost', 'info@müller.example', 'jörg@example.com'])(
    'accepts the address %s',
    async (address) => {
      const { port, received } = await startServer()
      await createSender(`smtp://127.0.0.1:${port}`).send(createMail({ to: { name: '', address } }))
      expect(received[0]!.to).toEqual([address])
      expect(parseMessage(received[0]!.raw).headers.get('to')).toBe(address.replace('müller', 'xn--mller-kva'))
    },
  )

  test('a message id without brackets or domain gets them; an invalid one throws', async () => {
    const { port, received } = await startServer()
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    await send(createMail({ messageId: 'receipt-7' }))
    expect(parseMessage(received[0]!.raw).headers.get('message-id')).toBe('<receipt-7@billfold.example>')
    await expect(send(createMail({ messageId: '<a@b>\r\nBcc: evil@example.com' }))).rejects.toThrow(TypeError)
  })

  test('a file name is only a name: nothing is read from disk or the network', async () => {
    const { port, received } = await startServer()
    await createSender(`smtp://127.0.0.1:${port}`).send(
      createMail({
        html: '<img src="file:///etc/passwd">',
        attachments: [{ fileName: '../../etc/passwd', contentType: 'text/plain', bytes: Buffer.from('mine') }],
      }),
    )
    expect(received[0]!.raw).toContain('filename="-..-etc-passwd"')
    expect(received[0]!.raw).not.toContain('root:')
  })
})

describe('when the mail server refuses', () => {
  test('an unknown recipient (550) is final, and the error says why', async () => {
    const { port } = await startServer({ onRcptTo: (_address, _session, done) => done(createSmtpError(550, 'No such user here')) })
    const sending = createSender(`smtp://127.0.0.1:${port}`).send(createMail())
    await expect(sending).rejects.toThrow(MailRefusedError)
    await expect(sending).rejects.toThrow(/kim@customer\.example \(550 .*No such user here\)/)
  })

  test('a refused message (554 after DATA) is final', async () => {
    const { port } = await startServer({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(createSmtpError(554, 'Looks like spam'))),
    })
    await expect(createSender(`smtp://127.0.0.1:${port}`).send(createMail())).rejects.toThrow(MailRefusedError)
  })

  test('a temporary refusal (451) is not final: a later attempt succeeds', async () => {
    let attempts = 0
    const { port, received } = await startServer({
      onRcptTo: (_address, _session, done) => (++attempts === 1 ? done(createSmtpError(451, 'Greylisted')) : done()),
    })
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    const failed = await send(createMail()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    await send(createMail())
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
  ])('%s is a wrong setting of ours: messages are retried instead of given up', async (_, options) => {
    const { port } = await startServer({ allowInsecureAuth: true, ...options })
    const failed = await createSender(`smtp://user:secret-word@127.0.0.1:${port}`)
      .send(createMail())
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    expect(String(failed)).not.toContain('secret-word')
  })

  test('sending throws while the server is down, and works again once the server is back', async () => {
    const first = await startTestMailServer()
    await first.close()
    const log: string[] = []
    const { send } = createSender(`smtp://127.0.0.1:${first.port}`, (line) => log.push(line))
    const failed = await send(createMail()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(MailRefusedError)
    expect(log).toEqual([expect.stringMatching(/^Mail <invoice-1@billfold\.example> could not be sent: .*ECONNREFUSED/)])
    const { received } = await startServer({}, first.port)
    await send(createMail())
    expect(received).toHaveLength(1)
  })

  test.each(['destroy', 'end'] as const)(
    'a message is not sent again when the connection closes before the reply (%s)',
    async (closeMethod) => {
      let receivedCount = 0
      const sockets = new Set<Socket>()
      const { port, server: listener } = await startServer({
        onData: (stream) => {
          stream.resume().on('end', () => {
            receivedCount++
            for (const socket of sockets) socket[closeMethod]()
          })
        },
      })
      listener.on('connection', (socket: Socket) => sockets.add(socket))
      const failed = await createSender(`smtp://127.0.0.1:${port}`)
        .send(createMail())
        .catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(failed).not.toBeInstanceOf(MailRefusedError)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(receivedCount).toBe(1)
    },
  )

  test('a connection that the server closed while idle is replaced', async () => {
    const sockets = new Set<Socket>()
    const { port, received, server: listener } = await startServer()
    listener.on('connection', (socket: Socket) => sockets.add(socket))
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    await send(createMail())
    for (const socket of sockets) socket.end()
    await send(createMail({ messageId: '<second@x>' }))
    expect(received).toHaveLength(2)
  })
})

describe('the connection', () => {
  test('an untrusted certificate is rejected', async () => {
    const { port, received } = await startServer({ secure: true, disabledCommands: [] })
    await expect(createSender(`smtps://127.0.0.1:${port}`).send(createMail())).rejects.toThrow(/certificate|altnames/i)
    expect(received).toEqual([])
  })

  test('the password is never sent to another machine without TLS', async () => {
    const userNames: string[] = []
    const { port } = await startServer({
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => {
        userNames.push(username ?? '')
        done(null, { user: 'u' })
      },
    })
    // Another address of this machine, which the sender treats as another machine.
    const url = `smtp://user:secret@[::ffff:127.0.0.1]:${port}`
    await expect(createSender(url).send(createMail())).rejects.toThrow(/STARTTLS|TLS/)
    expect(userNames).toEqual([])
    await createSender(`${url}?requireTLS=false`).send(createMail())
    expect(userNames).toEqual(['user'])
  })

  test('close waits for messages in progress', async () => {
    const { port, received } = await startServer({
      onRcptTo: (_address, _session, done) => {
        setTimeout(done, 300)
      },
    })
    const { send, close } = createSender(`smtp://127.0.0.1:${port}`)
    const sending = send(createMail())
    await new Promise((resolve) => setTimeout(resolve, 100))
    await close()
    await sending
    expect(received).toHaveLength(1)
  })

  test('200 messages, 20 at a time, each arrive once', async () => {
    const { port, received } = await startServer()
    const { send } = createSender(`smtp://127.0.0.1:${port}`)
    for (let start = 0; start < 200; start += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(createMail({ messageId: `<m${start + index}@x>` }))))
    expect(new Set(received.map(({ raw }) => parseMessage(raw).headers.get('message-id'))).size).toBe(200)
    expect(received).toHaveLength(200)
  })
})

test('an invalid sender address is rejected at once', () => {
  expect(() => createMailSender({ smtpUrl: null, from: 'a@b, c@d', outboxDir: '/nowhere', log: () => undefined })).toThrow(/sender/)
})
