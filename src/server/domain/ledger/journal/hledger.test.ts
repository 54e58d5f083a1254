import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvents } from '#server/domain/ledger/testing/build-events.ts'
import { compareWithHledger } from '#server/domain/ledger/testing/compare-with-hledger.ts'
import { hasHledger } from '#server/domain/ledger/testing/hledger.ts'
import { insertLedger } from '#server/domain/ledger/testing/insert-ledger.ts'
import { createRandomLedger } from '#server/domain/ledger/testing/random-ledger.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { allTime } from '#shared/periods.ts'
import type { JournalEvent } from './entry.ts'
import { readEvents } from './read-events.ts'

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

test('events from the database equal those of the documents', async () => {
  const userId = await createUser()
  const documents = await base.database.asUser(userId, (db) => insertLedger(db, createRandomLedger(1, 400)))
  const read: JournalEvent[] = []
  await base.database.atOneMoment(userId, async (db) => {
    for await (const events of readEvents(db, allTime)) read.push(...events)
  })
  expect(read).toEqual(buildEvents(documents))
})

const books = Number(process.env.BOOKS ?? 10)
test.skipIf(!hasHledger)(`the figures of ${books} random ledgers equal those of hledger`, { timeout: 120_000 }, async () => {
  const seeds = Array.from({ length: books }, (_, i) => i + 1)
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
})
