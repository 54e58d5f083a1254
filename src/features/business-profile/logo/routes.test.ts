import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPendingUploadKey } from '#server/platform/storage/object-keys.ts'
import type { S3Settings } from '#server/platform/storage/s3-store.ts'
import { type S3Server, startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { hasSwift, startSwift } from '#server/platform/storage/testing/swift.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { attachReceipt, smallPdf, uploadFile, uploadLogo } from '#server/testing/upload.ts'

let s3: S3Server
let swift: Awaited<ReturnType<typeof startSwift>> | null = null
beforeAll(async () => {
  s3 = await startS3Server()
  if (hasSwift) swift = await startSwift()
})
afterAll(async () => {
  await s3.close()
  await swift?.close()
})

const image = (background: string, width = 80, height = 20) => sharp({ create: { width, height, channels: 4, background } })
const png = (background: string) => image(background).png().toBuffer()
const stores: Record<string, () => S3Settings | null> = { folder: () => null, S3: () => s3.settings, Swift: () => swift!.settings }

for (const which of Object.keys(stores))
  describe.skipIf(which === 'Swift' && !hasSwift)(`with the storage %s`, () => {
    let app: TestApp
    let ada: Person
    let bob: Person
    beforeAll(async () => {
      app = await createTestApp({ sandbox: false, s3: stores[which]!() })
      ada = await app.person('ada')
      bob = await app.person('bob')
    })
    afterAll(() => app.close())
    const take = (who: Person | null, logoURL: unknown) => app.send(who, 'PUT', '/api/business-profiles/logo', { logoURL })
    const files = () => app.sql('select id, purpose from files order by id')

    test('an upload becomes a logo that only its owner can read', async () => {
      const made = await uploadLogo(app, ada, await png('#c33'))
      expect([made.status, made.body]).toEqual([200, { objectPath: expect.stringMatching(/^\/objects\/logos\/[0-9a-f]{32}$/) }])
      const path = made.body.objectPath
      const seen = await app.send(ada, 'GET', path)
      expect(seen.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename="logo.png"; filename*=UTF-8\'\'logo.png',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
      })
      expect([seen.status, (await sharp(seen.bytes).metadata()).width]).toEqual([200, 80])
      expect((await app.send(ada, 'GET', path, undefined, { 'if-none-match': String(seen.headers.etag) })).status).toBe(304)
      expect((await app.send(null, 'GET', path)).status).toBe(401)
      for (const [who, url] of [
        [bob, path],
        [ada, `/objects/logos/${'0'.repeat(32)}`],
        [ada, '/objects/logos/x'],
        [ada, `${path}/`],
        [ada, path.toUpperCase()],
        [ada, '/objects/logos/..%2f..%2fsecret.key'],
        [ada, '/objects/logos/%00'],
        [ada, `/objects/logos/files%2F${ada.userId}%2F${path.slice(-32)}`],
        [ada, '/objects/logos/'],
      ] as const)
        expect([url, (await app.send(who, 'GET', url)).status, (await app.send(who, 'GET', url)).headers['content-type']]).toEqual([
          url,
          404,
          expect.stringContaining('application/json'),
        ])
    })

    test('repeated and concurrent requests return the same path', async () => {
      const before = (await files()).length
      const logoURL = await uploadFile(app, ada, await png('#3c3'))
      const replies = await Promise.all([1, 2, 3, 4].map(() => take(ada, logoURL)))
      const [first] = replies
      expect(replies.map(({ status, body }) => [status, body])).toEqual(replies.map(() => [200, first!.body]))
      expect((await take(ada, logoURL)).body).toEqual(first!.body)
      expect(await files()).toHaveLength(before + 1)
    })

    test('a later upload to the same URL changes nothing that is served', async () => {
      const logoURL = await uploadFile(app, ada, await png('#33c'))
      const { objectPath } = (await take(ada, logoURL)).body
      const shown = async () => (await app.send(ada, 'GET', objectPath)).bytes
      const before = await shown()
      const late = await fetch(logoURL, { method: 'PUT', body: new Uint8Array(await png('#cc3')) })
      expect(late.status).toBe(409)
      expect((await take(ada, logoURL)).body.objectPath).toBe(objectPath)
      expect((await shown()).equals(before)).toBe(true)
      expect(await app.objects.stat(getPendingUploadKey(ada.userId, objectPath.slice(-32)))).toBeNull()
    })

    test('another user’s upload, a receipt’s upload and a used upload are not found and stay unchanged', async () => {
      const logoURL = await uploadFile(app, ada, await png('#333'))
      expect([(await take(bob, logoURL)).status, (await take(null, logoURL)).status]).toEqual([404, 401])
      expect((await take(ada, logoURL)).status).toBe(200)
      const asReceipt = await app.send(ada, 'POST', '/api/receipts', { uploadURL: logoURL, fileName: 'a.png' })
      expect([asReceipt.status, readRefusal(asReceipt).message]).toEqual([404, expect.stringContaining('This upload does not exist')])
      const uploadURL = await uploadFile(app, ada, await png('#333'))
      await app.send(ada, 'POST', '/api/receipts', { uploadURL, fileName: 'a.png' })
      expect((await take(ada, uploadURL)).status).toBe(404)
      const refused = await uploadFile(app, ada, smallPdf)
      expect([(await take(ada, refused)).status, (await take(ada, refused)).status]).toEqual([400, 404])
    })
  })

describe('accepted logos', () => {
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    app = await createTestApp({ sandbox: false })
    ada = await app.person('ada')
  })
  afterAll(() => app.close())
  const shown = async (bytes: Uint8Array) => {
    const uploaded = await uploadLogo(app, ada, bytes)
    expect(uploaded).toMatchObject({ status: 200 })
    const reply = await app.send(ada, 'GET', uploaded.body.objectPath)
    return { type: reply.headers['content-type'], bytes: reply.bytes, ...(await sharp(reply.bytes).metadata()) }
  }
  const refusal = async (bytes: Uint8Array | string) => {
    const reply = await uploadLogo(app, ada, bytes)
    return `${reply.status} ${readRefusal(reply).message}`
  }

  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/png'],
    ['gif', 'image/png'],
    ['avif', 'image/png'],
  ] as const)('a %s is drawn anew as %s, which every paper can carry', async (format, type) => {
    const drawn = await shown(await image('#c33').toFormat(format).toBuffer())
    expect([drawn.type, `image/${drawn.format}`, drawn.width, drawn.height]).toEqual([type, type, 80, 20])
  })

  test('a logo is stored upright, at most 1200 pixels a side, in sRGB of 8 bits, without metadata', async () => {
    const photo = await image('#c33', 3000, 600)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .withExif({ IFD0: { Make: 'SpyCam' } })
      .toBuffer()
    const { width, height, space, depth, exif, icc, orientation } = await shown(photo)
    expect([width, height, space, depth, exif, icc, orientation]).toEqual([240, 1200, 'srgb', 'uchar', undefined, undefined, undefined])
    const deep = await sharp(Buffer.alloc(40 * 40 * 6, 90), { raw: { width: 40, height: 40, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const print = await image('#c33').toColourspace('cmyk').jpeg().toBuffer()
    expect([(await sharp(deep).metadata()).depth, (await sharp(print).metadata()).space]).toEqual(['ushort', 'cmyk'])
    expect([(await shown(deep)).depth, (await shown(print)).space]).toEqual(['uchar', 'srgb'])
  })

  test('transparency is preserved', async () => {
    const half = await shown(
      await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
        .webp({ lossless: true })
        .toBuffer(),
    )
    expect([half.hasAlpha, (await sharp(half.bytes).raw().toBuffer()).subarray(0, 4)]).toEqual([true, Buffer.from([200, 0, 0, 128])])
  })

  test('each refusal names the file’s format and what to do', async () => {
    const only = 'only a PNG, JPEG, WebP, GIF or AVIF image can be a logo.'
    expect(await refusal('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(`400 This is an SVG drawing: ${only}`)
    expect(await refusal(smallPdf)).toBe(`400 This is a PDF: ${only}`)
    expect(await refusal('<!doctype html><title>x</title>')).toBe(`400 This is an HTML page: ${only}`)
    expect(await refusal('')).toBe(`400 This is an empty file: ${only}`)
    expect(await refusal(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toBe(
      `400 This is a HEIC photo: it can't be shown everywhere. Save it as JPEG or PNG; ${only}`,
    )
    expect(await refusal((await png('#c33')).subarray(0, 60))).toBe("400 This image can't be read: it is damaged or incomplete.")
  })

  test('tiny, narrow and invisible images are refused; the smallest allowed is accepted', async () => {
    const of = async (width: number, height: number, background = '#c33') =>
      refusal(await image(background, width, height).png().toBuffer())
    expect(await of(1, 1)).toBe('400 This image has 1 x 1 pixels, which is too small for a logo. Choose one with at least 16 on each side.')
    expect(await of(300, 15)).toMatch(/^400 This image has 300 x 15 pixels, which is too small/)
    expect(await of(4000, 16)).toBe(
      '400 This image has 4000 x 16 pixels: on paper it would be a line. Choose one with a ratio of at most 20 to 1.',
    )
    expect(await of(20, 420)).toMatch(/^400 .*it would be a line/)
    expect(await of(40, 40, '#c330')).toBe('400 Nothing of this image can be seen: all of it is transparent. Choose another file.')
    expect((await shown(await image('#c33', 16, 16).png().toBuffer())).width).toBe(16)
    expect((await shown(await image('#c33', 2400, 120).png().toBuffer())).height).toBe(60)
    expect((await shown(await image('#c331', 40, 40).png().toBuffer())).width).toBe(40)
  })

  test.each([[{}], [{ logoURL: '' }], [{ logoURL: 7 }], [{ logoURL: null }], [{ logoURL: 'x'.repeat(4001) }]])(
    'bad input %j is refused and names the field',
    async (body) => {
      const reply = await app.send(ada, 'PUT', '/api/business-profiles/logo', body)
      expect([reply.status, readRefusal(reply).issues.map((issue) => issue.path)]).toEqual([400, ['logoURL']])
    },
  )

  test('a URL of another host or path names no upload', async () => {
    const { objectPath } = (await uploadLogo(app, ada, await png('#111'))).body
    for (const logoURL of [
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '../../secret.key',
      objectPath,
      `${app.origin}${objectPath}`,
      `${app.origin}/api/objects/uploads/${'a'.repeat(80)}`,
    ]) {
      const reply = await app.send(ada, 'PUT', '/api/business-profiles/logo', { logoURL })
      expect([logoURL, reply.status]).toEqual([logoURL, 404])
    }
  })

  test('logo uploads are limited per user', async () => {
    const carl = await app.person('carl')
    const logoURL = await uploadFile(app, carl, await png('#777'))
    const take = async () => (await app.send(carl, 'PUT', '/api/business-profiles/logo', { logoURL })).status
    const first = await take()
    await app.sql('update rate_counts set count = 199 where key = $1', [`files user:${carl.userId}`])
    expect([first, await take(), await take()]).toEqual([200, 200, 429])
    expect((await uploadLogo(app, ada, await png('#777'))).status).toBe(200)
    expect((await attachReceipt(app, carl, smallPdf, 'a.pdf')).status).toBe(429)
  })
})
