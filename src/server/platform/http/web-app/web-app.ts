import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNativeShell } from '#shared/native-shell.ts'
import { needsSignIn, payPath, reviewPath, trimTrailingSlash } from '#shared/paths.ts'
import { shellPath, workerPath } from '#shared/service-worker.ts'
import { getShellText } from '#shared/shell-text.ts'
import { buildPagePolicy, type ThirdPartyScripts } from './content-security-policy.ts'
import { createPreloadLinks } from './preload-manifest.ts'

/** A service worker asks nobody but this server. */
const serviceWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/**
 * Takes the place of a service worker that went wrong: it removes everything that was kept in browsers, and itself. Pages that are open aren't
 * touched; they ask the server from then on.
 */
const unregisterScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const leave = async () => {
    const kept = (await caches.keys()).filter((name) => name.startsWith('billfold-'))
    await Promise.all(kept.map((name) => caches.delete(name)))
    await self.registration.unregister()
  }
  event.waitUntil(leave())
})
`

type Deps = {
  dist: string
  isSignedIn: (request: FastifyRequest) => Promise<boolean>
  /** Another origin that pages may send uploads to. */
  uploadOrigin: string | null
  /** Whether the card fields of the page of plans come from Stripe's own hosts; the sandbox's come from here. */
  cardsFromElsewhere: boolean
  /** Whether browsers may keep the app on the device; without it they give back what they kept. */
  serviceWorker?: boolean
}

const nonceMark = /__CSP_NONCE__/g

/** What begins so is an answer of the API or a file, and never a page. */
const notPages = ['/api/', '/assets/', '/objects/']

const unlistedPages = ['/payment-success', '/subscription-success', '/confirm-email']

/** Pages of people who hold a link: the address alone opens them, so it goes to no search engine and to no other site. */
const isUnlisted = (path: string) => path.startsWith(payPath('')) || path.startsWith(reviewPath('')) || unlistedPages.includes(path)

const isWorker = /\/sw\.js(\.(br|gz))?$/

const escaped = (text: string) => text.replaceAll('&', '&amp;')

/** Fills in what the page's outline says, or leaves the outline out: visitors and customers have pages that are drawn in another way. */
const withOutline = (page: string, words: { heading: string; firstLine: string } | undefined): string =>
  words
    ? page.replace('<!--heading-->', escaped(words.heading)).replace('<!--line-->', escaped(words.firstLine))
    : page.replace(/<!--outline-->[\s\S]*<!--\/outline-->/, '')

/** Serves the built web app: hashed files for ever, and the one page for every path that isn't the API's. */
export const serveWebApp = async (
  app: FastifyInstance,
  { dist, isSignedIn, uploadOrigin, cardsFromElsewhere, serviceWorker = true }: Deps,
) => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const firstFiles = createPreloadLinks(dist)
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    ...(serviceWorker ? {} : { globIgnore: ['**/sw.js*'] }),
    setHeaders: (reply, path) => {
      if (isWorker.test(path)) reply.header('content-security-policy', serviceWorkerPolicy)
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const answerPage = (reply: FastifyReply, guests: ThirdPartyScripts, fill: (page: string) => string) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', buildPagePolicy(nonce, uploadOrigin, guests))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fill(page.replace(nonceMark, nonce)))
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const signedIn = await isSignedIn(request)
    // The native app signs in through the system's browser, and its page knows how.
    if (!signedIn && needsSignIn(path) && !isNativeShell(request.headers['user-agent']))
      return reply.redirect(`/api/login?returnTo=${encodeURIComponent(request.url)}`)
    const guests = { paypal: path.startsWith(payPath('')), stripe: cardsFromElsewhere && trimTrailingSlash(path) === '/subscribe' }
    if (isUnlisted(path)) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
    // The page knows from the start whether there is anybody to ask for, so visitors cause no failing call.
    return answerPage(reply, guests, (text) =>
      withOutline(text, signedIn ? getShellText(path) : undefined)
        .replace('data-signed-in=""', `data-signed-in="${signedIn ? 'yes' : 'no'}"`)
        .replace('</head>', () => `${firstFiles(path, signedIn)}</head>`),
    )
  }
  // Kept by the service worker, for all the app's own pages: it can't know who will be there, so the page asks.
  app.get(shellPath, async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return answerPage(reply, { paypal: false, stripe: false }, (text) => withOutline(text, { heading: '', firstLine: '' }))
  })
  if (!serviceWorker)
    app.get(workerPath, async (_request, reply) =>
      reply
        .header('content-security-policy', serviceWorkerPolicy)
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(unregisterScript),
    )
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !notPages.some((prefix) => path.startsWith(prefix))
    return wantsPage ? sendPage(request, reply) : reply.code(404).send({ message: 'Not found' })
  })
}
