import { getHomeCurrency } from '#server/domain/business/business.ts'
import { findRate } from '#server/domain/exchange-rates/find-rate.ts'
import { ageBucketSql } from '#server/domain/ledger/figures/contributions.ts'
import {
  type CustomerRow,
  combineFigures,
  type ForeignReceivable,
  selectByCustomer,
  sumForeignReceivables,
} from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { sumToHome } from '#shared/exchange-rates.ts'
import { formatMoney, type Sum, toSum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { ageBucketLabels, ageBuckets } from '#shared/reports.ts'
import {
  amountCell,
  createColumn,
  createHeading,
  createHeadline,
  createRow,
  createTotal,
  emptyCell,
  type Row,
  sumCell,
  textCell,
} from './cells.ts'
import { type CustomerSums, customerCell, nameCell, readCustomers, toCustomerSums } from './customer-rows.ts'
import { formatShare } from './expense-report.ts'
import { toRangeUntil } from './reconciliation.ts'
import type { ReportBuilder } from './report-request.ts'

/**
 * What is owed in each other currency, the part that it has in the totals above, and what its open amount would gain or lose at the latest
 * exchange rate of the range's last day, or of today if that is earlier. That difference isn't realized, so it is in no account.
 * @param width number of columns: a name, the ages and the total
 */
const buildForeignRows = async (
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

export const buildReceivablesReport: ReportBuilder = async (db, { range, previous, today, maxRows }) => {
  const figure = { of: 'receivable', ...toRangeUntil(range.to) } as const
  const query = selectByCustomer(combineFigures(db.userId, [figure], today), [
    'sum(u.amount)',
    ...ageBuckets.map((bucket) => `sum(u.amount) filter (where ${ageBucketSql('u.day')} = '${bucket}')`),
  ])
  const [{ shown, isCut, totals }, before, outstanding] = await Promise.all([
    readCustomers(db, query, { mostRows: maxRows, width: ageBuckets.length + 1 }),
    previous ? sumFigure(db, { ...figure, ...toRangeUntil(previous.to) }, today) : null,
    range.to >= today ? sumFigure(db, { of: 'receivable', ...allTime }, today) : null,
  ])
  const [open, ...byAge] = totals
  const figures = [...ageBuckets.map((bucket) => ({ ...figure, bucket })), figure]
  const toRow = (customer: CustomerSums): Row => {
    const [all, ...ages] = customer.sums
    return createRow(nameCell(customer), ...[...ages, all!].map((amount, i) => customerCell(amount, figures[i]!, customer)))
  }
  const foreign = await buildForeignRows(
    db,
    { range: toRangeUntil(range.to), today, homeCurrency: await getHomeCurrency(db) },
    ageBuckets.length + 2,
  )
  const rows = shown.map(toRow)
  const emptyCells = ageBuckets.map(() => emptyCell)
  const after = (now: Sum): Row[] => [
    createRow(textCell(`Invoices and payments dated after ${formatDay(range.to)}`), ...emptyCells, amountCell(toSum(now - open!))),
    createTotal(textCell('Outstanding'), ...emptyCells, sumCell(now, { of: 'receivable', ...allTime })),
  ]
  return {
    long: isCut ? [{ first: 0, end: rows.length, query, toRow: (record: CustomerRow) => toRow(toCustomerSums(record)) }] : [],
    report: {
      customer: null,
      headline: [
        createHeadline('Owed by customers', open!, figure, before),
        ...ageBuckets.map((bucket, i) => createHeadline(ageBucketLabels[bucket], byAge[i]!, { ...figure, bucket })),
      ],
      chart: {
        isStacked: false,
        series: [{ key: 'open', label: 'Owed' }],
        points: ageBuckets.map((bucket, i) => ({ label: ageBucketLabels[bucket], from: null, to: null, values: [byAge[i]!] })),
      },
      table: {
        columns: [
          createColumn('customer', 'Customer', 'text'),
          ...ageBuckets.map((bucket) => createColumn(bucket, ageBucketLabels[bucket], 'amount')),
          createColumn('total', 'Total', 'amount'),
        ],
        rows: [
          ...rows,
          createTotal(textCell('Total'), ...[...byAge, open!].map((amount, i) => sumCell(amount, figures[i]!))),
          createRow(textCell('Share'), ...[...byAge, open!].map((amount) => textCell(formatShare(amount, open!)))),
          ...(outstanding === null || outstanding === open ? [] : after(outstanding)),
          ...foreign,
        ],
        isCut,
      },
      notes: [
        `What customers owed at the end of ${formatDay(range.to)}, by days past the due date. Current: not due yet.`,
        ...(range.to < today ? ['What is owed today is on the dashboard as Outstanding.'] : []),
        ...(foreign.length > 0
          ? [
              'Amounts in other currencies use the exchange rates of their invoices. An unrealized gain or loss is the difference to a later rate.',
            ]
          : []),
      ],
    },
  }
}
