import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { ada, app, create, read, setUpProfileApp, uploadNewLogo } from './testing/profiles.ts'

setUpProfileApp()

const form = {
  pdfTheme: 'classic',
  pdfPrimaryColor: '#1e40af',
  pdfAccentColor: '#3b82f6',
  pageSize: 'letter',
  documentLanguage: 'en',
}
const preview = (over: object = {}, who = ada) =>
  app.send(who, 'POST', '/api/business-profile/preview', { ...form, businessName: 'Ada Works', ...over })
const svgOf = async (over: object = {}) => {
  const reply = await preview(over)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  return reply.bytes.toString()
}

test('a form gives a picture of a page that runs no script and is stored nowhere', async () => {
  const reply = await preview()
  expect(reply.bytes.toString()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await read()).toBeNull()
})

test('each design option changes the picture', async () => {
  const plain = await svgOf()
  expect(await svgOf()).toBe(plain)
  const changes = [
    { kind: 'estimate' },
    { businessName: 'Other Works' },
    { contactName: 'Grace Hopper' },
    { address: '12 Analytical Row' },
    { taxNumber: 'T-1' },
    { website: 'https://ada.example' },
    { pdfTheme: 'creative' },
    { pdfPrimaryColor: '#8b0000' },
    { pageSize: 'a4' },
    { documentLanguage: 'ar' },
    { notes: 'Come again' },
    { terms: 'Cash only' },
    { days: 7 },
  ]
  const drawn = [plain]
  for (const change of changes) drawn.push(await svgOf(change))
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(plain).toMatch(/viewBox="0 0 612 792"/)
  expect(await svgOf({ pageSize: 'a4' })).toMatch(/viewBox="0 0 595\.\d+ 841\.\d+"/)
})

test('an empty name shows the user’s name; incomplete input is drawn as far as possible', async () => {
  expect(await svgOf({ businessName: ' ' })).toBe(await svgOf({ businessName: `${ada.email.split('@')[0]} Tester` }))
  expect(await svgOf({ pdfPrimaryColor: '#1e4', pdfAccentColor: 'not a color' })).toContain('<svg')
  expect(await svgOf({ email: 'half@', website: 'htt', phone: null, logoUrl: '' })).toContain('<svg')
  const hostile = await svgOf({
    businessName: '<script>alert(1)</script>\u0000\ud800',
    address: '"><image href="https://evil.example/x"/>',
  })
  expect(hostile).not.toMatch(/<script|evil\.example/)
})

test('the user’s own logo shows; another user’s or a missing one is left out', async () => {
  const plain = await svgOf()
  for (const logoUrl of [`/objects/logos/${'0'.repeat(32)}`, 'https://evil.example/logo.png', '../../etc/passwd'])
    expect(await svgOf({ logoUrl })).toBe(plain)
  const bob = await app.person(`bob-of-${ada.userId}`)
  expect(await svgOf({ logoUrl: await uploadNewLogo(bob) })).toBe(plain)
  // The QR code of the payment page is an image as well.
  const pictures = (svg: string) => svg.match(/<image/g)?.length ?? 0
  const own = await svgOf({ logoUrl: await uploadNewLogo() })
  expect(pictures(own)).toBe(pictures(plain) + 1)
})

test('a visitor gets 401; invalid values and unknown fields are refused', async () => {
  expect((await app.send(null, 'POST', '/api/business-profile/preview', form)).status).toBe(401)
  for (const wrong of [
    { pdfTheme: 'gothic' },
    { pageSize: 'a5' },
    { kind: 'receipt' },
    { nobody: 1 },
    { address: 'x'.repeat(501) },
    { pdfAccentColor: null },
  ]) {
    const reply = await preview(wrong)
    expect([wrong, reply.status, readRefusal(reply).issues[0]?.path]).toEqual([wrong, 400, Object.keys(wrong)[0]])
  }
})

test('it shows the form’s values, not the stored ones', async () => {
  const plain = await svgOf()
  await create({ businessName: 'Saved Works', pdfTheme: 'creative', documentLanguage: 'ja' })
  expect(await svgOf()).toBe(plain)
})

test('after six hundred requests in five minutes a user gets 429, and other users do not', async () => {
  const bob = await app.person(`bob-of-${ada.userId}`)
  await preview()
  const count = (set: string) => app.sql(`update rate_counts set ${set} where key = $1`, [`previews user:${ada.userId}`])
  await count('count = 599')
  expect((await preview()).status).toBe(200)
  const refused = await preview()
  expect([refused.status, readRefusal(refused).message]).toEqual([
    429,
    expect.stringMatching(/^Too many previews within a short time\. Please try again in [1-5] minutes\.$/),
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await preview({}, bob)).status).toBe(200)
})
