import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBalances } from '#server/domain/ledger/books/balances.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { getAccountPath } from '#server/domain/ledger/journal/accounts.ts'
import type { Database } from '#server/platform/db/client.ts'
import { accountNumbers, chartOfAccounts } from '#shared/accounts.ts'
import { addDays } from '#shared/dates.ts'
import { addUp, parseAmount, type Sum, toDecimal, toSum } from '#shared/money.ts'
import { allTime } from '#shared/periods.ts'
import { bases } from '#shared/reports.ts'
import { type Comparison, months, readTaxes, writeJournal } from './compare-with-hledger.ts'
import { runLedger } from './hledger.ts'

// The amount of the account itself: a total has those of the accounts below it, which are listed too.
const format = '%(account)\t%(quantity(scrub(amount)))\n'

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
          '--cost',
          '--end',
          addDays(to, 1),
          '--balance-format',
          format,
        )
        // A customer's account is below the account of all.
        const balances = new Map<string, number>()
        const taxes = new Map<string, number>()
        for (const [account, amount] of text
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split('\t') as [string, string])) {
          const name = account.split(':').slice(0, 2).join(':')
          balances.set(name, (balances.get(name) ?? 0) + parseAmount(amount))
          taxes.set(account, parseAmount(amount))
        }
        const check = (what: string, figure: number | Sum, balance: number) => {
          found.figures++
          const [here, there] = [toSum(BigInt(figure)), toSum(BigInt(balance))]
          if (here !== there) found.differences.push(`${what} on ${to} (${basis}): ${toDecimal(here)} here, ${toDecimal(there)} in ledger`)
        }
        const ours = await database.asUser(userId, (db) => readBalances(db, basis, to))
        for (const { number } of chartOfAccounts) {
          const name = getAccountPath(number, null).split(':').slice(0, 2).join(':')
          const [here, there] = [ours.get(number) ?? 0, balances.get(name) ?? 0]
          check(name, here, there)
        }
        await database.asUser(userId, async (db) => {
          for (const [tax, components] of await readTaxes(db)) {
            const account = getAccountPath(accountNumbers.salesTaxPayable, null, tax)
            const sums = await Promise.all(
              components.map((component) => sumFigure(db, { of: 'tax', basis, ...component, from: allTime.from, to }, to)),
            )
            check(account, addUp(sums), -(taxes.get(account) ?? 0))
          }
        })
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
