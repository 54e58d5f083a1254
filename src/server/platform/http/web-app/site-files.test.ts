import { expect, onTestFinished, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { registerSiteFiles } from './site-files.ts'

const publicUrl = () => new URL('https://billfold.example.com')
const startApp = async (named: { operator?: string; sourceUrl?: string } = {}, now = () => new Date()) => {
  const app = await createFastifyApp({ publicUrl, mounts: [] })
  onTestFinished(() => app.close())
  registerSiteFiles(app, { publicUrl, operator: null, sourceUrl: null, ...named, now })
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url })
    return { status: statusCode, type: headers['content-type'], body }
  }
}

test("crawlers may fetch the landing page and what customers are sent, which says itself that it isn't indexed; not the app", async () => {
  const { status, type, body } = await (await startApp())('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const disallowed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
  expect(disallowed).toEqual(expect.arrayContaining(['/api/', '/invoices', '/customers', '/account', '/books', '/app-shell']))
  for (const path of [
    '/',
    '/terms',
    '/privacy',
    '/security',
    '/pay-invoice/AAAA',
    '/review-estimate/AAAA',
    '/credit-note/AAAA',
    '/preview.png',
  ])
    expect([path, disallowed.filter((start) => path.startsWith(start))]).toEqual([path, []])
  expect(body).toContain('\nAllow: /api/docs\n')
  expect(body).toContain('\nSitemap: https://billfold.example.com/sitemap.xml\n')
})

test("the sitemap lists the landing page at the server's own address", async () => {
  const { status, type, body } = await (await startApp())('/sitemap.xml')
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(body).toContain('<loc>https://billfold.example.com/</loc>')
})

test('security.txt names the contacts that are known, and expires in the future whenever it is read', async () => {
  const named = { operator: 'Example GmbH, <hello@example.com>', sourceUrl: 'https://git.example.com/billfold' }
  for (const now of ['2026-11-29T12:00:00.123Z', '2036-02-29T00:00:00.000Z'])
    expect(await (await startApp(named, () => new Date(now)))('/.well-known/security.txt')).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: `Contact: mailto:hello@example.com
Contact: https://git.example.com/billfold
Expires: ${now.startsWith('2026') ? '2027-05-28T12:00:00Z' : '2036-08-27T00:00:00Z'}
Preferred-Languages: en
Canonical: https://billfold.example.com/.well-known/security.txt
Policy: https://billfold.example.com/security
`,
    })
})

test('without a contact there is no security.txt', async () => {
  for (const operator of [undefined, 'Example GmbH, Musterstraße 1'])
    expect((await (await startApp(operator ? { operator } : {}))('/.well-known/security.txt')).status).toBe(404)
})
