import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Pages that are opened by a link without signing in; they get no service worker. */
const guestPages = /^(pay|review-estimate|confirm-email|payment-success|subscription-success)-page-|^wallet-button-/
/** Fonts of other scripts are loaded on demand. */
const fonts = /\.woff2$/
const isLatinFont = (name: string) => /^inter-latin-(?!wght|ext)/.test(name)

const listFiles = (dir: string) => (existsSync(dir) ? readdirSync(dir).sort() : [])
const isCompressed = (name: string) => /\.(br|gz)$/.test(name)
const computeHash = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

/** The files of a build that the service worker precaches. */
const listAppFiles = (dist: string, page: string) => {
  const assets = listFiles(join(dist, 'assets')).filter(
    (name) => !isCompressed(name) && !guestPages.test(name) && (!fonts.test(name) || isLatinFont(name)),
  )
  const loose = [
    'favicon.svg',
    'manifest.webmanifest',
    ...listFiles(join(dist, 'icons'))
      .filter((name) => !isCompressed(name))
      .map((name) => `icons/${name}`),
  ]
  return [
    ...assets.map((name) => ({ url: `/assets/${name}`, revision: null })),
    ...loose.map((name) => ({ url: `/${name}`, revision: computeHash(readFileSync(join(dist, name))) })),
    // The server renders the app shell from the page.
    { url: '/app-shell', revision: computeHash(page) },
  ]
}

/** Builds `sw.js` after the app, with the list of the app's files in it, so that it changes whenever one of them does. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: async ({ dir = 'dist' }) => {
      const dist = resolve(root, dir)
      const page = readFileSync(join(dist, 'index.html'), 'utf8')
      const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
      if (!entry) throw new Error('The built page has no entry script.')
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        define: {
          __APP_FILES__: JSON.stringify(listAppFiles(dist, page)),
          __ENTRY__: JSON.stringify(entry),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          target: 'es2022',
          outDir: dist,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: join(root, 'src/web/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
          },
        },
      })
    },
  },
})
