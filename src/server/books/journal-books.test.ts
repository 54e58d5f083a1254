import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { everything } from '#shared/periods.ts'
import type { JournalEvent } from './journal.ts'
import { eventsOf } from './journal-events.ts'
import { readEvents } from './journal-sql.ts'
import { compareBook } from './testing/compare.ts'
import { fillBook } from './testing/fill-book.ts'
import { hasHledger } from './testing/hledger.ts'
import { randomBook } from './testing/random-book.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
})
afterAll(() => base.drop())

let people = 0
const somebody = async () => {
  const [row] = await base.database.asNobody((db) =>
    db.rows<{ id: number }>("insert into users (issuer, subject) values ('books', $1) returning id", [`${++people}`]),
  )
  return row!.id
}

test('what the database says happened is what the documents say', async () => {
  const userId = await somebody()
  const documents = await base.database.asUser(userId, (db) => fillBook(db, randomBook(1, 400)))
  const read: JournalEvent[] = []
  await base.database.atOneMoment(userId, async (db) => {
    for await (const events of readEvents(db, everything)) read.push(...events)
  })
  expect(read).toEqual(eventsOf(documents))
})

const books = Number(process.env.BOOKS ?? 10)
test.skipIf(!hasHledger)(`${books} random books say the same as hledger does of their journals`, { timeout: 120_000 }, async () => {
  const seeds = Array.from({ length: books }, (_, i) => i + 1)
  const owners: number[] = []
  for (const seed of seeds) {
    const userId = await somebody()
    owners.push(userId)
    await base.database.asUser(userId, (db) => fillBook(db, randomBook(seed, 150)))
  }
  // What autovacuum does within a minute of such a growth.
  const owner = new Client(base.owner)
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  for (const [i, seed] of seeds.entries()) {
    const { figures, differences } = await compareBook(base.database, owners[i]!)
    expect({ seed, differences }).toEqual({ seed, differences: [] })
    expect(figures).toBeGreaterThan(200)
  }
})
