import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MailRefusedError } from './delivery-errors.ts'
import type { Mail } from './mail.ts'
import { createMailSender } from './mail-sender.ts'
import { storedMail } from './outbox-files.ts'
import { findPart, parseMessage } from './testing/mail-server.ts'

let outboxDir: string
beforeEach(async () => {
  outboxDir = join(await mkdtemp(join(tmpdir(), 'billfold-outbox-')), 'not', 'there yet')
})
afterEach(() => rm(join(outboxDir, '..', '..'), { recursive: true, force: true }))

const mailer = () => createMailSender({ smtpUrl: null, from: 'mail@billfold.example', outboxDir, log: () => undefined })
const bytes = Buffer.from('%PDF-1.7\n\0\xff bytes', 'latin1')
const mail = (change: Partial<Mail> = {}): Mail => ({
  to: { name: 'Kim', address: 'kim@customer.example' },
  fromName: 'Acme',
  subject: 'Invoice INV-1',
  preview: '$1.00 due',
  text: 'Hello 株式会社',
  html: '<p>Hello 株式会社</p>',
  messageId: '<m1@billfold.example>',
  attachments: [{ fileName: 'INV-1.pdf', contentType: 'application/pdf', bytes }],
  ...change,
})
const names = async () => (await readdir(outboxDir)).sort()

test('a message becomes an .eml, a .json and a folder with its attachments, under one name', async () => {
  await mailer().send(mail())
  const [folder, eml, json] = await names()
  expect(folder).toMatch(/^\d{8}T\d{9}Z-[0-9a-f]{16}$/)
  expect([eml, json]).toEqual([`${folder}.eml`, `${folder}.json`])
  expect(await names()).toHaveLength(3)
  expect(await readFile(join(outboxDir, folder!, '1-INV-1.pdf'))).toEqual(bytes)
  const stored = storedMail.parse(JSON.parse(await readFile(join(outboxDir, json!), 'utf8')))
  expect(stored).toMatchObject({
    messageId: '<m1@billfold.example>',
    from: { name: 'Acme', address: 'mail@billfold.example' },
    to: { name: 'Kim', address: 'kim@customer.example' },
    subject: 'Invoice INV-1',
    text: 'Hello 株式会社',
    html: '<p>Hello 株式会社</p>',
    attachments: [{ fileName: 'INV-1.pdf', contentType: 'application/pdf', size: bytes.length }],
  })
  expect(Math.abs(Date.now() - Date.parse(stored.date))).toBeLessThan(60_000)
  const message = parseMessage(await readFile(join(outboxDir, eml!), 'latin1'))
  expect(message.headers.get('message-id')).toBe('<m1@billfold.example>')
  expect(findPart(message, 'application/pdf').body).toEqual(bytes)
  expect(findPart(message, 'text/html').body.toString()).toBe('<p>Hello 株式会社</p>')
})

test('the same message id lands once: at once, in a row, and after a restart', async () => {
  const { send } = mailer()
  await Promise.all(Array.from({ length: 10 }, () => send(mail())))
  await send(mail())
  await mailer().send(mail({ subject: 'Another wording' }))
  expect((await names()).filter((name) => name.endsWith('.json'))).toHaveLength(1)
  await send(mail({ messageId: '<m2@billfold.example>' }))
  expect((await names()).filter((name) => name.endsWith('.json'))).toHaveLength(2)
})

test('what an interrupted writing left behind is finished, not doubled', async () => {
  await mailer().send(mail())
  const before = await names()
  const [folder, eml, json] = before
  await rm(join(outboxDir, json!))
  await writeFile(join(outboxDir, eml!), 'half')
  await rm(join(outboxDir, folder!), { recursive: true })
  await mailer().send(mail())
  expect(await names()).toEqual(before)
  expect(await readFile(join(outboxDir, eml!), 'latin1')).toContain('<m1@billfold.example>')
  expect(await readdir(join(outboxDir, folder!))).toEqual(['1-INV-1.pdf'])
})

test('hostile file names stay in the folder of their message', async () => {
  const hostile = ['../../../evil.sh', '/etc/passwd', '..', '', 'a\0b\r\n.pdf', 'con:aux|x?.pdf', `${'請'.repeat(300)}.pdf`, '.hidden']
  await mailer().send(mail({ attachments: hostile.map((fileName) => ({ fileName, contentType: 'text/plain', bytes })) }))
  const entries = await names()
  expect(entries).toHaveLength(3)
  const files = (await readdir(join(outboxDir, entries[0]!))).sort()
  expect(files).toEqual([
    '1--..-..-evil.sh',
    '2--etc-passwd',
    '3-attachment',
    '4-attachment',
    '5-a b .pdf',
    '6-con-aux-x-.pdf',
    `7-${'請'.repeat(60)}.pdf`,
    '8-hidden',
  ])
})

test('a wrong address is refused here as well, and leaves nothing behind', async () => {
  await expect(mailer().send(mail({ to: { name: '', address: 'a@example.com\nBcc: b@example.com' } }))).rejects.toThrow(MailRefusedError)
  await expect(readdir(outboxDir)).rejects.toThrow(/ENOENT/)
})

test('a folder that cannot be written throws, and the next message is not held up by it', async () => {
  await writeFile(join(outboxDir, '..', '..', 'not'), 'a file in the way')
  const { send, close } = mailer()
  await expect(send(mail())).rejects.toThrow()
  await rm(join(outboxDir, '..', '..', 'not'))
  await send(mail())
  await close()
  expect(await names()).toHaveLength(3)
})
