import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Only who has a link opens these, and he gets no service worker. */
const onlyForGuests = /^(pay|review-estimate|confirm-email|payment-success|subscription-success)-page-|^wallet-button-/
/** Letters that most people never write in come when somebody does. */
const rareLetters = /\.woff2$/
const isUsualFont = (name: string) => /^inter-latin-wght-/.test(name)

const filesIn = (dir: string) => (existsSync(dir) ? readdirSync(dir).sort() : [])
const isPacked = (name: string) => /\.(br|gz)$/.test(name)
const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}

/** What the device keeps of a finished build, without its service worker. */
const appFiles = (dist: string, page: string) => {
  const assets = filesIn(join(dist, 'assets')).filter(
    (name) => !isPacked(name) && !onlyForGuests.test(name) && (!rareLetters.test(name) || isUsualFont(name)),
  )
  const loose = [
    'favicon.svg',
    'manifest.webmanifest',
    ...filesIn(join(dist, 'icons'))
      .filter((name) => !isPacked(name))
      .map((name) => `icons/${name}`),
  ]
  return [
    ...assets.map((name) => ({ url: `/assets/${name}`, revision: null })),
    ...loose.map((name) => ({ url: `/${name}`, revision: hashOf(readFileSync(join(dist, name))) })),
    // The server renders it from the page.
    { url: '/app-shell', revision: hashOf(page) },
  ]
}

/** Builds `sw.js` once the app is there, with the list of the app's files written in: it changes whenever any of them does. */
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
      if (!entry) throw new Error('The built page begins with no script.')
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        define: {
          __APP_FILES__: JSON.stringify(appFiles(dist, page)),
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
