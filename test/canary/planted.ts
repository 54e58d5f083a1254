import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patch = fileURLToPath(new URL('edits.patch', import.meta.url))

/** The few files of the product that a new type of document edits, as `edits.patch` changes them, by their paths. No file of the product is written. */
export const readPlanted = (): ReadonlyMap<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-canary-'))
  const edited = [...readFileSync(patch, 'utf8').matchAll(/^--- a\/(.+)$/gm)].map((match) => match[1]!)
  for (const file of edited) cpSync(join(root, file), join(folder, file))
  execFileSync('git', ['apply', patch], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } })
  const sources = new Map(edited.map((file) => [join(root, file), readFileSync(join(folder, file), 'utf8')]))
  rmSync(folder, { recursive: true })
  return sources
}
