import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareJournalWithRecords } from '#server/domain/ledger/integrity/journal-checks.ts'
import { compareWithHledger } from '#server/domain/ledger/testing/compare-with-hledger.ts'
import { hasHledger } from '#server/domain/ledger/testing/hledger.ts'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { listSoakSeeds } from '#shared/testing/soak.ts'
import { compareMovements, deriveExpenseEntries, deriveInvoiceEntries } from './derive-entries.ts'
import type { InvoiceFacts } from './facts.ts'
import { postAll } from './post.ts'
import { readExpenses, readInvoices } from './read-records.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
})
afterAll(() => base.drop())

let people = 0
const createUser = async () => {
  const [row] = await base.database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject) values ('books', $1) returning id", [`${++people}`]),
  )
  return row!.id
}

const all = { first: 0, last: Number.MAX_SAFE_INTEGER }

test('facts from the database equal those of the documents; what is posted is what they come to, and posting again writes nothing', async () => {
  const userId = await createUser()
  const { invoices, expenses } = await base.database.asUser(userId, (db) => insertLedger(db, createRandomLedger(1, 400)))
  const inOrder = ({ movements, ...invoice }: InvoiceFacts) => ({ ...invoice, movements: movements.toSorted(compareMovements) })
  await base.database.asUser(userId, async (db) => {
    expect((await readInvoices(db, all)).invoices.map(inOrder)).toEqual(invoices.map(inOrder))
    expect((await readExpenses(db, all)).records).toEqual(expenses)
    const count = async () => (await db.rows<{ n: number }>('select count(*) as n from journal_entries where user_id = $1', [userId]))[0]!.n
    const posted = await count()
    const derived = [...invoices.flatMap(deriveInvoiceEntries), ...expenses.flatMap(deriveExpenseEntries)]
    expect(posted).toBe(derived.length)
    await postAll(db)
    expect(await count()).toBe(posted)
    expect((await compareJournalWithRecords(db, 10)).findings).toEqual([])
  })
})

const seeds = listSoakSeeds(2, 40)
test.skipIf(!hasHledger)(
  `the figures of ${seeds.length} random ledgers equal those of hledger`,
  { timeout: 400_000 + seeds.length * 10_000 },
  async () => {
    const owners: number[] = []
    for (const seed of seeds) {
      const userId = await createUser()
      owners.push(userId)
      await base.database.asUser(userId, (db) => insertLedger(db, createRandomLedger(seed, 150)))
    }
    // Autovacuum does this within a minute after such growth.
    const owner = new Client(base.owner)
    await owner.connect()
    await owner.query('analyze')
    await owner.end()
    for (const [i, seed] of seeds.entries()) {
      const { figures, differences } = await compareWithHledger(base.database, owners[i]!)
      expect({ seed, differences }).toEqual({ seed, differences: [] })
      expect(figures).toBeGreaterThan(200)
    }
  },
)
