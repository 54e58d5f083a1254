import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createMailSender } from '#server/platform/mail/mail-sender.ts'
import { parseReport } from '#server/platform/mail/reports/parse-report.ts'
import { registerDevMailbox } from './mailbox-routes.ts'

const origin = new URL('http://localhost')
let app: FastifyInstance
let folder: string
let outboxDir: string
const reports: Buffer[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-mailbox-'))
  outboxDir = join(folder, 'outbox')
  app = await createFastifyApp({ publicUrl: () => origin, mounts: [] })
  await app.register(registerDevMailbox, { outboxDir, receiveReport: async (raw: Buffer) => void reports.push(raw) })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const evil = `<script>alert("x")</script>'"><img src=x onerror=alert(1)>&`
const pdf = Buffer.from('%PDF-1.7\n\0\xff', 'latin1')
const send = (changes: Partial<Mail> = {}) =>
  createMailSender({ smtpUrl: null, from: 'mail@billfold.example', outboxDir, log: () => undefined }).send({
    to: { name: 'Kim Lee', address: 'kim@customer.example' },
    fromName: 'Acme',
    subject: 'Invoice INV-1 from Acme',
    preview: '$162.36 due Mar 2, 2026',
    text: 'Text version here',
    html: '<!doctype html><html><head><title>t</title></head><body><a href="https://pay.example/abc">Pay</a></body></html>',
    messageId: '<m1@x>',
    attachments: [{ fileName: 'INV-1.pdf', contentType: 'application/pdf', bytes: pdf }],
    ...changes,
  })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const listIds = async () =>
  (await readdir(outboxDir))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .sort()
const getPolicy = (reply: Awaited<ReturnType<typeof get>>) => String(reply.headers['content-security-policy'])

describe('a simulated bounce', () => {
  const bounce = (id: string, host = 'localhost:3000') =>
    app.inject({ method: 'POST', url: `/dev/mailbox/${id}/bounce`, headers: { host, 'content-type': 'application/x-www-form-urlencoded' } })

  test('is a report about that message, and the page says so', async () => {
    await send({ messageId: '<m1@billfold.example>' })
    const id = (await listIds())[0]!
    const reply = await bounce(id)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/dev/mailbox/${id}?bounced`])
    expect(parseReport(reports.at(-1)!)).toMatchObject({
      kind: 'bounce',
      messageIds: ['<m1@billfold.example>'],
      recipients: [{ status: '5.1.1', diagnostic: '550 5.1.1 No such user (simulated)' }],
    })
    const page = await app.inject({ url: `/dev/mailbox/${id}?bounced`, headers: { host: 'localhost' } })
    expect(page.body).toContain('The bounce was received.')
  })

  test('of an unknown message is not found, and other machines are refused', async () => {
    const before = reports.length
    expect((await bounce('20260131T101530123Z-0123456789abcdef')).statusCode).toBe(404)
    expect((await bounce('20260131T101530123Z-0123456789abcdef', 'evil.example')).statusCode).toBe(403)
    expect(reports.length).toBe(before)
  })
})

describe('the list', () => {
  test('says that there are no emails, even before the folder exists', async () => {
    const reply = await get('/dev/mailbox')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('No emails yet')
    expect(reply.body).toContain('Development mailbox: no email leaves this machine')
    expect(getPolicy(reply)).not.toContain('script-src')
    expect(getPolicy(reply)).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
  })

  test('shows recipient, subject, time and attachments, newest first', async () => {
    await send()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await send({ messageId: '<m2@x>', subject: 'The second one', attachments: [] })
    const { body } = await get('/dev/mailbox')
    expect(body).toContain('2 messages')
    expect(body.indexOf('The second one')).toBeLessThan(body.indexOf('Invoice INV-1 from Acme'))
    expect(body).toContain('<bdi>Kim Lee</bdi> <span>&lt;kim@customer.example&gt;</span>')
    expect(body).toContain('INV-1.pdf')
    expect(body).toMatch(/<time datetime="20\d\d-/)
    const [first] = await listIds()
    expect(body).toContain(`href="/dev/mailbox/${first}"`)
  })

  test('is divided into pages', async () => {
    for (let n = 0; n < 51; n++) await send({ messageId: `<n${n}@x>`, subject: `Subject ${n}.`, attachments: [] })
    const first = (await get('/dev/mailbox')).body
    expect(first).toContain('51 messages')
    expect(first).toContain('Page 1 of 2')
    expect(first).not.toContain('Subject 0.')
    expect((await get('/dev/mailbox?page=2')).body).toContain('Subject 0.')
    for (const page of ['-1', '0', 'x', '1.5', '1e9', '1&page=2']) expect((await get(`/dev/mailbox?page=${page}`)).statusCode).toBe(200)
  })

  test('skips broken and foreign files', async () => {
    await send()
    const [name] = await listIds()
    await writeFile(join(outboxDir, `20260101T000000000Z-${'a'.repeat(16)}.json`), '{"half":')
    await writeFile(join(outboxDir, `20260101T000000000Z-${'b'.repeat(16)}.json`), '{}')
    await writeFile(join(outboxDir, '<b>x.json'), await readFile(join(outboxDir, `${name}.json`)))
    const { statusCode, body } = await get('/dev/mailbox')
    expect(statusCode).toBe(200)
    expect(body.match(/<li>/g)).toHaveLength(1)
    expect(body).not.toContain('<b>x')
  })
})

describe('a message', () => {
  test('shows its headers, its body in a sandboxed frame, its text version and its attachments', async () => {
    await send()
    const [id] = await listIds()
    const { body, statusCode } = await get(`/dev/mailbox/${id}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('Text version here')
    expect(body).toContain(
      `<iframe title="The message" src="/dev/mailbox/${id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
    )
    expect(body).toContain(`href="/dev/mailbox/${id}/attachments/1"`)
    expect(body).toContain('no email leaves this machine')
  })

  test('its body runs no script, cannot be framed by other sites, and opens links in a new tab', async () => {
    await send()
    const [id] = await listIds()
    const reply = await get(`/dev/mailbox/${id}/body`)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = getPolicy(reply)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox')
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin/)
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
    expect(reply.body).toContain('<head><base target="_blank">')
    expect(reply.body).toContain('<a href="https://pay.example/abc">Pay</a>')
  })

  test('a body without a head gets one', async () => {
    await send({ html: '<header>x</header><p>hi</p>' })
    const [id] = await listIds()
    expect((await get(`/dev/mailbox/${id}/body`)).body).toBe(
      '<!doctype html><head><base target="_blank"></head><header>x</header><p>hi</p>',
    )
  })

  test('attachments and the source are identical downloads', async () => {
    await send({ attachments: [{ fileName: `請求書 'INV' "1".pdf`, contentType: 'application/pdf', bytes: pdf }] })
    const [id] = await listIds()
    const reply = await get(`/dev/mailbox/${id}/attachments/1`)
    expect(reply.rawPayload).toEqual(pdf)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="_INV_-1-.pdf"; filename*=UTF-8''${encodeURIComponent('請求書 ')}%27INV%27%20-1-.pdf`,
    )
    const source = await get(`/dev/mailbox/${id}/source`)
    expect(source.headers['content-disposition']).toContain('attachment')
    expect(source.body).toContain('Message-ID: <m1@x>')
  })

  test('an HTML attachment is downloaded, not shown', async () => {
    await send({ attachments: [{ fileName: 'x.html', contentType: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }] })
    const [id] = await listIds()
    const reply = await get(`/dev/mailbox/${id}/attachments/1`)
    expect(reply.headers['content-disposition']).toMatch(/^attachment;/)
    expect(getPolicy(reply)).toBe("default-src 'none'; sandbox")
  })
})

describe('hostile content', () => {
  test('markup in any field is shown as text', async () => {
    await send({
      to: { name: evil, address: 'kim@customer.example' },
      replyTo: { name: evil, address: 'kim@customer.example' },
      fromName: evil,
      subject: evil,
      preview: evil,
      text: `${evil}</pre>`,
      attachments: [{ fileName: `${evil}.pdf`, contentType: 'application/pdf', bytes: pdf }],
    })
    const [id] = await listIds()
    for (const url of ['/dev/mailbox', `/dev/mailbox/${id}`]) {
      const { body } = await get(url)
      expect(body).toContain('&lt;script&gt;alert(')
      expect(body).not.toMatch(/<script|<img src=x|"x"/)
      expect(body).not.toContain('&</')
    }
  })

  test('fields that were changed on disk are shown as text too', async () => {
    await send()
    const [id] = await listIds()
    const file = join(outboxDir, `${id}.json`)
    const stored = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(
      file,
      JSON.stringify({
        ...stored,
        messageId: evil,
        to: { name: evil, address: evil },
        from: { name: '', address: evil },
        replyTo: { name: evil, address: evil },
        subject: evil,
        attachments: [{ fileName: `../../${evil}`, contentType: 'text/html\r\nset-cookie: a=b', size: 1 }],
      }),
    )
    for (const url of ['/dev/mailbox', `/dev/mailbox/${id}`]) expect((await get(url)).body).not.toMatch(/<script|<img src=x/)
    expect((await get(`/dev/mailbox/${id}/attachments/1`)).statusCode).toBe(404)
  })

  test('no path leads out of the outbox', async () => {
    await send()
    const [id] = await listIds()
    await writeFile(
      join(folder, 'secret.json'),
      (await readFile(join(outboxDir, `${id}.json`), 'utf8')).replace('Text version', 'classified'),
    )
    await writeFile(join(folder, 'secret.eml'), 'classified')
    const ids = [
      '..%2fsecret',
      '..%2f..%2fsecret',
      '%2e%2e%2fsecret',
      '..\\secret',
      '%2fetc%2fpasswd',
      `${id}%00`,
      `${id}%2f..%2f..%2fsecret`,
      `${id}.json`,
      '.',
      'nope',
      `${id?.slice(0, -1)}0`,
    ]
    for (const wrong of ids)
      for (const rest of ['', '/body', '/source', '/attachments/1']) {
        const reply = await get(`/dev/mailbox/${wrong}${rest}`)
        expect([wrong + rest, reply.statusCode]).toEqual([wrong + rest, 404])
        expect(reply.body).not.toContain('classified')
      }
    for (const n of ['0', '2', '-1', '01', '1.0', '1%2f..', '..%2f..%2f..%2fsecret.json', '1e0', 'x', '9999999'])
      expect([n, (await get(`/dev/mailbox/${id}/attachments/${n}`)).statusCode]).toEqual([n, 404])
  })

  test('symbolic links in the outbox are not followed', async () => {
    await send()
    const [id] = await listIds()
    await writeFile(join(folder, 'secret'), 'top secret')
    await rm(join(outboxDir, id!), { recursive: true })
    await mkdir(join(outboxDir, id!))
    await symlink(join(folder, 'secret'), join(outboxDir, id!, '1-INV-1.pdf'))
    expect((await get(`/dev/mailbox/${id}/attachments/1`)).statusCode).toBe(404)
    await rm(join(outboxDir, id!), { recursive: true })
    await mkdir(join(folder, 'elsewhere'))
    await writeFile(join(folder, 'elsewhere', '1-INV-1.pdf'), 'top secret')
    await symlink(join(folder, 'elsewhere'), join(outboxDir, id!))
    expect((await get(`/dev/mailbox/${id}/attachments/1`)).statusCode).toBe(404)
  })

  test('requests are accepted only for a host name of this machine', async () => {
    await send()
    for (const host of ['rebound.evil.example', 'localhost.evil.example', '10.0.0.7:3000'])
      expect([host, (await get('/dev/mailbox', { host })).statusCode]).toEqual([host, 403])
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await get('/dev/mailbox', { host })).statusCode).toBe(200)
    expect((await get('/other', { host: 'rebound.evil.example' })).statusCode).toBe(404)
  })
})
