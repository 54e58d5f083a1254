import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Site, sitePlaceholders } from '../../src/shared/site.ts'

const entry = 'src/web/features/landing/landing.tsx'

/** Bundles the landing page for Node and imports it. */
const importLanding = async (): Promise<{ Landing: ComponentType<{ site: Site; accountDeleted: boolean }> }> => {
  const output = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    build: { ssr: entry, write: false },
  })) as Rolldown.RolldownOutput
  // Inside the repository, so that its packages are found.
  const folder = mkdtempSync(join('node_modules', '.landing-'))
  try {
    const file = join(folder, 'landing.mjs')
    writeFileSync(file, output.output[0].code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Renders the landing page to `landing.json`, so that the server can send it to visitors as a finished page: `{ "plain": "<div ...", "demo": "<div ..." }`,
 * without and with the offer of a demo. The server fills in its own texts (see `sitePlaceholders`).
 */
export const prerenderLanding = (): Plugin => ({
  name: 'prerender-landing',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }) => {
    const { Landing } = await importLanding()
    const render = (hasDemo: boolean) =>
      renderToStaticMarkup(createElement(Landing, { site: { ...sitePlaceholders, hasDemo }, accountDeleted: false }))
    writeFileSync(join(dir, 'landing.json'), JSON.stringify({ plain: render(false), demo: render(true) }))
  },
})
