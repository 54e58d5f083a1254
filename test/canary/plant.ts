import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Loaded before the product: it then reads the few files that a new type of document edits as `edits.patch` changes them. No file of the product is written.

const root = fileURLToPath(new URL('../../', import.meta.url))
const patch = fileURLToPath(new URL('edits.patch', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'billfold-canary-'))
const edited = [...readFileSync(patch, 'utf8').matchAll(/^--- a\/(.+)$/gm)].map((match) => match[1]!)
for (const file of edited) cpSync(join(root, file), join(folder, file))
execFileSync('git', ['apply', patch], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
const sources = new Map(edited.map((file) => [pathToFileURL(join(root, file)).href, readFileSync(join(folder, file), 'utf8')]))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const source = sources.get(url)
    return source === undefined ? loaded : { ...loaded, source }
  },
})
