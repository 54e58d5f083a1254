import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import papaparse from 'papaparse'
import { type Amount, parseAmount } from '#shared/money.ts'

const run = promisify(execFile)
const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent' }

/** Whether hledger is installed. */
export const hasHledger: boolean = spawnSync('hledger', ['--version'], { env }).status === 0

/** Whether ledger is installed, the program that hledger's format comes from. */
export const hasLedger: boolean = spawnSync('ledger', ['--version'], { env }).status === 0

/** Runs ledger on a journal. @returns its output */
export const runLedger = async (file: string, ...args: string[]): Promise<string> =>
  (await run('ledger', ['--args-only', '-f', file, ...args], { env, maxBuffer: 1 << 28 })).stdout

/** Runs hledger on a journal. @returns its output @throws Error with its message when it finds an error in the journal */
export const runHledger = async (file: string, ...args: string[]): Promise<string> =>
  (await run('hledger', ['-f', file, ...args], { env, maxBuffer: 1 << 28 })).stdout

/** The change of each account in each month with entries, in the home currency: '2025-03' -> account -> amount. */
export type MonthlyChanges = Map<string, Map<string, Amount>>

const parseCell = (text: string): Amount => parseAmount(text.replace(/[^\d.-]/g, ''))

/** Runs hledger's report of monthly changes. */
export const monthlyChanges = async (file: string, ...query: string[]): Promise<MonthlyChanges> => {
  const text = await runHledger(file, 'balance', '--flat', '--no-total', '--no-elide', '--strict', '--cost', '-M', '-O', 'csv', ...query)
  const [head, ...rows] = papaparse.parse<string[]>(text.trim()).data
  const changes: MonthlyChanges = new Map()
  for (const [account, ...cells] of rows)
    for (const [i, cell] of cells.entries()) {
      const month = head![i + 1]!.slice(0, 7)
      const accounts = changes.get(month) ?? new Map<string, Amount>()
      changes.set(month, accounts.set(account!, parseCell(cell)))
    }
  return changes
}

/** Sums the changes of some accounts in some months. */
export const sumChanges = (changes: MonthlyChanges, account: (name: string) => boolean, month: (name: string) => boolean): number => {
  let sum = 0
  for (const [name, accounts] of changes) if (month(name)) for (const [of, amount] of accounts) if (account(of)) sum += amount
  return sum
}
