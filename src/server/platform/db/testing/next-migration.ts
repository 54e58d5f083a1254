import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const migrations = fileURLToPath(new URL('../migrations', import.meta.url))
type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] }
export const readJournal = () => JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal

/** The migrations of this version and a made-up next one, until the test ends. @returns their folder */
export const withNext = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(migrations, folder, { recursive: true })
  const { entries, ...journal } = readJournal()
  const last = entries.at(-1)!
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' }
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: [...entries, next] }))
  writeFileSync(join(folder, 'next.sql'), text)
  return folder
}
