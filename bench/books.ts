import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { compareCurrencies } from '#server/domain/ledger/testing/compare-currencies.ts'
import { compareWithHledger } from '#server/domain/ledger/testing/compare-with-hledger.ts'
import { compareWithLedger } from '#server/domain/ledger/testing/compare-with-ledger.ts'
import { hasHledger, hasLedger } from '#server/domain/ledger/testing/hledger.ts'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { insertCurrencies } from '#server/testing/random-currencies.ts'
import { actOnce } from '#server/testing/random-life.ts'
import { findWrongReceivables } from '#server/testing/random-life-checks.ts'
import { createRandom } from '#shared/testing/random.ts'
import { readSizes } from './support/args.ts'
import './support/int8.ts'

// Compares the books with two other bookkeeping programs, hledger and ledger (Debian packages of these names). Random books get random edits, deletions,
// payments, refunds, disputes, closings, reopenings and opening balances. Then they are exported as journals, and profit and loss and sales tax on both bases,
// expenses, fees, money, receivables, customer credit and aging at 12 month-ends must be equal to the cent; so must the balance of every account in both
// programs. The same is compared for books with currencies of 0, 2 and 3 decimals, and receivables by currency and realized exchange gains with the documents.
// After that, random histories of few documents: after each step the ledger's receivable of each document must be what `document_balance` leaves due.
//   node bench/books.ts [books, default 100] [documents in each, default 2000] [first seed, default 1] [histories, default 10000]
//     [books with currencies, default 100] [--smoke]

const [books, documents, firstSeed, histories, currencyBooks] = readSizes([100, 2000, 1, 10_000, 100], [1, 30, 1, 3, 2])
if (!hasHledger || !hasLedger) {
  console.error('hledger and ledger are needed: apt-get install hledger ledger')
  process.exit(2)
}
const dataDir = mkdtempSync(join(tmpdir(), 'billfold-books-'))
const silent = () => undefined
const embedded = await startEmbedded({ dataDir, exclusive: false, log: silent })
const database = openDatabase(await prepareDatabase(embedded.connection, 'billfold_app'), { log: silent })
const owner = new Client(embedded.connection)
await owner.connect()

const createUser = async (name: string) => {
  const { rows } = await owner.query<{ id: number }>("insert into users (issuer, subject, email) values ('bench', $1, $2) returning id", [
    name,
    `${name}@example.com`,
  ])
  return rows[0]!.id
}

const startedAt = performance.now()
const getSeconds = () => Math.round((performance.now() - startedAt) / 1000)
let [figures, differing, acts] = [0, 0, 0]
for (let seed = firstSeed; seed < firstSeed + books; seed++) {
  const userId = await createUser(`book${seed}`)
  await database.asUser(userId, (db) => insertLedger(db, createRandomLedger(seed, documents)))
  const random = createRandom(seed)
  for (let n = 0; n < documents / 5; n++) if (await actOnce(database, userId, random)) acts++
  // As autovacuum would do within a minute.
  await owner.query('analyze')
  for (const compare of [compareWithHledger, compareWithLedger]) {
    const found = await compare(database, userId)
    figures += found.figures
    differing += found.differences.length
    for (const difference of found.differences.slice(0, 10)) console.log(`book ${seed}: ${difference}`)
  }
  if (seed % 10 === 0) console.log(`${seed} books, ${figures} figures, ${differing} differ, ${getSeconds()} s`)
}

const actsOfBook = 60
for (let seed = firstSeed; seed < firstSeed + currencyBooks; seed++) {
  const userId = await createUser(`currencies${seed}`)
  const random = createRandom(seed)
  await database.asUser(userId, (db) => insertCurrencies(db, random))
  for (let n = 0; n < actsOfBook; n++) if (await actOnce(database, userId, random)) acts++
  for (const compare of [compareWithHledger, compareWithLedger, compareCurrencies]) {
    const found = await compare(database, userId)
    figures += found.figures
    differing += found.differences.length
    for (const difference of found.differences.slice(0, 10)) console.log(`book with currencies ${seed}: ${difference}`)
  }
  if (seed % 10 === 0) console.log(`${seed} books with currencies, ${figures} figures, ${differing} differ, ${getSeconds()} s`)
}

const steps = 8
let [wrong, seen] = [0, 0]
for (let seed = 1; seed <= histories; seed++) {
  const userId = await createUser(`history${seed}`)
  await owner.query("insert into customers (user_id, name) values ($1, 'Acme'), ($1, 'Beta')", [userId])
  const random = createRandom(seed)
  for (let step = 0; step < steps; step++) {
    await actOnce(database, userId, random)
    const found = await database.asUser(userId, findWrongReceivables)
    for (const { id, receivable, due } of found)
      console.log(`history ${seed}, step ${step}, document ${id}: ${receivable} in the ledger, ${due} due`)
    wrong += found.length
    seen++
  }
  if (seed % 2000 === 0) console.log(`${seed} histories, ${wrong} wrong, ${getSeconds()} s`)
}
const unbalanced = await owner.query(
  `select user_id from journal_months group by user_id, basis having sum(amount) <> 0
   union all select user_id from journal_lines where amount <= 0 or debit_account = credit_account`,
)

console.table({
  books,
  'documents in each': documents,
  'books with currencies': currencyBooks,
  'acts that changed them': acts,
  'figures compared': figures,
  'figures that differ': differing,
  histories,
  'steps looked at': seen,
  'wrong receivables': wrong,
  'unbalanced books': unbalanced.rowCount,
  seconds: getSeconds(),
})
await owner.end()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = differing + wrong + unbalanced.rowCount! > 0 ? 1 : 0
