import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStore } from './folder-store.ts'
import { generateObjectName, getPendingUploadKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store, type S3Error, type S3Settings } from './s3-store.ts'
import { type S3Server, startS3Server } from './testing/s3-server.ts'
import { hasSwift, startSwift } from './testing/swift.ts'
import { createUploadLinks } from './upload-links.ts'
import { findUploadName } from './uploads.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-store-'))
const lines: string[] = []
const origin = () => new URL('http://billfold.test:3000')
const links = createUploadLinks('a secret', () => new Date(), origin)
let server: S3Server
let swift: Awaited<ReturnType<typeof startSwift>> | null = null
const stores: Record<string, ObjectStore> = {}

beforeAll(async () => {
  server = await startS3Server()
  stores.folder = createFolderStore(join(folder, 'objects'))
  stores.S3 = createS3Store(server.settings, { log: (line) => lines.push(line) })
  if (!hasSwift) return
  swift = await startSwift()
  stores.Swift = createS3Store(swift.settings, { log: (line) => lines.push(line) })
})
afterAll(async () => {
  await server.close()
  await swift?.close()
  rmSync(folder, { recursive: true })
})

const newKey = () => getPendingUploadKey(7, generateObjectName())
const toText = (found: Uint8Array | null) => found && Buffer.from(found).toString('latin1')

/** Our own test server is always there; OpenStack Swift only where it is installed. */
const buckets = ['S3', 'Swift']
const describeEach = (names: string[], tests: (which: string) => void) => {
  for (const which of names) describe.skipIf(which === 'Swift' && !hasSwift)(`the store: ${which}`, () => tests(which))
}

describeEach(['folder', ...buckets], (which) => {
  test('stores, replaces and removes bytes', async () => {
    const store = stores[which]!
    const key = newKey()
    expect([await store.get(key), await store.stat(key)]).toEqual([null, null])
    await store.put(key, Buffer.from('first \x00\xff and longer', 'latin1'), 'application/pdf')
    await store.put(key, Buffer.from('second\x00\xff', 'latin1'), 'application/pdf')
    expect(toText(await store.get(key))).toBe('second\x00\xff')
    expect(await store.stat(key)).toEqual({ size: 8 })
    expect(toText(await store.get(key, 8))).toBe('second\x00\xff')
    await expect(store.get(key, 7)).rejects.toMatchObject({ status: 413 })
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
  })

  test.each([
    '../../etc/passwd',
    'uploads/7/../8',
    '/etc/passwd',
    'uploads/7/x',
    `uploads/0/${'a'.repeat(32)}`,
    `uploads/7/${'a'.repeat(32)}\n`,
  ])('refuses the key %j', async (key) => {
    const store = stores[which]!
    const expectRejection = async (run: () => Promise<unknown>) => expect(async () => run()).rejects.toThrow(/not a key/)
    await expectRejection(() => store.put(key, Buffer.from('x'), 'text/plain'))
    await expectRejection(() => store.get(key))
    await expectRejection(() => store.remove(key))
  })
})

test('the links recognize their own addresses and the user of each, and no others', () => {
  const name = generateObjectName()
  const grant = { maxBytes: 100, expires: new Date(Date.now() + 60_000) }
  const url = links.createUrl({ key: getPendingUploadKey(7, name), ...grant })
  expect(findUploadName({ links }, 7, url)).toBe(name)
  expect(findUploadName({ links }, 70, url)).toBeNull()
  expect(findUploadName({ links }, 8, url)).toBeNull()
  const kept = links.createUrl({ key: `files/7/${name}`, ...grant })
  for (const other of [
    '',
    'x',
    'http://[',
    '/etc/passwd',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    kept,
    `${origin().origin}/api/objects/uploads/../../../etc/passwd`,
    `${origin().origin}/api/objects/uploads/${name}`,
    `${server.settings.endpoint}/billfold-test/uploads/7/${name}`,
  ])
    expect([other, findUploadName({ links }, 7, other)]).toEqual([other, null])
  expect(() => links.createUrl({ key: '../../etc/passwd', ...grant })).toThrow(/not a key/)
})

test('only the system user can read the folder, and it contains no half-written file', async () => {
  const key = newKey()
  await stores.folder!.put(key, Buffer.from('x'), 'text/plain')
  const path = join(folder, 'objects', key)
  const modes = [path, join(path, '..'), join(path, '../..'), join(folder, 'objects')].map((each) => statSync(each).mode & 0o777)
  expect(modes).toEqual([0o600, 0o700, 0o700, 0o700])
  expect(readdirSync(join(folder, 'objects/incoming'))).toEqual([])
})

test('incomplete files of a killed server are removed at the next start; those of a running server stay', () => {
  const incoming = join(folder, 'objects/incoming')
  for (const name of ['old', 'young']) writeFileSync(join(incoming, name), 'half')
  utimesSync(join(incoming, 'old'), new Date(), new Date(Date.now() - 2 * 3_600_000))
  createFolderStore(join(folder, 'objects'))
  expect(readdirSync(incoming)).toEqual(['young'])
  rmSync(join(incoming, 'young'))
})

test('a link allows only the signed user, object, size and time', () => {
  const key = getPendingUploadKey(7, generateObjectName())
  const sign = (by: typeof links) =>
    by
      .createUrl({ key, maxBytes: 5, expires: new Date(1000) })
      .split('/')
      .at(-1)!
  const token = sign(links)
  expect(links.read(token)).toEqual({ key, maxBytes: 5, expires: new Date(1000) })
  const [text, signature] = token.split('.') as [string, string]
  const changed = (from: string, to: string) =>
    `${Buffer.from(Buffer.from(text, 'base64url').toString().replace(from, to)).toString('base64url')}.${signature}`
  for (const forged of [
    changed('uploads/7/', 'uploads/8/'),
    changed('1000', '9999'),
    changed(',5,', ',9,'),
    `${text}.${'A'.repeat(43)}`,
    `${text}.`,
    text,
    `${token}=`,
    `${token}.x`,
    '',
    sign(createUploadLinks('another secret', () => new Date(), origin)),
  ])
    expect([forged, links.read(forged)]).toEqual([forged, null])
})

test('S3: an incomplete reply counts as an unreachable store', async () => {
  const cut = createServer((_req, res) => {
    res.writeHead(200, { 'content-length': 1000 }).write('the beginning')
    setTimeout(() => res.destroy(), 50)
  })
  await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(cut.address() as AddressInfo).port}`
  const store = createS3Store({ ...server.settings, endpoint }, { log: (line) => lines.push(line) })
  await expect(store.get(newKey())).rejects.toMatchObject({ status: 503, code: 'unreachable' })
  await new Promise((resolve) => cut.close(resolve))
})

describeEach(buckets, (which) => {
  const settings = () => (which === 'Swift' ? swift! : server).settings

  test('the error code tells a wrong key, region or bucket', async () => {
    const code = async (wrong: Partial<S3Settings>) => {
      const store = createS3Store({ ...settings(), ...wrong }, { log: () => undefined })
      return store.get(newKey()).catch((error: S3Error) => error.code)
    }
    expect([
      await code({}),
      await code({ secretAccessKey: 'guessed' }),
      await code({ region: 'mars-1' }),
      await code({ bucket: 'elsewhere' }),
    ]).toEqual([null, 'SignatureDoesNotMatch', 'AuthorizationHeaderMalformed', 'NoSuchBucket'])
  })

  test('a large object is returned unchanged, and reading stops at the size limit', async () => {
    const store = stores[which]!
    const key = newKey()
    const bytes = randomBytes(5_242_880)
    await store.put(key, bytes, 'image/png')
    expect(bytes.equals((await store.get(key, 5_242_880))!)).toBe(true)
    await expect(store.get(key, 5_242_879)).rejects.toMatchObject({ status: 413 })
  })
})

test('S3: a failing or unreachable store leads to 503, with the reason but no secret in the log', async () => {
  const store = stores.S3!
  server.failWith([403, 'AccessDenied'])
  await expect(store.get(newKey())).rejects.toMatchObject({ status: 503, code: 'AccessDenied' })
  server.failWith([404, 'NoSuchBucket'])
  await expect(store.get(newKey())).rejects.toMatchObject({ status: 503, code: 'NoSuchBucket' })
  server.failWith(null)
  const gone = createS3Store({ ...server.settings, endpoint: 'http://127.0.0.1:9' }, { log: (line) => lines.push(line) })
  await expect(gone.put(newKey(), Buffer.from('x'), 'text/plain')).rejects.toMatchObject({ status: 503, code: 'unreachable' })
  expect(lines.join('\n')).toMatch(/GET with 403 AccessDenied[\s\S]+NoSuchBucket[\s\S]+127\.0\.0\.1:9 can't be reached/)
  expect(lines.join('\n')).not.toContain(server.settings.secretAccessKey)
})

test('S3: the signature of an upload covers its bytes', async () => {
  const key = newKey()
  await stores.S3!.put(key, readFileSync(import.meta.filename), 'text/plain')
  expect(server.objects.get(key)!.contentType).toBe('text/plain')
  const wrong = createS3Store({ ...server.settings, secretAccessKey: 'guessed' }, { log: () => undefined })
  await expect(wrong.get(key)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
})
