import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isText = /\.(js|css|html|json)$/

/**
 * Creates a later release of the built web app. The content is the same, but every asset has a new name, and the old names no longer exist, as after
 * a change that affects all files. Its pages have the attribute `data-release`.
 * @returns the folder of the release; the caller must remove it
 */
export const buildLaterRelease = (dist: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-release-'))
  cpSync(dist, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  const assets = join(folder, 'assets')
  const names = new Map(readdirSync(assets).map((name) => [name, name.replace(/(?=\.\w+$)/, 'v2')]))
  for (const [old, next] of names) renameSync(join(assets, old), join(assets, next))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!isText.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    const renamed = text.replace(/[\w.-]+\.(js|css|woff2|mjs|svg|png)/g, (name) => names.get(name) ?? name)
    writeFileSync(join(folder, file), renamed.replace('<html ', '<html data-release="2" '))
  }
  // The page has changed, so its revision in the service worker's precache list must change too.
  const worker = join(folder, 'sw.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(\/app-shell[`"'],\s*revision:[`"'])/, '$1new'))
  return folder
}
