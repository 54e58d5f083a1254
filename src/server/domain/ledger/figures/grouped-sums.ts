import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { addUp, noSum, parseSum, type Sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets } from '#shared/reports.ts'
import {
  ageBucketSql,
  type Figure,
  formerCustomerNameSql,
  ownReceivableChangeSql,
  type Query,
  selectContributions,
} from './contributions.ts'
import { isInMonths, selectSummary } from './sums.ts'

const combine = (
  userId: number,
  figures: readonly Figure[],
  select: (figure: Figure, values: unknown[]) => Query,
  columns: (col: number) => string,
): Query => {
  const values: unknown[] = [userId]
  const selects = figures.map((figure, col) => `select ${col} as col, ${columns(col)} from (${select(figure, values).text}) f`)
  return { text: selects.join(' union all '), values }
}

/** `col` numbers the figures from 0; $2 and $3 are the days of the first one. @param signs -1 for each that is subtracted */
export const combineFigures = (userId: number, figures: readonly Figure[], today: Day, signs: readonly (1 | -1)[] = []): Query =>
  combine(
    userId,
    figures,
    (figure, values) => selectContributions(userId, figure, today, values),
    (col) =>
      `f.kind, f.ref, f.doc, f.day, ${signs[col] === -1 ? '-' : ''}f.amount as amount, f.account, f.customer_id, f.tax_percent, f.tax_rate_id, f.tax_component`,
  )

const combineSummaries = (userId: number, figures: readonly Figure[]): Query =>
  combine(
    userId,
    figures,
    (figure, values) => selectSummary(userId, figure, values),
    () => 'f.day, f.account, f.amount',
  )

/** Expenses can be grouped by account only, all other figures by tax only: by rate and component. */
type Dimension = 'account' | 'tax'
export type Sums = { sums: Sum[] }
export type Group = Sums & { key: string }

const keys: Record<Dimension, string> = {
  account: 'u.account::text',
  tax: "concat_ws(' ', coalesce(u.tax_rate_id, 0), coalesce(u.tax_component, 0), trim_scale(coalesce(u.tax_percent, 0)))",
}

const readGroups = async <Key>(db: UserDb, figures: readonly Figure[], { text, values }: Query, key: string) => {
  const columns = figures.map((_, col) => `coalesce(sum(u.amount) filter (where u.col = ${col}), 0)::text as s${col}`)
  const found = await db.rows<{ key: Key } & Record<string, unknown>>(
    `select ${key} as key, ${columns.join(', ')} from (${text}) u group by 1`,
    values,
  )
  return found.map((row) => ({ key: row.key, sums: figures.map((_, col) => parseSum(row[`s${col}`] as string)) }))
}

/** Groups come in no particular order. */
export const sumByDimension = async (db: UserDb, figures: readonly Figure[], by: Dimension, today: Day): Promise<Group[]> => {
  const isSummed = by === 'account' && figures.every(isInMonths)
  const query = isSummed ? combineSummaries(db.userId, figures) : combineFigures(db.userId, figures, today)
  const groups = await readGroups<string>(db, figures, query, keys[by])
  // Of what was corrected, nothing is left.
  return groups.filter(({ sums }) => sums.some((sum) => sum !== 0n))
}

/** @param periods adjacent ones, within the range of all figures */
export const sumByPeriod = async (db: UserDb, figures: readonly Figure[], periods: readonly Range[], today: Day): Promise<Sums[]> => {
  const isMonthly = figures.every(isInMonths) && periods.slice(1).every(({ from }) => from === getMonthStart(from))
  const query = isMonthly ? combineSummaries(db.userId, figures) : combineFigures(db.userId, figures, today)
  const values = [...query.values, periods.map(({ from }) => from)]
  const found = await readGroups<number>(db, figures, { ...query, values }, `width_bucket(u.day, $${values.length}::date[])`)
  const emptySums = { sums: figures.map(() => noSum) }
  // width_bucket counts from 1.
  const byPart = new Map(found.map(({ key, ...sums }) => [key - 1, sums]))
  return periods.map((_, i) => byPart.get(i) ?? emptySums)
}

/** At the end of the figure's last day, in the order of `ageBuckets`. */
export const sumByAge = async (
  db: UserDb,
  figure: Figure & { of: 'receivable' },
  today: Day,
): Promise<{ bucket: AgeBucket; amount: Sum }[]> => {
  const { text, values } = combineFigures(db.userId, [figure], today)
  const found = await db.rows<{ bucket: AgeBucket; sum: string }>(
    `select ${ageBucketSql('u.day')} as bucket, sum(u.amount)::text as sum from (${text}) u group by 1`,
    values,
  )
  return ageBuckets.map((bucket) => ({ bucket, amount: parseSum(found.find((row) => row.bucket === bucket)?.sum ?? '0') }))
}

/** `id` is null for deleted invoices whose customer is unknown. */
export type CustomerRow = { id: number | null; name: string; isThere: boolean; sums: string[]; totals: string[]; count: number }

/** Largest first. `totals` and `count` are of all rows, also when only the first are read. `sums` are SQL on contributions `u`. */
export const selectByCustomer = ({ text, values }: Query, sums: readonly string[]): Query => {
  const names = sums.map((_, i) => `s${i}`)
  return {
    values,
    text: `
  with g as (
    select u.customer_id as id, ${sums.map((sum, i) => `coalesce(${sum}, 0) as s${i}`).join(', ')} from (${text}) u group by 1),
  named as (
    select g.*, c.id is not null as "isThere", coalesce(c.name, ${formerCustomerNameSql('g.id')}) as name
    from g left join customers c on c.user_id = $1 and c.id = g.id)
  select id, name, "isThere", json_build_array(${names.map((name) => `${name}::text`).join(', ')}) as sums,
         json_build_array(${names.map((name) => `(sum(${name}) over ())::text`).join(', ')}) as totals, (count(*) over ())::int as count
  from named where ${names.map((name) => `${name} <> 0`).join(' or ')}
  order by ${names.map((name) => `${name} desc`).join(', ')}, name collate natural_order, id`,
  }
}

export type ForeignReceivable = {
  currency: Currency
  balance: Sum
  /** In the home currency at the rates of the invoices, as in the ledger; by age, in the order of `ageBuckets`. */
  byAge: Sum[]
  home: Sum
}

/** At the end of the range's last day; in the order of the currencies' codes. */
export const sumForeignReceivables = async (db: UserDb, range: Range, today: Day): Promise<ForeignReceivable[]> => {
  const { text, values } = combineFigures(db.userId, [{ of: 'receivable', ...range }], today)
  const rows = await db.rows<{ currency: Currency; bucket: AgeBucket; home: string; balance: string }>(
    // An invoice has a row for each instalment; its own balance counts once.
    `select d.currency, ${ageBucketSql('u.day')} as bucket, sum(u.amount)::text as home, coalesce(sum(own.balance) filter (where u.n = 1), 0)::text as balance
     from (select c.*, row_number() over (partition by c.doc, c.customer_id order by c.day) as n from (${text}) c) u
     join documents d on d.user_id = $1 and d.id = u.doc and d.rate_source is not null
     cross join lateral (
       select sum(${ownReceivableChangeSql}) as balance from journal_lines l
       where l.user_id = $1 and l.document_id = d.id and l.customer_id is not distinct from u.customer_id and l.basis = 'accrual' and l.day <= $3) own
     group by 1, 2 order by 1`,
    values,
  )
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, found]) => {
    const byAge = ageBuckets.map((bucket) => parseSum(found.find((row) => row.bucket === bucket)?.home ?? '0'))
    return { currency, balance: addUp(found.map(({ balance }) => parseSum(balance))), byAge, home: addUp(byAge) }
  })
}
