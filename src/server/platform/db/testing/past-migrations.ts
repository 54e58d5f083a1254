import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** A copy of the migrations folder with the given migration as the newest. Call `remove` when done. */
export const copyMigrationsUpTo = (tag: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-migrations-'))
  cpSync(migrations, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const last = journal.entries.findIndex((entry) => entry.tag === tag)
  if (last < 0) throw new Error(`there is no migration ${tag}`)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
