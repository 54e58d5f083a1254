import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { smallPdf } from '#server/testing/upload.ts'

// The same with both stores: a folder, and a bucket.
describe.each(['folder', 'bucket'])('with a %s', (kind) => {
  let s3: S3Server
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    s3 = await startS3Server()
    app = await createTestApp({ sandbox: false, s3: kind === 'bucket' ? s3.settings : null })
    ada = await app.person('ada')
  })
  afterAll(async () => {
    await app.close()
    await s3.close()
  })

  const address = async (who = ada, body?: object): Promise<string> => (await app.call(who, 'POST', '/api/objects/upload', body)).uploadURL
  const put = async (url: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const reply = await fetch(url, { method: 'PUT', body, headers })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, message: text ? (JSON.parse(text) as { message: string }).message : null }
  }
  const pendingKeyOf = (url: string) => app.objects.links.findKey(url)!

  test('a signed-in user gets an upload URL of this server, a visitor none', async () => {
    expect((await app.send(null, 'POST', '/api/objects/upload')).status).toBe(401)
    expect((await app.send(ada, 'POST', '/api/objects/upload', { fileName: '../../x' })).status).toBe(400)
    const url = await address()
    expect(url).toMatch(new RegExp(`^${app.origin}/api/objects/uploads/[\\w-]+\\.[\\w-]{43}$`))
    expect(url).not.toBe(await address())
  })

  test.each([{ 'content-type': 'image/png' }, { 'content-type': 'application/json' }, { 'content-type': 'x/y; charset=evil' }, {}])(
    'the address takes bytes of any kind, as they are: %j',
    async (headers) => {
      const url = await address()
      const sent = await put(url, Buffer.from('{"not": json \x00\xff', 'latin1'), headers as Record<string, string>)
      // The upload widget requires an ETag.
      expect([sent.status, sent.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)])
      expect(Buffer.from((await app.objects.get(pendingKeyOf(url)))!).toString('latin1')).toBe('{"not": json \x00\xff')
    },
  )

  test('an upload is never served', async () => {
    const url = await address()
    await put(url, '<script>alert(1)</script>', { 'content-type': 'text/html' })
    for (const path of [new URL(url).pathname, `/objects/${pendingKeyOf(url)}`, `/api/objects/${pendingKeyOf(url)}`])
      for (const who of [ada, null]) expect((await app.send(who, 'GET', path)).status).toBe(404)
  })

  test('five megabytes fit, and not a byte more', async () => {
    const url = await address()
    expect((await put(url, Buffer.alloc(5_242_881))).status).toBe(413)
    expect(await app.objects.stat(pendingKeyOf(url))).toBeNull()
    const inPieces = await fetch(url, { method: 'PUT', body: new Blob([Buffer.alloc(6_000_000)]).stream(), duplex: 'half' } as RequestInit)
    expect([inPieces.status, await inPieces.json()]).toEqual([413, { message: expect.stringContaining('larger than 5 MB') }])
    expect((await put(url, Buffer.alloc(5_242_880))).status).toBe(200)
    expect(await app.objects.stat(pendingKeyOf(url))).toEqual({ size: 5_242_880 })
  })

  const used = { status: 409, message: 'A file was already sent to this upload address. Request a new one.' }

  test('a URL takes one file, and the same bytes once more in case the response was lost', async () => {
    const url = await address()
    const first = await put(url, 'first', { 'content-type': 'image/png' })
    const again = await put(url, 'first', { 'content-type': 'text/html' })
    expect([first.status, again.status, again.headers.get('etag')]).toEqual([200, 200, first.headers.get('etag')])
    for (const other of ['second', 'firs', 'first\0', '']) expect(await put(url, other)).toMatchObject(used)
    expect(Buffer.from((await app.objects.get(pendingKeyOf(url)))!).toString()).toBe('first')
  })

  test('of many files that are uploaded at the same time one is stored, whole', async () => {
    const url = await address()
    const files = Array.from({ length: 10 }, (_, i) => Buffer.alloc(1_000_000, `${i} was here. `))
    const statuses = (await Promise.all(files.map((file) => put(url, file)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(files[statuses.indexOf(200)]!.equals((await app.objects.get(pendingKeyOf(url)))!)).toBe(true)
  })

  test.each([
    ['taken', 201, smallPdf],
    ['refused', 400, 'not a receipt'],
  ])('a URL whose file was %s takes no more, not even the same file', async (_how, status, file) => {
    const url = await address()
    await put(url, file)
    const take = () => app.send(ada, 'POST', '/api/receipts', { uploadURL: url, fileName: 'a.pdf' })
    expect((await take()).status).toBe(status)
    for (const body of [file, `${smallPdf}other`, '']) expect(await put(url, body)).toMatchObject(used)
    expect([await app.objects.stat(pendingKeyOf(url)), (await take()).status]).toEqual([null, 404])
  })

  test('forged and expired upload URLs are refused', async () => {
    const url = await address()
    const token = url.split('/').at(-1)!
    const [text, signature] = token.split('.') as [string, string]
    const grant = JSON.parse(Buffer.from(text, 'base64url').toString())
    const forge = (...fields: unknown[]) => `${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${signature}`
    for (const forged of [
      'x',
      `${text}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      forge(grant[0].replace(/\/\d+\//, '/999/'), grant[1], grant[2]),
      forge(grant[0], 1e9, grant[2]),
      forge(grant[0], grant[1], grant[2] + 1),
      forge('../../secret.key', grant[1], grant[2]),
    ])
      expect([forged, (await put(url.replace(token, forged), 'x')).status]).toEqual([forged, 403])
    app.setNow(new Date(Date.now() - 15 * 60_000 - 1000))
    const old = await address()
    app.setNow(new Date())
    expect(await put(old, 'x')).toMatchObject({ status: 403, message: 'Request has expired' })
    expect(await app.objects.stat(pendingKeyOf(old))).toBeNull()
  })

  test('an upload from another site is refused, even with a valid URL', async () => {
    expect((await put(await address(), 'x', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await put(await address(), 'x', { origin: app.origin })).status).toBe(200)
  })

  test('an upload that no record uses is deleted after a day', async () => {
    const bob = await app.person('bob')
    const url = await address(bob)
    await put(url, 'forgotten')
    const key = pendingKeyOf(url)
    const name = key.split('/').at(-1)!
    const [job] = await app.sql<{ hours: number }>(
      `select extract(epoch from run_at - now()) / 3600 as hours from graphile_worker._private_jobs where payload ->> 'name' = $1`,
      [name],
    )
    expect(Number(job!.hours)).toBeGreaterThan(23.9)
    // A file without a row, as a server leaves it that is killed between the two.
    await app.objects.put(`files/${bob.userId}/${name}`, Buffer.from('orphan'), 'image/png')
    await app.sql(`update graphile_worker._private_jobs set run_at = now() where payload ->> 'name' = $1`, [name])
    await expect.poll(() => app.objects.stat(key), { timeout: 60_000 }).toBeNull()
    await expect.poll(() => app.objects.stat(`files/${bob.userId}/${name}`), { timeout: 60_000 }).toBeNull()
    expect(await app.sql('select 1 from files where user_id = $1', [bob.userId])).toEqual([])
  })

  test('upload URLs are limited per user', async () => {
    const carl = await app.person('carl')
    const ask = async () => (await app.send(carl, 'POST', '/api/objects/upload')).status
    const first = await ask()
    await app.sql('update rate_counts set count = 99 where key = $1', [`uploads user:${carl.userId}`])
    expect([first, await ask(), await ask()]).toEqual([200, 200, 429])
    expect((await app.send(ada, 'POST', '/api/objects/upload')).status).toBe(200)
  })

  test('the size is signed: not a byte more is accepted, also when the client says less', async () => {
    const url = await address(ada, { size: 1000 })
    expect(await put(url, Buffer.alloc(1001))).toMatchObject({ status: 413 })
    const inPieces = await fetch(url, { method: 'PUT', body: new Blob([Buffer.alloc(1001)]).stream(), duplex: 'half' } as RequestInit)
    expect([inPieces.status, await app.objects.stat(pendingKeyOf(url))]).toEqual([413, null])
    expect((await put(url, Buffer.alloc(1000, 1))).status).toBe(200)
    for (const size of [-1, 1.5, 5_242_881, '1000', null])
      expect(readRefusal(await app.send(ada, 'POST', '/api/objects/upload', { size })).issues).toMatchObject([
        { path: 'size', message: 'size must be the size of the file in bytes, at most 5 MB (5242880)' },
      ])
  })

  test('what was signed counts as stored until the file is claimed, refused or deleted', async () => {
    const eve = await app.person('eve')
    const stored = async () => (await app.call(eve, 'GET', '/api/account/storage')).bytes
    const [taken, refused, unused] = [await address(eve, { size: 9000 }), await address(eve, { size: 70_000 }), await address(eve)]
    expect(await stored()).toBe(9000 + 70_000 + 5_242_880)
    await put(taken, smallPdf)
    await put(refused, 'not a receipt')
    expect(await stored()).toBe(9000 + 70_000 + 5_242_880)
    const take = (uploadURL: string) => app.send(eve, 'POST', '/api/receipts', { uploadURL, fileName: 'a.pdf' })
    expect([(await take(taken)).status, (await take(refused)).status]).toEqual([201, 400])
    expect(await stored()).toBe(smallPdf.length + 5_242_880)
    const sweep = app.runners.find(({ name }) => name === 'uploads.sweep')!
    await sweep.run({ userId: eve.userId, name: pendingKeyOf(unused).split('/').at(-1)! })
    expect(await stored()).toBe(smallPdf.length)
    expect((await put(unused, 'x')).status).toBe(409)
  })

  test('browsers send files to this server only', async () => {
    expect(new URL(await address()).origin).toBe(app.origin)
    expect([...s3.objects.keys()].some((key) => key.startsWith('uploads/'))).toBe(kind === 'bucket')
  })
})
