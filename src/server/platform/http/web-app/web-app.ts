import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { limitVisitor } from '#server/platform/http/rate-limits.ts'
import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { isAppPage, isUnlistedPage } from '#shared/app-pages.ts'
import { isNativeShell } from '#shared/native-shell.ts'
import { needsSignIn, payPath, trimTrailingSlash } from '#shared/paths.ts'
import { shellPath, workerPath } from '#shared/service-worker.ts'
import { getShellText } from '#shared/shell-text.ts'
import type { Site } from '#shared/site.ts'
import { buildPagePolicy, type ThirdPartyScripts } from './content-security-policy.ts'
import { fillPreview } from './link-preview.ts'
import { createPreloadLinks } from './preload-manifest.ts'

/** The service worker sends requests to this server only. */
const serviceWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Replaces a service worker that is turned off. Open pages stay as they are and use the server from then on. */
const unregisterScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const unregister = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('billfold-'))
    await Promise.all(names.map((name) => caches.delete(name)))
    await self.registration.unregister()
  }
  event.waitUntil(unregister())
})
`

type Deps = {
  dist: string
  publicUrl: () => URL
  isSignedIn: (request: FastifyRequest) => Promise<boolean>
  /** In sandbox mode the card fields of the subscribe page come from this server. */
  usesStripeHosts: boolean
  /** False removes the service worker from browsers that have it. */
  serviceWorker?: boolean
  /** Whether /dev/design is a page; false by default. */
  hasDevelopmentPages?: boolean
  site: () => Site
}

const readLanding = (dist: string) => {
  const file = join(dist, 'landing.json')
  if (!existsSync(file)) return null
  const { plain, demo } = JSON.parse(readFileSync(file, 'utf8')) as Record<'plain' | 'demo', string>
  return (site: Site) =>
    (site.hasDemo ? demo : plain).replace(/\{\{(\w+)\}\}/g, (_match, name: string) => escapeHtml(String(site[name as keyof Site] ?? '')))
}

const noncePlaceholder = /__CSP_NONCE__/g

const inlineScript = /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g

const nonPagePrefixes = ['/api/', '/assets/', '/objects/', '/.well-known/']

const workerFile = /\/sw\.js(\.(br|gz))?$/

const escapeAmpersands = (text: string) => text.replaceAll('&', '&amp;')

const skeleton = /<!--outline-->[\s\S]*<!--\/outline-->/

/** Without texts it removes the skeleton, because public pages have another layout. */
const fillSkeleton = (page: string, texts: { heading: string; firstLine: string } | undefined): string =>
  texts
    ? page.replace('<!--heading-->', escapeAmpersands(texts.heading)).replace('<!--line-->', escapeAmpersands(texts.firstLine))
    : page.replace(skeleton, '')

export const serveWebApp = async (app: FastifyInstance, deps: Deps) => {
  const { dist, publicUrl, isSignedIn, usesStripeHosts, serviceWorker = true, hasDevelopmentPages = false, site } = deps
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const inlineScripts = [...page.matchAll(inlineScript)].map(([, script]) => script!)
  const renderPreloadLinks = createPreloadLinks(dist)
  const renderLanding = readLanding(dist)
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    ...(serviceWorker ? {} : { globIgnore: ['**/sw.js*'] }),
    setHeaders: (reply, path) => {
      if (workerFile.test(path)) reply.header('content-security-policy', serviceWorkerPolicy)
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const replyPage = (reply: FastifyReply, scripts: ThirdPartyScripts, fill: (page: string) => string) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', buildPagePolicy(nonce, scripts, inlineScripts))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fill(page.replace(noncePlaceholder, nonce).replace('data-site=""', () => `data-site="${escapeHtml(JSON.stringify(site()))}"`)))
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const signedIn = await isSignedIn(request)
    if (!signedIn) await limitVisitor(app, request)
    const inNativeShell = isNativeShell(request.headers['user-agent'])
    // The native app gets the page, which opens the system browser to sign in.
    if (!signedIn && needsSignIn(path) && !inNativeShell) return reply.redirect(`/api/login?returnTo=${encodeURIComponent(request.url)}`)
    const scripts = { paypal: path.startsWith(payPath('')), stripe: usesStripeHosts && trimTrailingSlash(path) === '/subscribe' }
    // The native shell would show its own offline page in place of a page with an error status.
    if (!isAppPage(path) && !(hasDevelopmentPages && path === '/dev/design') && !inNativeShell) reply.code(404)
    if (isUnlistedPage(path)) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
    // `data-signed-in` tells the app whether to load the current user, which would fail with 401 for visitors.
    // In the native app the landing page links to the system browser, which only the full app handles.
    const landing = !signedIn && path === '/' && !inNativeShell ? renderLanding?.(site()) : undefined
    if (landing !== undefined)
      return replyPage(reply, scripts, (text) =>
        fillPreview(text, path, publicUrl().origin)
          .replace(skeleton, () => landing)
          .replace('data-signed-in=""', 'data-signed-in="no" data-landing=""')
          .replace('</head>', () => `${renderPreloadLinks(path, signedIn)}</head>`),
      )
    return replyPage(reply, scripts, (text) =>
      fillSkeleton(signedIn && path === '/' ? text : fillPreview(text, path, publicUrl().origin), signedIn ? getShellText(path) : undefined)
        .replace('data-signed-in=""', `data-signed-in="${signedIn ? 'yes' : 'no'}"`)
        .replace('</head>', () => `${renderPreloadLinks(path, signedIn)}</head>`),
    )
  }
  // Cached by the service worker for all pages of the app. It carries no sign-in state, so the app loads the current user.
  app.get(shellPath, async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return replyPage(reply, { paypal: false, stripe: false }, (text) => fillSkeleton(text, { heading: '', firstLine: '' }))
  })
  if (!serviceWorker)
    app.get(workerPath, async (_request, reply) =>
      reply
        .header('content-security-policy', serviceWorkerPolicy)
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(unregisterScript),
    )
  // A route, because the handler of unknown paths sends nothing compressed.
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (!nonPagePrefixes.some((prefix) => path.startsWith(prefix))) return sendPage(request, reply)
    await limitVisitor(app, request)
    throw new AppError(404, 'Not found')
  })
}
