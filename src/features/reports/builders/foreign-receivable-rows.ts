import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import { type ForeignReceivable, sumForeignReceivables } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { sumToHome } from '#shared/exchange-rates.ts'
import { formatMoney, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { amountCell, createHeading, createRow, emptyCell, type Row, textCell } from './cells.ts'

/**
 * What is owed in each other currency, the part that it has in the totals above, and what its open amount would gain or lose at the latest
 * exchange rate of the range's last day, or of today if that is earlier. That difference isn't realized, so it is in no account.
 * @param width number of columns: a name, the ages and the total
 */
export const buildForeignRows = async (
  db: UserDb,
  { range, today, homeCurrency }: { range: Range; today: Day; homeCurrency: Currency },
  width: number,
): Promise<Row[]> => {
  const foreign = await sumForeignReceivables(db, range, today)
  if (foreign.length === 0) return []
  const rows: Row[] = [createHeading('Of this in other currencies', width)]
  for (const { currency, balance, byAge, home } of foreign)
    rows.push(
      createRow(textCell(formatMoney(balance, currency)), ...byAge.map(amountCell), amountCell(home)),
      await buildDifferenceRow(db, { currency, balance, home }, { day: range.to < today ? range.to : today, homeCurrency }, width),
    )
  return rows
}

const buildDifferenceRow = async (
  db: UserDb,
  { currency, balance, home }: Pick<ForeignReceivable, 'currency' | 'balance' | 'home'>,
  { day, homeCurrency }: { day: Day; homeCurrency: Currency },
  width: number,
): Promise<Row> => {
  const found = await findRate(db, currency, day)
  const ages = Array.from({ length: width - 2 }, () => emptyCell)
  return found
    ? createRow(
        textCell(`Unrealized gain or loss, 1 ${currency} = ${found.rate} ${homeCurrency} on ${formatDay(found.day)}`),
        ...ages,
        amountCell(toSum(sumToHome(balance, found.rate, homeCurrency) - home)),
      )
    : createRow(textCell(`Unrealized gain or loss: no ${currency} exchange rate on or before ${formatDay(day)}`), ...ages, textCell('-'))
}
