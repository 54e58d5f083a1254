import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, parseSum, type Sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets } from '#shared/reports.ts'
import { ageBucketSql, ownReceivableChangeSql } from './contributions.ts'
import { combineFigures } from './grouped-sums.ts'

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
