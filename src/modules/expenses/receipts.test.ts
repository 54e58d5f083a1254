import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { attachReceipt, smallPdf, uploadFile } from '#server/testing/upload.ts'

let s3: S3Server
let png: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  png = await sharp({ create: { width: 8, height: 5, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
})
afterAll(() => s3.close())

const store = (app: TestApp) => app.sql<{ object_key: string }>('select object_key from files order by id')

describe.each(['folder', 'S3'])('with the %s', (which) => {
  let app: TestApp
  let ada: Person
  let bob: Person
  beforeAll(async () => {
    app = await createTestApp({ sandbox: false, s3: which === 'S3' ? s3.settings : null })
    ada = await app.person('ada')
    bob = await app.person('bob')
  })
  afterAll(() => app.close())

  test('an upload becomes a receipt that only its owner can read', async () => {
    const made = await attachReceipt(app, ada, png, 'Lunch.png')
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(Number), fileName: 'Lunch.png', contentType: 'image/png', size: expect.any(Number) },
    ])
    const url = `/api/receipts/${made.body.id}`
    const seen = await app.send(ada, 'GET', url)
    expect([seen.status, seen.headers['content-type'], seen.bytes.length]).toEqual([200, 'image/png', made.body.size])
    expect(seen.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="Lunch.png"; filename*=UTF-8\'\'Lunch.png',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    expect((await app.send(ada, 'GET', url, undefined, { 'if-none-match': String(seen.headers.etag) })).status).toBe(304)
    expect((await app.send(bob, 'GET', url)).status).toBe(404)
    expect((await app.send(null, 'GET', url)).status).toBe(401)
    expect((await app.send(ada, 'GET', '/api/receipts/999999')).status).toBe(404)
  })

  test('only its owner uses an upload, and it makes one receipt however often it is requested', async () => {
    const uploadURL = await uploadFile(app, ada, smallPdf)
    const take = (who: Person | null, more: object = {}, headers = {}) =>
      app.send(who, 'POST', '/api/receipts', { uploadURL, fileName: 'bill.pdf', ...more }, headers)
    expect((await take(bob)).status).toBe(404)
    expect((await take(null)).status).toBe(401)
    const replies = await Promise.all([take(ada), take(ada), take(ada)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404, 404])
    // The upload URL is valid for some more minutes: a later upload to it must not change the receipt.
    await fetch(uploadURL, { method: 'PUT', body: `${smallPdf}other` })
    expect((await take(ada)).status).toBe(404)
    const { id } = replies.find(({ status }) => status === 201)!.body
    const seen = await app.send(ada, 'GET', `/api/receipts/${id}`)
    expect([seen.headers['content-type'], seen.bytes.toString()]).toEqual(['application/pdf', smallPdf])

    const again = await uploadFile(app, ada, smallPdf)
    const keyed = () => take(ada, { uploadURL: again }, { 'idempotency-key': `k-${which}` })
    const first = await keyed()
    expect([first.status, (await keyed()).body]).toEqual([201, first.body])
  })

  test('a refused upload leaves nothing behind', async () => {
    const before = await store(app)
    const uploadURL = await uploadFile(app, ada, '<html><script>alert(1)</script></html>', 'image/png')
    const take = (fileName: string) => app.send(ada, 'POST', '/api/receipts', { uploadURL, fileName })
    expect((await take('receipt.png')).status).toBe(400)
    expect((await take('receipt.png')).status).toBe(404)
    expect(await store(app)).toEqual(before)
  })

  test.each([
    [{ fileName: 'a.png' }, 'uploadURL'],
    [{ uploadURL: 'x' }, 'fileName'],
    [{ uploadURL: 'x', fileName: '' }, 'fileName'],
    [{ uploadURL: 'x', fileName: 'a'.repeat(1001) }, 'fileName'],
    [{ uploadURL: 7, fileName: 'a' }, 'uploadURL'],
    [{ uploadURL: 'x', fileName: 'a', contentType: 'text/html' }, 'contentType'],
  ])('the input %j is refused and names the field', async (body, path) => {
    const reply = await app.send(ada, 'POST', '/api/receipts', body)
    expect([reply.status, readRefusal(reply).issues.map((issue) => issue.path)]).toEqual([400, [path]])
  })

  test('a URL of another host or path names no upload', async () => {
    for (const uploadURL of [
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '../../secret.key',
      `${app.origin}/api/objects/uploads/${'a'.repeat(80)}`,
      `${s3.settings.endpoint}/billfold-test/../secret`,
      `${s3.settings.endpoint}/billfold-test/uploads/${ada.userId}/${'a'.repeat(32)}`,
    ]) {
      const reply = await app.send(ada, 'POST', '/api/receipts', { uploadURL, fileName: 'a.png' })
      expect([uploadURL, reply.status]).toEqual([uploadURL, 404])
    }
  })
})

test('a receipt is confirmed even if deleting its upload fails', async () => {
  const bucket = await startS3Server()
  const app = await createTestApp({ sandbox: false, s3: bucket.settings })
  try {
    const ada = await app.person('ada')
    const uploadURL = await uploadFile(app, ada, smallPdf)
    bucket.failWith([400, 'NotNow'], 'DELETE')
    const reply = await app.send(ada, 'POST', '/api/receipts', { uploadURL, fileName: 'bill.pdf' })
    expect([reply.status, reply.body.fileName]).toEqual([201, 'bill.pdf'])
    const bad = await app.send(ada, 'POST', '/api/receipts', { uploadURL: await uploadFile(app, ada, 'text'), fileName: 'bill.txt' })
    expect([bad.status, readRefusal(bad).message]).toEqual([400, expect.stringContaining('This is a text file')])
  } finally {
    await app.close()
    await bucket.close()
  }
})
