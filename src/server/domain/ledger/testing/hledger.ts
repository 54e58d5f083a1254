import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import papaparse from 'papaparse'
import { type Cents, parseCents } from '#shared/money.ts'

const run = promisify(execFile)
const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent' }

/** Whether hledger is installed: without it nobody can be asked. */
export const hasHledger: boolean = spawnSync('hledger', ['--version'], { env }).status === 0

/** What hledger says about a journal. @throws Error with its own words when it finds a fault in it */
export const runHledger = async (file: string, ...args: string[]): Promise<string> =>
  (await run('hledger', ['-f', file, ...args], { env, maxBuffer: 1 << 28 })).stdout

/** How each account changed in each month: '2025-03' -> account -> cents. Only months in which something is dated are there. */
export type MonthlyChanges = Map<string, Map<string, Cents>>

const amountOf = (text: string): Cents => (text === '0' ? parseCents('0') : parseCents(text.replace('$', '')))

/** A report of monthly changes, read back digit by digit. */
export const monthlyChanges = async (file: string, ...query: string[]): Promise<MonthlyChanges> => {
  const text = await runHledger(file, 'balance', '--flat', '--no-total', '--no-elide', '--strict', '-M', '-O', 'csv', ...query)
  const [head, ...rows] = papaparse.parse<string[]>(text.trim()).data
  const changes: MonthlyChanges = new Map()
  for (const [account, ...cells] of rows)
    for (const [i, cell] of cells.entries()) {
      const month = head![i + 1]!.slice(0, 7)
      const accounts = changes.get(month) ?? new Map<string, Cents>()
      changes.set(month, accounts.set(account!, amountOf(cell)))
    }
  return changes
}

/** The sum of the changes of some accounts in some months. */
export const sumChanges = (changes: MonthlyChanges, account: (name: string) => boolean, month: (name: string) => boolean): number => {
  let sum = 0
  for (const [name, accounts] of changes) if (month(name)) for (const [of, amount] of accounts) if (account(of)) sum += amount
  return sum
}
