import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'
import { uploadLogo } from '#server/testing/upload.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Kim' })).id
})

type Kind = 'invoice' | 'estimate'
const kinds: Kind[] = ['invoice', 'estimate']
const form = (kind: Kind, over: object = {}) => ({
  customerId,
  [`${kind}Number`]: `N-${++count}`,
  issueDate: '2026-01-01',
  [kind === 'invoice' ? 'dueDate' : 'expiryDate']: '2030-01-31',
  status: 'sent',
  lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
  ...over,
})
const make = async (kind: Kind, over: object = {}) => {
  const body = (await app.call(ada, 'POST', `/api/${kind}s`, form(kind, over))) as { id: number; version: number }
  return { ...body, path: `/api/public/${kind}/${await getPublicId(app, body.id)}` }
}
const saveLogo = async (background: string): Promise<Buffer> => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const { objectPath } = (await uploadLogo(app, ada, picture)).body
  const present = await app.call(ada, 'GET', '/api/business-profile')
  const body = { businessName: 'Acme', logoUrl: objectPath }
  const saved = present
    ? await app.call(ada, 'PUT', `/api/business-profile/${present.id}`, body)
    : await app.call(ada, 'POST', '/api/business-profile', body)
  expect(saved.logoUrl).toBe(objectPath)
  return (await app.send(ada, 'GET', objectPath)).bytes
}
const get = (path: string, headers = {}) => app.send(null, 'GET', path, undefined, headers)
const readLogoUrl = async (path: string) => ((await get(path)).body as { businessProfile: { logoUrl: string } }).businessProfile.logoUrl

test.each(kinds)('the public link of an %s serves the logo that it was sent with', async (kind) => {
  const red = await saveLogo('#c33')
  const document = await make(kind)
  expect(await readLogoUrl(document.path)).toBe(`${document.path}/logo`)
  const seen = await get(`${document.path}/logo`)
  expect([seen.status, seen.bytes.equals(red)]).toEqual([200, true])
  expect(seen.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect((await get(`${document.path}/logo`, { 'if-none-match': String(seen.headers.etag) })).status).toBe(304)
  // A new logo shows on new documents and changes none that is sent.
  const blue = await saveLogo('#33c')
  expect((await get(`${document.path}/logo`)).bytes.equals(red)).toBe(true)
  expect((await get(`${(await make(kind)).path}/logo`)).bytes.equals(blue)).toBe(true)
})

test.each(kinds)('an %s that was sent without a logo has a null logo URL and returns 404', async (kind) => {
  const before = await make(kind)
  await saveLogo('#c33')
  expect([await readLogoUrl(before.path), (await get(`${before.path}/logo`)).status]).toEqual([null, 404])
})

test.each(kinds)('the logo of an %s that is not public returns 404', async (kind) => {
  await saveLogo('#c33')
  const [draft, deleted, out] = [await make(kind, { status: 'draft' }), await make(kind), await make(kind)]
  await app.send(ada, 'DELETE', `/api/${kind}s/${deleted.id}`)
  const title = kind === 'invoice' ? 'Invoice' : 'Estimate'
  for (const path of [
    draft.path,
    deleted.path,
    out.path.slice(0, -1),
    `/api/public/${kind}/${out.id}`,
    `/api/public/${kind}/${'A'.repeat(24)}`,
    // The public ID names no document of the other kind.
    out.path.replace(kind, kind === 'invoice' ? 'estimate' : 'invoice'),
  ]) {
    const reply = await get(`${path}/logo`)
    const expected = path.includes(`/${kind}/`) ? title : title === 'Invoice' ? 'Estimate' : 'Invoice'
    expect([path, reply.status, reply.body]).toEqual([path, 404, { message: `${expected} not found` }])
  }
  expect((await get(`${out.path}/logo`)).status).toBe(200)
})

test('a withdrawn estimate shows no logo until it is sent again', async () => {
  await saveLogo('#c33')
  const of = await make('estimate')
  const { estimateNumber } = await app.call(ada, 'GET', `/api/estimates/${of.id}`)
  const set = async (status: string) => {
    const { version } = await app.call(ada, 'GET', `/api/estimates/${of.id}`)
    expect((await app.send(ada, 'PUT', `/api/estimates/${of.id}`, form('estimate', { estimateNumber, status, version }))).status).toBe(200)
  }
  await set('draft')
  expect((await get(of.path)).body).toMatchObject({ state: 'withdrawn', businessProfile: { logoUrl: null } })
  expect((await get(`${of.path}/logo`)).status).toBe(404)
  await set('sent')
  expect([await readLogoUrl(of.path), (await get(`${of.path}/logo`)).status]).toEqual([`${of.path}/logo`, 200])
})
