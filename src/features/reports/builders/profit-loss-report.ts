import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { addUp, noSum, toSum } from '#shared/money.ts'
import { costFigures, type FigureName, incomeFigures } from '#shared/reports.ts'
import {
  createColumn,
  createComparisonCells,
  createComparisonColumns,
  createHeading,
  createHeadline,
  createRow,
  createSubtotal,
  createTotal,
  textCell,
} from './cells.ts'
import { toCategories } from './expense-report.ts'
import { buildChart, splitIntoPeriods } from './periods.ts'
import { buildReconciliationRows, readReconciliation } from './reconciliation.ts'
import type { ReportBuilder } from './report-request.ts'

const basisNotes = {
  accrual:
    'Accrual basis: a sale counts on the issue date of its invoice, whether or not it is paid. A refund of a paid invoice reduces sales on the day of the refund.',
  cash: 'Cash basis: a sale counts when its money comes, and is taken back when the money goes back.',
}

/** Expenses are listed by category. */
const labels: Record<Exclude<LineName, 'expenses'>, string> = {
  sales: 'Sales, without sales tax',
  lateFees: 'Late fees',
  rounding: 'Rounding',
  exchange: 'Exchange gain or loss',
  otherIncome: 'Other income',
  fees: 'Payment fees',
  bankFees: 'Bank fees',
  interest: 'Interest paid',
  badDebts: 'Bad debts',
}
const lineNames = [...incomeFigures, ...costFigures]
type LineName = (typeof lineNames)[number]
/** Those that are not the same on both bases. */
const namesWithBasis: readonly FigureName[] = ['sales', 'lateFees', 'rounding', 'exchange', 'badDebts']

export const buildProfitLossReport: ReportBuilder = async (db, { range, chartRange, previous, basis, today }) => {
  const figureOf = (of: LineName) => ({ of, ...(namesWithBasis.includes(of) && { basis }), ...range })
  const income = { of: 'income', basis, ...range } as const
  const expenses = figureOf('expenses')
  const costs = { of: 'costs', basis, ...range } as const
  const profit = { of: 'profit', basis, ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const figures = lineNames.map(figureOf)
  const [byPeriod, [before], groups, reconciliation] = await Promise.all([
    sumByPeriod(db, figures, periods, today),
    previous
      ? sumByPeriod(
          db,
          figures.map((figure) => ({ ...figure, ...previous })),
          [previous],
          today,
        )
      : [],
    sumByDimension(db, previous ? [expenses, { ...expenses, ...previous }] : [expenses], 'account', today),
    readReconciliation(db, range, basis, today),
  ])
  const lineOf = (name: LineName) => {
    const at = lineNames.indexOf(name)
    return { name, now: addUp(byPeriod.map(({ sums }) => sums[at]!)), before: before?.sums[at] ?? noSum }
  }
  const lines = { income: incomeFigures.map(lineOf), costs: costFigures.map(lineOf) }
  const addAll = (of: keyof typeof lines) => ({
    now: addUp(lines[of].map((line) => line.now)),
    before: addUp(lines[of].map((line) => line.before)),
  })
  const [earned, spent] = [addAll('income'), addAll('costs')]
  const net = { now: toSum(earned.now - spent.now), before: toSum(earned.before - spent.before) }
  const charted = byPeriod.map(({ sums }) => ({
    sums: [addUp(sums.slice(0, incomeFigures.length)), addUp(sums.slice(incomeFigures.length))],
  }))
  const columns = [
    createColumn('name', 'Profit & Loss', 'text'),
    createColumn('amount', 'This period', 'amount'),
    ...createComparisonColumns(previous),
  ]
  const headings = (words: string) => createHeading(words, columns.length)
  const listLines = (of: keyof typeof lines) =>
    lines[of].flatMap(({ name, now, before }) =>
      name === 'expenses' || (name !== 'sales' && now === 0n && before === 0n)
        ? []
        : [createRow(textCell(labels[name]), ...createComparisonCells(figureOf(name), previous, now, before))],
    )
  const total = (figure: typeof income | typeof costs | typeof profit, { now, before }: typeof net) =>
    createComparisonCells(figure, previous, now, before)
  const hasBadDebts = lineOf('badDebts').now !== 0n
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Net profit', net.now, profit, previous && net.before),
        createHeadline('Income', earned.now, income, previous && earned.before),
        createHeadline('Expenses', spent.now, costs, previous && spent.before),
      ],
      chart: buildChart(periods, ['Income', 'Expenses'], charted),
      table: {
        columns,
        rows: [
          headings('Income'),
          ...listLines('income'),
          createSubtotal(textCell('Total income'), ...total(income, earned)),
          headings('Expenses'),
          ...toCategories(groups).map(({ category, now, before }) =>
            createRow(textCell(category), ...createComparisonCells({ ...expenses, category }, previous, now, before)),
          ),
          ...listLines('costs'),
          createSubtotal(textCell('Total expenses'), ...total(costs, spent)),
          createTotal(textCell('Net profit'), ...total(profit, net)),
          headings('From income to the money received'),
          ...buildReconciliationRows(reconciliation, { figure: income, amount: earned.now }, columns.length),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'Expenses count on their date, fees of payment providers on the day of the payment.',
        ...(hasBadDebts ? ['Bad debts are invoices that were written off, without the sales tax that is taken back.'] : []),
        basis === 'cash'
          ? 'Customer credit is money that is no income yet: paid beyond the total of an invoice, or for drafts and deleted invoices.'
          : 'Customer credit is money beyond what was asked for by then: overpaid, or paid ahead of the invoice. Deposits count as credit until an invoice deducts them.',
      ],
    },
  }
}
