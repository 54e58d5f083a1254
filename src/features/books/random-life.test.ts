import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { checkStoredRows } from '#server/domain/ledger/integrity/check-ledger.ts'
import { compareJournalWithRecords } from '#server/domain/ledger/integrity/journal-checks.ts'
import { exportJournal } from '#server/domain/ledger/journal/export-journal.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import { compareCurrencies } from '#server/domain/ledger/testing/compare-currencies.ts'
import { compareWithHledger } from '#server/domain/ledger/testing/compare-with-hledger.ts'
import { compareWithLedger } from '#server/domain/ledger/testing/compare-with-ledger.ts'
import { hasHledger, hasLedger } from '#server/domain/ledger/testing/hledger.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { insertCurrencies } from '#server/testing/random-currencies.ts'
import { actOnce } from '#server/testing/random-life.ts'
import { findCountedTwice, findWrongDeposits, findWrongReceivables } from '#server/testing/random-life-checks.ts'
import type { Day } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'
import { bases } from '#shared/reports.ts'
import { createRandom } from '#shared/testing/random.ts'
import { listSoakSeeds } from '#shared/testing/soak.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
})
afterAll(() => base.drop())

const insertUser = async (name: string) => {
  const [user] = await base.database.asNobody((db) =>
    db.rows<{ id: number }>(
      "insert into users (issuer, subject, email, subscription_status) values ('life', $1, $2, 'active') returning id",
      [name, `${name}@example.com`],
    ),
  )
  return user!
}
const createUser = async (seed: number) => {
  const user = await insertUser(`life${seed}`)
  await base.database.asUser(user.id, async (db) => {
    db.announce('customers')
    await db.rows("insert into customers (user_id, name) select $1, 'Customer ' || n from generate_series(1, 3) n", [user.id])
  })
  return user.id
}

const closedDay = async (db: UserDb) =>
  (await db.rows<{ day: Day | null }>('select closed_through as day from books where user_id = $1', [db.userId]))[0]?.day ?? null
const countEntries = async (db: UserDb) =>
  (await db.rows<{ n: number }>('select count(*) as n from journal_entries where user_id = $1', [db.userId]))[0]!.n
/** The journal up to a day, on both bases. */
const exportUntil = (userId: number, to: Day) =>
  base.database.atOneMoment(userId, async (db) => {
    let text = ''
    for (const basis of bases)
      for await (const part of exportJournal(db, { format: 'hledger', basis, range: { from: allTime.from, to } })) text += part
    return text
  })

const [seeds, steps] = [listSoakSeeds(3, 30), 60]
const lives = seeds.length
test(`in ${lives} random lives the ledger says what is due after each step, posting twice writes nothing, no event counts twice, and closed months stay byte-equal`, {
  timeout: 300_000 + lives * 10_000,
}, async () => {
  let [refused, closings, deposits] = [0, 0, 0]
  for (const seed of seeds) {
    const userId = await createUser(seed)
    const random = createRandom(seed)
    let closed = null as { day: Day; journal: string } | null
    for (let step = 0; step < steps; step++) {
      if (!(await actOnce(base.database, userId, random))) refused++
      const [wrong, differences, through] = await base.database.asUser(userId, async (db) => [
        await findWrongReceivables(db),
        (await compareJournalWithRecords(db, 5)).findings,
        await closedDay(db),
      ])
      expect({ seed, step, wrong, differences }).toEqual({ seed, step, wrong: [], differences: [] })
      if (closed && through !== null && through >= closed.day)
        expect(await exportUntil(userId, closed.day), `seed ${seed}, step ${step}`).toBe(closed.journal)
      if (through !== closed?.day) {
        closed = through === null ? null : { day: through, journal: await exportUntil(userId, through) }
        closings++
      }
    }
    await base.database.asUser(userId, async (db) => {
      expect({ seed, twice: await findCountedTwice(db) }).toEqual({ seed, twice: [] })
      const { wrong, looked } = await findWrongDeposits(db)
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
      deposits += looked
      const before = await countEntries(db)
      await postAll(db)
      expect(await countEntries(db)).toBe(before)
      const { findings } = await checkStoredRows(db, entities)
      // Edits here write no lines and no search entries.
      expect(findings.filter(({ check }) => /journal|entr|months|closed|closing|reversal|instalment/i.test(check))).toEqual([])
    })
  }
  expect(refused).toBeGreaterThan(lives)
  expect(closings).toBeGreaterThan(lives / 2)
  expect(deposits).toBeGreaterThan(lives / 2)
})

const currencySeeds = listSoakSeeds(1, 10)
test.skipIf(!hasHledger || !hasLedger)(
  `${currencySeeds.length} random books with several currencies equal those of hledger and ledger, and their documents`,
  {
    timeout: 120_000 + currencySeeds.length * 20_000,
  },
  async () => {
    for (const seed of currencySeeds) {
      const { id } = await insertUser(`currencies${seed}`)
      const random = createRandom(seed)
      await base.database.asUser(id, (db) => insertCurrencies(db, random))
      for (let n = 0; n < 40; n++) await actOnce(base.database, id, random)
      const [wrong, { findings }] = await base.database.asUser(id, async (db) => [
        await findWrongReceivables(db),
        await compareJournalWithRecords(db, 5),
      ])
      expect({ seed, wrong, findings }).toEqual({ seed, wrong: [], findings: [] })
      for (const compare of [compareWithHledger, compareWithLedger, compareCurrencies])
        expect({ seed, differences: (await compare(base.database, id)).differences }).toEqual({ seed, differences: [] })
    }
  },
)
