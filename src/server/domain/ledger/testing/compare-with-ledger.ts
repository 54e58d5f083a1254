import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBalances } from '#server/domain/ledger/books/balances.ts'
import { getAccountPath } from '#server/domain/ledger/journal/accounts.ts'
import type { Database } from '#server/platform/db/client.ts'
import { chartOfAccounts } from '#shared/accounts.ts'
import { addDays } from '#shared/dates.ts'
import { parseCents, toDecimal } from '#shared/money.ts'
import { bases } from '#shared/reports.ts'
import { type Comparison, months, writeJournal } from './compare-with-hledger.ts'
import { runLedger } from './hledger.ts'

const format = '%(account)\t%(quantity(scrub(display_total)))\n'

/** Exports a user's journal, and compares the balance of every account at 12 month-ends, on both bases, with ledger's. */
export const compareWithLedger = async (database: Database, userId: number): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-books-'))
  const found: Comparison = { figures: 0, differences: [] }
  try {
    for (const basis of bases) {
      const file = join(folder, `${basis}.journal`)
      await writeJournal(database, userId, file, basis)
      for (const { to } of months) {
        const text = await runLedger(
          file,
          'balance',
          '--flat',
          '--no-total',
          '--empty',
          '--end',
          addDays(to, 1),
          '--balance-format',
          format,
        )
        // A customer's account is below the account of all.
        const balances = new Map<string, number>()
        for (const [account, amount] of text
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split('\t') as [string, string])) {
          const name = account.split(':').slice(0, 2).join(':')
          balances.set(name, (balances.get(name) ?? 0) + parseCents(amount))
        }
        const ours = await database.asUser(userId, (db) => readBalances(db, basis, to))
        for (const { number } of chartOfAccounts) {
          const name = getAccountPath(number, null).split(':').slice(0, 2).join(':')
          const [here, there] = [ours.get(number) ?? 0, balances.get(name) ?? 0]
          found.figures++
          if (here !== there) found.differences.push(`${name} on ${to} (${basis}): ${toDecimal(here)} here, ${toDecimal(there)} in ledger`)
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
