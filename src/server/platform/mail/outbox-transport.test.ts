import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logoContentId } from './brand.ts'
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

const createSender = () => createMailSender({ smtpUrl: null, from: 'mail@billfold.example', outboxDir, log: () => undefined })
const bytes = Buffer.from('%PDF-1.7\n\0\xff bytes', 'latin1')
const createMail = (changes: Partial<Mail> = {}): Mail => ({
  to: { name: 'Kim', address: 'kim@customer.example' },
  fromName: 'Acme',
  subject: 'Invoice INV-1',
  preview: '$1.00 due',
  text: 'Hello 株式会社',
  html: '<p>Hello 株式会社</p>',
  messageId: '<m1@billfold.example>',
  attachments: [{ fileName: 'INV-1.pdf', contentType: 'application/pdf', bytes }],
  ...changes,
})
const listNames = async () => (await readdir(outboxDir)).sort()

test('a message becomes an .eml, a .json and a folder with its attachments, under one name', async () => {
  await createSender().send(createMail())
  const [folder, eml, json] = await listNames()
  expect(folder).toMatch(/^\d{8}T\d{9}Z-[0-9a-f]{16}$/)
  expect([eml, json]).toEqual([`${folder}.eml`, `${folder}.json`])
  expect(await listNames()).toHaveLength(3)
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

test('a logo is attached as a picture that the HTML shows, apart from the files', async () => {
  const logo = { bytes: Buffer.from('\x89PNG'), contentType: 'image/png', width: 48, height: 48 }
  await createSender().send(createMail({ logo, html: `<img src="cid:${logoContentId}">` }))
  const [folder, eml, json] = await listNames()
  const stored = storedMail.parse(JSON.parse(await readFile(join(outboxDir, json!), 'utf8')))
  expect(stored.attachments).toEqual([
    { fileName: 'INV-1.pdf', contentType: 'application/pdf', size: bytes.length },
    { fileName: 'logo.png', contentType: 'image/png', size: logo.bytes.length, contentId: logoContentId },
  ])
  expect(await readFile(join(outboxDir, folder!, '2-logo.png'))).toEqual(logo.bytes)
  const picture = findPart(parseMessage(await readFile(join(outboxDir, eml!), 'latin1')), 'image/png')
  expect(picture.headers.get('content-id')).toBe(`<${logoContentId}>`)
  expect(picture.headers.get('content-disposition')).toMatch(/^inline/)
})

test('the same message id is stored once: concurrently, repeatedly and after a restart', async () => {
  const { send } = createSender()
  await Promise.all(Array.from({ length: 10 }, () => send(createMail())))
  await send(createMail())
  await createSender().send(createMail({ subject: 'Another wording' }))
  expect((await listNames()).filter((name) => name.endsWith('.json'))).toHaveLength(1)
  await send(createMail({ messageId: '<m2@billfold.example>' }))
  expect((await listNames()).filter((name) => name.endsWith('.json'))).toHaveLength(2)
})

test('an interrupted write is completed instead of repeated', async () => {
  await createSender().send(createMail())
  const before = await listNames()
  const [folder, eml, json] = before
  await rm(join(outboxDir, json!))
  await writeFile(join(outboxDir, eml!), 'half')
  await rm(join(outboxDir, folder!), { recursive: true })
  await createSender().send(createMail())
  expect(await listNames()).toEqual(before)
  expect(await readFile(join(outboxDir, eml!), 'latin1')).toContain('<m1@billfold.example>')
  expect(await readdir(join(outboxDir, folder!))).toEqual(['1-INV-1.pdf'])
})

test("hostile file names stay in their message's folder", async () => {
  const hostile = ['../../../evil.sh', '/etc/passwd', '..', '', 'a\0b\r\n.pdf', 'con:aux|x?.pdf', `${'請'.repeat(300)}.pdf`, '.hidden']
  await createSender().send(createMail({ attachments: hostile.map((fileName) => ({ fileName, contentType: 'text/plain', bytes })) }))
  const entries = await listNames()
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

test('an invalid address is rejected here too, and nothing is written', async () => {
  await expect(createSender().send(createMail({ to: { name: '', address: 'a@example.com\nBcc: b@example.com' } }))).rejects.toThrow(
    MailRefusedError,
  )
  await expect(readdir(outboxDir)).rejects.toThrow(/ENOENT/)
})

test('an unwritable folder throws, and the next message is still stored', async () => {
  await writeFile(join(outboxDir, '..', '..', 'not'), 'a file instead of the folder')
  const { send, close } = createSender()
  await expect(send(createMail())).rejects.toThrow()
  await rm(join(outboxDir, '..', '..', 'not'))
  await send(createMail())
  await close()
  expect(await listNames()).toHaveLength(3)
})
