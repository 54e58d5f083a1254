import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { compareWithHledger } from '#server/domain/ledger/testing/compare-with-hledger.ts'
import { hasHledger } from '#server/domain/ledger/testing/hledger.ts'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { readSizes } from './support/args.ts'

// Random books in a database of their own, exported as journals and read by hledger (Debian's package): profit and loss and sales tax on both bases,
// expenses, money, receivables, customers' credit and ageing at 12 month-ends must be the same to the cent as the figures that the app shows.
//   node bench/hledger.ts [books, default 100] [documents in each, default 2000] [first seed, default 1] [--smoke]

const [books, documents, first] = readSizes([100, 2000, 1], [2, 30, 1])
if (!hasHledger) {
  console.error('hledger is not installed: apt-get install hledger')
  process.exit(2)
}
const dataDir = mkdtempSync(join(tmpdir(), 'billfold-books-'))
const quiet = () => undefined
const embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: quiet })
const owner = new Client(embedded.connection)
await owner.connect()

let figures = 0
let wrong = 0
const startedAt = performance.now()
for (let seed = first; seed < first + books; seed++) {
  const { rows } = await owner.query<{ id: number }>("insert into users (issuer, subject) values ('bench', $1) returning id", [
    `book ${seed}`,
  ])
  const userId = rows[0]!.id
  await database.asUser(userId, (db) => insertLedger(db, createRandomLedger(seed, documents)))
  // What autovacuum does within a minute of such a growth.
  await owner.query('analyze')
  const found = await compareWithHledger(database, userId)
  figures += found.figures
  wrong += found.differences.length
  for (const difference of found.differences.slice(0, 10)) console.log(`book ${seed}: ${difference}`)
  if (seed % 10 === 0)
    console.log(`${seed} books, ${figures} figures, ${wrong} differ, ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
console.table({ books, 'documents in each': documents, 'figures compared': figures, 'figures that differ': wrong })
await owner.end()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = wrong > 0 ? 1 : 0
