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
import './support/int8.ts'

// Compares the ledger's figures with hledger's (Debian package hledger). Random ledgers are exported as journals, and profit and loss and sales tax
// on both bases, expenses, bank balance, receivables, customer credit and aging at 12 month-ends must be equal to the cent.
//   node bench/hledger.ts [ledgers, default 100] [documents in each, default 2000] [first seed, default 1] [--smoke]

const [ledgers, documents, firstSeed] = readSizes([100, 2000, 1], [2, 30, 1])
if (!hasHledger) {
  console.error('hledger is not installed: apt-get install hledger')
  process.exit(2)
}
const dataDir = mkdtempSync(join(tmpdir(), 'billfold-hledger-'))
const silent = () => undefined
const embedded = await startEmbedded({ dataDir, exclusive: false, log: silent })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: silent })
const owner = new Client(embedded.connection)
await owner.connect()

let figures = 0
let differing = 0
const startedAt = performance.now()
for (let seed = firstSeed; seed < firstSeed + ledgers; seed++) {
  const { rows } = await owner.query<{ id: number }>("insert into users (issuer, subject) values ('bench', $1) returning id", [
    `ledger ${seed}`,
  ])
  const userId = rows[0]!.id
  await database.asUser(userId, (db) => insertLedger(db, createRandomLedger(seed, documents)))
  // As autovacuum would do within a minute.
  await owner.query('analyze')
  const found = await compareWithHledger(database, userId)
  figures += found.figures
  differing += found.differences.length
  for (const difference of found.differences.slice(0, 10)) console.log(`ledger ${seed}: ${difference}`)
  if (seed % 10 === 0)
    console.log(`${seed} ledgers, ${figures} figures, ${differing} differ, ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
console.table({ ledgers, 'documents in each': documents, 'figures compared': figures, 'figures that differ': differing })
await owner.end()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = differing > 0 ? 1 : 0
