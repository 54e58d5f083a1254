import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { createExtensions } from '#server/platform/db/extensions.ts'

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/** The newest migration of the first version, whose schema is the oldest that is upgraded. */
export const firstVersion = '0002_search'

/** Migrates a database to the schema that has the given migration as its newest. */
export const migrateUpTo = async (client: Client, tag: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-migrations-'))
  try {
    cpSync(migrations, folder, { recursive: true })
    const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
    const last = journal.entries.findIndex((entry) => entry.tag === tag)
    if (last < 0) throw new Error(`there is no migration ${tag}`)
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
    await createExtensions(client)
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
