import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pageFont } from '../../src/server/platform/http/page-style.ts'

/** The parts of the app whose scripts the server preloads, and the entry module of each. */
const parts: Readonly<Record<string, RegExp>> = {
  main: /\/src\/web\/main\.tsx$/,
  app: /\/src\/web\/app\/app\.tsx$/,
  shell: /\/src\/web\/app\/shell\.tsx$/,
  landing: /\/src\/web\/features\/landing\/static-landing\.ts$/,
  pages: /\/src\/web\/(?:features|app)\/(?:[\w-]+\/)*([\w-]+-page)\.tsx$/,
}

/** The font file that every page needs. */
const latinFont = /\/inter-latin-(?!wght|ext)[\w-]+\.woff2$/

/**
 * Writes `preload-manifest.json` with the scripts of each page: `{ "main": [...], "invoices-page": [...], "fonts": [...] }`. The server adds preload links
 * for them, so that a browser loads all of them at once instead of discovering them one by one.
 */
export const preloadManifest = (): Plugin => {
  let lists: Record<string, string[]> = {}
  return {
    name: 'preload-manifest',
    apply: 'build',
    generateBundle: (_options, bundle) => {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const needs = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> => {
        if (seen.has(chunk.fileName)) return seen
        seen.add(chunk.fileName)
        for (const name of chunk.imports) {
          const next = bundle[name]
          if (next?.type === 'chunk') needs(next, seen)
        }
        return seen
      }
      lists = { fonts: Object.keys(bundle).filter((name) => latinFont.test(`/${name}`)) }
      if (!lists.fonts?.includes(pageFont.slice(1))) throw new Error(`The font is named ${lists.fonts}: pageFont must name it too.`)
      for (const chunk of chunks)
        for (const [part, source] of Object.entries(parts))
          for (const id of chunk.moduleIds) {
            const found = source.exec(id)
            if (found) lists[found[1] ?? part] = [...needs(chunk)]
          }
      for (const part of Object.keys(parts)) if (part !== 'pages' && !lists[part]) throw new Error(`The build has no part '${part}'.`)
    },
    writeBundle: ({ dir = 'dist' }) => writeFileSync(join(dir, 'preload-manifest.json'), JSON.stringify(lists)),
  }
}
