import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { cents } from '#shared/money.ts'
import { describeSite } from '#shared/site.ts'
import { serveWebApp } from './web-app.ts'

const prices = { monthly: cents(999), yearly: cents(9999) }
const site = describeSite({ prices, sourceUrl: 'https://example.com/?a=1&b=2', hasDemo: false })

const startApp = async (page = '', { usesStripeHosts = false, isSignedIn = true, landing = '' } = {}) => {
  const dist = mkdtempSync(join(tmpdir(), 'billfold-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), `<!doctype html><title>Billfold</title>${page}`)
  if (landing) writeFileSync(join(dist, 'landing.json'), JSON.stringify({ plain: landing, demo: '' }))
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost:3000'), mounts: [] })
  onTestFinished(() => app.close())
  await serveWebApp(app, {
    dist,
    publicUrl: () => new URL('http://localhost:3000'),
    isSignedIn: async () => isSignedIn,
    usesStripeHosts,
    site: () => site,
  })
  return app
}

test("unknown paths are 404 with the app's page, except below the API and file paths", async () => {
  const app = await startApp()
  const type = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url })
    return `${statusCode} ${String(headers['content-type']).split(';')[0]}`
  }
  for (const page of ['/', '/customers', '/customers/', '/invoices/5', '/books/close', '/pay-invoice/AAAA', '/payment-success?invoice=1'])
    expect([page, await type(page)]).toEqual([page, '200 text/html'])
  for (const page of ['/nowhere', '/objects', '/customers/x', '/books/nothing', '/pay-invoice', '/pay-invoice/A/B', '/dev/design'])
    expect([page, await type(page)]).toEqual([page, '404 text/html'])
  for (const path of [
    '/api/nothing',
    '/assets/gone.js',
    '/objects/logos',
    '/objects/logos/gone',
    '/objects/uploads/7/x',
    '/.well-known/nothing',
  ])
    expect([path, await type(path)]).toEqual([path, '404 application/json'])
})

test('an unknown path of a visitor is 404 with the page that shows the landing page; the native shell gets no error status', async () => {
  const app = await startApp('<div id="root"></div>', { isSignedIn: false })
  const shell = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; wv) BillfoldShell/1' }
  const replies = await Promise.all([{ url: '/nowhere' }, { url: '/nowhere', headers: shell }].map((request) => app.inject(request)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 200])
  for (const { body } of replies) expect(body).toContain('<div id="root">')
  // A page for users redirects to sign-in, even when there is no such tab of the books.
  for (const url of ['/customers', '/books/nothing']) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 302])
})

test('pages that open for everyone with their URL are not indexed, and no referrer names them', async () => {
  const app = await startApp()
  const isListed = async (url: string) => {
    const { headers } = await app.inject({ url })
    return !(headers['x-robots-tag'] === 'noindex, nofollow' && headers['referrer-policy'] === 'no-referrer')
  }
  for (const url of ['/pay-invoice/A', '/review-estimate/A', '/credit-note/A', '/payment-success?invoice=A', '/confirm-email/?token=A'])
    expect([url, await isListed(url)]).toEqual([url, false])
  for (const url of ['/', '/customers']) expect([url, await isListed(url)]).toEqual([url, true])
})

test('signed-in pages have a skeleton with their own texts; public pages have none', async () => {
  const app = await startApp('<div id="root"><!--outline--><p><!--heading-->: <!--line--></p><!--/outline--></div>')
  const root = async (url: string) => /<div id="root">(.*)<\/div>/.exec((await app.inject({ url })).body)?.[1]
  expect(await root('/')).toContain('<p>Dashboard: Welcome to your business dashboard</p>')
  expect(await root('/invoices/5')).toContain('<p>Invoices: Loading invoices...</p>')
  expect(await root('/items')).toContain('<p>Items &amp; Services: ')
  expect(await root('/billing')).toContain('<p>: </p>')
  for (const path of ['/pay-invoice/AAAA', '/review-estimate/AAAA', '/payment-success', '/nowhere'])
    expect([path, await root(path)]).toEqual([path, ''])
})

test('a visitor gets the finished landing page with the prices of this server; the native app and other paths get the app', async () => {
  const page = '<html data-signed-in="" data-site=""><div id="root"><!--outline--><p>Skeleton</p><!--/outline--></div></html>'
  const landing = '<main>{{monthlyPrice}} or {{yearlyPrice}}, {{yearlySaving}} <a href="{{codeUrl}}">{{codeLabel}}</a></main>'
  const app = await startApp(page, { isSignedIn: false, landing })
  const { body } = await app.inject({ url: '/?account=deleted' })
  expect(body).toContain('$9.99 or $99.99, 2 months free <a href="https://example.com/?a=1&amp;b=2">Source code (AGPL-3.0)</a>')
  expect(body).toContain('data-signed-in="no" data-landing="" data-site="{&quot;monthlyPrice&quot;:&quot;$9.99&quot;')
  const shell = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; wv) BillfoldShell/1' }
  for (const request of [{ url: '/', headers: shell }, { url: '/nowhere' }]) {
    const { body } = await app.inject(request)
    expect(body).not.toContain('data-landing')
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain('data-site="{&quot;')
  }
})

test('landing and pay page have a title, a description and a picture for previews of links; the pay page names no invoice', async () => {
  const head = '<head><meta name="description" content="App" /></head>'
  const visitor = await startApp(head, { isSignedIn: false, landing: '<main></main>' })
  const readTags = async (app: typeof visitor, url: string) => {
    const { body } = await app.inject({ url })
    const tags = [...body.matchAll(/<meta (?:name|property)="((?:og|twitter):[^"]*|description)" content="([^"]*)"/g)]
    return { ...Object.fromEntries(tags.map(([, name, content]) => [name!, content!])), title: /<title>(.*?)<\/title>/.exec(body)![1] }
  }
  expect(await readTags(visitor, '/')).toMatchObject({
    title: 'Billfold: invoicing and bookkeeping for small businesses',
    description: expect.stringContaining('small businesses'),
    'og:url': 'http://localhost:3000/',
    'og:image': 'http://localhost:3000/preview.png',
    'twitter:card': 'summary_large_image',
  })
  for (const app of [visitor, await startApp(head)]) {
    const tags = await readTags(app, '/pay-invoice/A-b_9')
    expect(tags).toMatchObject({
      ...{ title: 'Pay invoice · Billfold', 'og:title': 'Pay invoice', 'twitter:title': 'Pay invoice' },
      ...{ description: 'An invoice to view, pay or download as PDF.', 'og:image': 'http://localhost:3000/preview.png' },
    })
    expect(JSON.stringify(tags)).not.toContain('A-b_9')
  }
  for (const url of ['/', '/invoices', '/nowhere'])
    expect([url, await readTags(await startApp(head), url)]).toEqual([url, { title: 'Billfold', description: 'App' }])
})

test('the policy allows a script inside the page by its hash, and no other', async () => {
  const script = 'document.title = "early"'
  const app = await startApp(`<head><script>${script}</script><script type="module" src="/assets/index.js"></script></head>`)
  const { headers } = await app.inject({ url: '/invoices' })
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`; script-src 'self' 'sha256-${hash}'; `)
})

test("the policy allows PayPal's hosts on the pay page, Stripe's on the subscribe page, and nothing unsafe anywhere", async () => {
  const app = await startApp('', { usesStripeHosts: true })
  const getPolicy = async (url: string) => String((await app.inject({ url })).headers['content-security-policy'])
  const directive = (policy: string, name: string) => policy.split('; ').find((text) => text.startsWith(`${name} `))

  const payPage = await getPolicy('/pay-invoice/AAAAAAAAAAAAAAAAAAAAAAAA')
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src', 'img-src'])
    expect(directive(payPage, name)).toContain('https://*.paypal.com https://*.paypalobjects.com')
  const subscribePage = await getPolicy('/subscribe')
  expect(directive(subscribePage, 'script-src')).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com")
  for (const policy of [payPage, subscribePage]) {
    expect(policy).not.toContain('unsafe')
    // Inline scripts are refused there too. Trusted Types are off, because the providers' scripts do not support them.
    expect(directive(policy, 'script-src')).not.toMatch(/nonce|data:|blob:/)
    expect(policy).not.toContain('trusted-types')
  }

  for (const path of [
    '/',
    '/invoices',
    '/payment-success?invoice=AAAA',
    '/review-estimate/AAAA',
    '/pay-invoice',
    '/pay-invoices/AAAA',
    '/nowhere/pay-invoice/',
    '/app-shell',
  ]) {
    const policy = await getPolicy(path)
    expect([path, policy]).not.toEqual([path, expect.stringMatching(/https:|unsafe|\*|frame-src/)])
    expect([path, directive(policy, 'script-src')]).toEqual([path, "script-src 'self'"])
    expect([path, policy]).toEqual([path, expect.stringMatching(/; require-trusted-types-for 'script'; trusted-types billfold$/)])
  }
  const { headers } = await (await startApp()).inject({ url: '/subscribe' })
  expect(headers['content-security-policy']).toContain('trusted-types billfold')
})

test('a page is compressed for browsers that ask for it', async () => {
  const app = await startApp(`<head></head>${'<p>text</p>'.repeat(200)}`)
  const compressed = await app.inject({ url: '/invoices', headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toContain('<p>text</p>')
  expect((await app.inject({ url: '/invoices' })).headers).not.toHaveProperty('content-encoding')
})
