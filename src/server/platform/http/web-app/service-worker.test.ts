import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { sitePlaceholders } from '#shared/site.ts'
import { serveWebApp } from './web-app.ts'

const startApp = async ({ serviceWorker = true } = {}) => {
  const dist = mkdtempSync(join(tmpdir(), 'billfold-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(
    join(dist, 'index.html'),
    '<html data-signed-in=""><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Billfold</title>',
  )
  writeFileSync(join(dist, 'sw.js'), 'self.real = true')
  writeFileSync(join(dist, 'sw.js.br'), 'packed')
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}')
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost:3000'), mounts: [] })
  onTestFinished(() => app.close())
  await serveWebApp(app, {
    dist,
    publicUrl: () => new URL('http://localhost:3000'),
    isSignedIn: async () => true,
    usesStripeHosts: true,
    serviceWorker,
    site: () => sitePlaceholders,
  })
  return app
}

test('the service worker and the manifest are revalidated on each request, and the worker may connect to this server only', async () => {
  const app = await startApp()
  for (const [encoding, body] of [
    ['identity', 'self.real = true'],
    ['br', 'packed'],
  ]) {
    const reply = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': encoding } })
    expect(reply.body).toBe(body)
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    })
  }
  expect((await app.inject({ url: '/manifest.webmanifest' })).headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'no-cache',
  })
})

test('the cached page has no sign-in state and allows no third-party scripts', async () => {
  const { statusCode, headers, body } = await (await startApp()).inject({ url: '/app-shell' })
  expect(statusCode).toBe(200)
  expect(body).toContain('data-signed-in=""')
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
  expect(headers['content-security-policy']).not.toMatch(/https:|unsafe/)
  expect(headers['x-robots-tag']).toBe('noindex')
})

test('when turned off, the service worker is replaced by one that unregisters itself and deletes its caches', async () => {
  const { body, headers } = await (await startApp({ serviceWorker: false })).inject({
    url: '/sw.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(body).toContain('registration.unregister()')
  expect(body).not.toContain('real')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-security-policy': expect.stringContaining("connect-src 'self'") })
})
