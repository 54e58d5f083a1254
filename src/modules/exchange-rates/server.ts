import { getHomeCurrency } from '#server/domain/business/business.ts'
import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { parseCsv } from '#server/platform/http/csv.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { exchangeRateInput } from '#shared/contract/fields.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type ExchangeRate, exchangeRateKey, exchangeRatesApi, maxExchangeRates } from './contract.ts'
import { ecbUpdateRunner } from './ecb-update.job.ts'

type Key = Pick<ExchangeRate, 'currency' | 'day'>
type Row = Omit<ExchangeRate, 'source'>

/** What keeps a rate from being stored: a field with its message, or undefined. */
const findProblem = ({ currency, day }: Key, home: Currency, today: Day): { path: keyof Key; message: string } | undefined => {
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
const readRows = async (db: UserDb, csv: string, today: Day): Promise<Row[]> => {
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

/** Lists the user's own rates, newest first. @param currency null for those of all currencies */
const listRates = (db: UserDb, currency: Currency | null = null): Promise<ExchangeRate[]> =>
  db.rows<ExchangeRate>(
    `select currency, day, trim_scale(rate)::text as rate, source from exchange_rates
     where user_id = $1 and ($2::text is null or currency = $2) order by day desc, currency`,
    [db.userId, currency],
    'exchange-rates.list',
  )

/** @throws AppError 400 at the field for a rate of the home currency or of a day that is still to come */
const requireForeign = async (db: UserDb, key: Key, today: Day): Promise<void> => {
  const problem = findProblem(key, await getHomeCurrency(db), today)
  if (problem) throw new AppError(400, problem.message, { issues: [problem] })
}

/**
 * Adds the rates, and replaces those that there are for the same currencies and days.
 * @throws AppError 409 when the user would have too many
 */
const saveRates = async (
  db: UserDb,
  rates: readonly Omit<ExchangeRate, 'source'>[],
  source: ExchangeRate['source'],
): Promise<{ created: number; updated: number }> => {
  // Of two requests at once, the second counts what the first has stored.
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId])
  const saved = await db.rows<{ isNew: boolean }>(
    `insert into exchange_rates (user_id, currency, day, rate, source)
     select $1, r.currency, r.day, r.rate, $3 from jsonb_to_recordset($2::jsonb) r (currency text, day date, rate numeric)
     on conflict (user_id, currency, day) do update set rate = excluded.rate, source = excluded.source, updated_at = excluded.updated_at
     returning xmax = 0 as "isNew"`,
    [db.userId, JSON.stringify(rates), source],
    'exchange-rates.save',
  )
  const [all] = await db.rows<{ count: number }>('select count(*)::int as count from exchange_rates where user_id = $1', [db.userId])
  if (all!.count > maxExchangeRates) {
    const most = maxExchangeRates.toLocaleString('en-US')
    throw new AppError(409, `You can have at most ${most} exchange rates. Delete some that you no longer need first.`)
  }
  db.announce('exchange-rates')
  const created = saved.filter(({ isNew }) => isNew).length
  return { created, updated: saved.length - created }
}

/** @throws AppError 404 */
const removeRate = async (db: UserDb, { currency, day }: Key): Promise<void> => {
  const removed = await db.rows('delete from exchange_rates where user_id = $1 and currency = $2 and day = $3 returning 1', [
    db.userId,
    currency,
    day,
  ])
  if (removed.length === 0) throw notFound('Exchange rate')
  db.announce('exchange-rates')
}

export const exchangeRatesModule: Module = (services) => ({
  runners: [ecbUpdateRunner(services)],
  routes: [
    route(exchangeRatesApi.list, ({ user, query }) => user.tx((db) => listRates(db, query.currency))),
    route(exchangeRatesApi.suggestion, ({ user, query: { currency, day } }) =>
      user.tx(async (db) => ({ suggestion: await findRate(db, currency, day) })),
    ),
    route(exchangeRatesApi.ecb, ({ user }) =>
      user.tx(async (db) => {
        const [row] = await db.rows<{ day: Day | null }>('select max(day) as day from ecb_rates')
        return { isUsed: services.ecbOrigin !== null, latestDay: row!.day }
      }),
    ),
    idempotentRoute(exchangeRatesApi.save, ({ user, params, body: { rate, source }, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          const key = parseInput(exchangeRateKey, params)
          await requireForeign(db, key, today)
          await saveRates(db, [{ ...key, rate }], source)
          return { ...key, rate, source }
        }),
      ),
    ),
    idempotentRoute(exchangeRatesApi.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeRate(db, parseInput(exchangeRateKey, params)))),
    ),
    idempotentRoute(exchangeRatesApi.import, ({ user, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => saveRates(db, await readRows(db, body.csv, today), 'file'))),
    ),
  ],
})
