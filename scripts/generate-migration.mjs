// Writes the migration for a changed schema, and keeps drizzle-kit's newest snapshot only, on one line: it has thousands, and drizzle-kit reads no other.
//
//   npm run db:generate -- --name add_projects

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
  console.log(
    'Writes the migration for a changed schema. Read what it wrote (CONTRIBUTING.md, Changing the schema).\n  npm run db:generate -- --name add_projects',
  )
  process.exit()
}

execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' })

const meta = new URL('../src/server/platform/db/migrations/meta/', import.meta.url)
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
const newest = new URL(snapshots.pop(), meta)
writeFileSync(newest, `${JSON.stringify(JSON.parse(readFileSync(newest, 'utf8')))}\n`)
for (const name of snapshots) rmSync(new URL(name, meta))
