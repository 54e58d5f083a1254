import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { parseCsv } from '#server/platform/http/csv.ts'
import { exchangeRateInput } from '#shared/contract/fields.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type ExchangeRate, exchangeRateKey, maxExchangeRates } from './contract.ts'

export type Key = Pick<ExchangeRate, 'currency' | 'day'>
type Row = Omit<ExchangeRate, 'source'>

/** What keeps a rate from being stored: a field with its message, or undefined. */
export const findProblem = ({ currency, day }: Key, home: Currency, today: Day): { path: keyof Key; message: string } | undefined => {
  if (currency === home)
    return { path: 'currency', message: `Currency is ${home}, your own. Choose another one: it needs no exchange rate` }
  if (day > today) return { path: 'day', message: 'Day is in the future. Choose today or an earlier day' }
  return undefined
}

const columns = ['currency', 'day', 'rate'] as const
const rowSchema = exchangeRateKey.extend({ rate: exchangeRateInput })
/** Separators, quotes and ends of lines: what the parser takes time for. Twenty for each rate are enough for a file with more columns. */
const marks = /[",;\t\n\r|]/g
const maxMarks = 20 * maxExchangeRates
/** The most problems in a refusal. */
const maxListed = 200

const refuse = (message: string, problems: readonly string[] = [message]): AppError =>
  new AppError(400, message, { issues: problems.slice(0, maxListed).map((problem) => ({ path: 'csv', message: problem })) })

/**
 * Reads the rates of a CSV file. Its first row names the columns, in any order; others than currency, day and rate are ignored.
 * @throws AppError 400 with a problem for each row that is wrong, named by its number in the file
 */
export const readRows = async (db: UserDb, csv: string, today: Day): Promise<Row[]> => {
  if ((csv.match(marks)?.length ?? 0) > maxMarks) throw refuse('The file has too many cells. Keep only the columns currency, day and rate')
  const [header = [], ...lines] = parseCsv(csv)
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw refuse(`The first row must name the columns currency, day and rate. Add ${missing.join(' and ')}`)
  const rows = lines.flatMap((cells, i) => (cells.every((cell) => cell.trim() === '') ? [] : [{ cells, row: i + 2 }]))
  if (rows.length === 0) throw refuse('The file has no rates. Add a row for each')
  const [currencyAt, dayAt, rateAt] = columns.map((name) => names.indexOf(name))
  if (rows.length > maxExchangeRates)
    throw refuse(`One file can have at most ${maxExchangeRates.toLocaleString('en-US')} rates. Import it in parts`)

  const home = await getHomeCurrency(db)
  const problems: string[] = []
  const rowByKey = new Map<string, number>()
  const rates = rows.flatMap(({ cells, row }): Row[] => {
    const read = (at: number | undefined) => cells[at ?? -1]?.trim() ?? ''
    const parsed = rowSchema.safeParse({ currency: read(currencyAt).toUpperCase(), day: read(dayAt), rate: read(rateAt) })
    if (!parsed.success) {
      problems.push(...parsed.error.issues.map(({ message }) => `Row ${row}: ${message}`))
      return []
    }
    const key = `${parsed.data.currency} ${parsed.data.day}`
    const earlier = rowByKey.get(key)
    const problem = findProblem(parsed.data, home, today)?.message
    if (problem) problems.push(`Row ${row}: ${problem}`)
    else if (earlier !== undefined) problems.push(`Row ${row}: Row ${earlier} has the same currency and day. Remove one of them`)
    rowByKey.set(key, earlier ?? row)
    return [parsed.data]
  })
  if (problems.length === 1) throw refuse(problems[0]!)
  if (problems.length > 1)
    throw refuse(
      `${problems[0]!}. ${problems.length === 2 ? 'There is 1 more problem' : `There are ${problems.length - 1} more problems`}; nothing was imported`,
      problems,
    )
  return rates
}
