import { sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { addUp, noSum, type Sum, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
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

export const buildProfitLossReport: ReportBuilder = async (db, { range, chartRange, previous, basis, today }) => {
  const sales = { of: 'sales', basis, ...range } as const
  const lateFees = { of: 'lateFees', basis, ...range } as const
  const rounding = { of: 'rounding', basis, ...range } as const
  const exchange = { of: 'exchange', basis, ...range } as const
  const income = { of: 'income', basis, ...range } as const
  const expenses = { of: 'expenses', ...range } as const
  const fees = { of: 'fees', ...range } as const
  const badDebts = { of: 'badDebts', basis, ...range } as const
  const costs = { of: 'costs', basis, ...range } as const
  const profit = { of: 'profit', basis, ...range } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, salesBefore, lateFeesBefore, roundingBefore, exchangeBefore, feesBefore, badDebtsBefore, groups, reconciliation] =
    await Promise.all([
      sumByPeriod(db, [sales, lateFees, rounding, exchange, expenses, fees, badDebts], periods, today),
      previous ? sumFigure(db, { ...sales, ...previous }, today) : noSum,
      previous ? sumFigure(db, { ...lateFees, ...previous }, today) : noSum,
      previous ? sumFigure(db, { ...rounding, ...previous }, today) : noSum,
      previous ? sumFigure(db, { ...exchange, ...previous }, today) : noSum,
      previous ? sumFigure(db, { ...fees, ...previous }, today) : noSum,
      previous ? sumFigure(db, { ...badDebts, ...previous }, today) : noSum,
      sumByDimension(db, previous ? [expenses, { ...expenses, ...previous }] : [expenses], 'account', today),
      readReconciliation(db, range, basis, today),
    ])
  const sumOf = (figure: number) => addUp(byPeriod.map(({ sums }) => sums[figure]!))
  const [sold, lateFeesNow, rounded, exchanged, feesNow, badDebtsNow] = [0, 1, 2, 3, 5, 6].map(sumOf) as [Sum, Sum, Sum, Sum, Sum, Sum]
  const [earned, earnedBefore] = [
    addUp([sold, lateFeesNow, rounded, exchanged]),
    addUp([salesBefore, lateFeesBefore, roundingBefore, exchangeBefore]),
  ]
  const categories = toCategories(groups)
  const [spent, spentBefore] = [
    addUp([...categories.map((each) => each.now), feesNow, badDebtsNow]),
    addUp([...categories.map((each) => each.before), feesBefore, badDebtsBefore]),
  ]
  const charted = byPeriod.map(({ sums: [sales, lateFees, rounding, exchange, spentOn, kept, writtenOff] }) => ({
    sums: [addUp([sales!, lateFees!, rounding!, exchange!]), addUp([spentOn!, kept!, writtenOff!])],
  }))
  const [net, netBefore] = [toSum(earned - spent), toSum(earnedBefore - spentBefore)]
  const columns = [
    createColumn('name', 'Profit & Loss', 'text'),
    createColumn('amount', 'This period', 'amount'),
    ...createComparisonColumns(previous),
  ]
  const headings = (words: string) => createHeading(words, columns.length)
  const before = (amount: typeof noSum, of: Range | null) => of && amount
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Net profit', net, profit, before(netBefore, previous)),
        createHeadline('Income', earned, income, before(earnedBefore, previous)),
        createHeadline('Expenses', spent, costs, before(spentBefore, previous)),
      ],
      chart: buildChart(periods, ['Income', 'Expenses'], charted),
      table: {
        columns,
        rows: [
          headings('Income'),
          createRow(textCell('Sales, without sales tax'), ...createComparisonCells(sales, previous, sold, salesBefore)),
          ...(lateFeesNow === 0n && lateFeesBefore === 0n
            ? []
            : [createRow(textCell('Late fees'), ...createComparisonCells(lateFees, previous, lateFeesNow, lateFeesBefore))]),
          ...(rounded === 0n && roundingBefore === 0n
            ? []
            : [createRow(textCell('Rounding'), ...createComparisonCells(rounding, previous, rounded, roundingBefore))]),
          ...(exchanged === 0n && exchangeBefore === 0n
            ? []
            : [createRow(textCell('Exchange gain or loss'), ...createComparisonCells(exchange, previous, exchanged, exchangeBefore))]),
          createSubtotal(textCell('Total income'), ...createComparisonCells(income, previous, earned, earnedBefore)),
          headings('Expenses'),
          ...categories.map((each) =>
            createRow(
              textCell(each.category),
              ...createComparisonCells({ ...expenses, category: each.category }, previous, each.now, each.before),
            ),
          ),
          ...(feesNow === 0n && feesBefore === 0n
            ? []
            : [createRow(textCell('Payment fees'), ...createComparisonCells(fees, previous, feesNow, feesBefore))]),
          ...(badDebtsNow === 0n && badDebtsBefore === 0n
            ? []
            : [createRow(textCell('Bad debts'), ...createComparisonCells(badDebts, previous, badDebtsNow, badDebtsBefore))]),
          createSubtotal(textCell('Total expenses'), ...createComparisonCells(costs, previous, spent, spentBefore)),
          createTotal(textCell('Net profit'), ...createComparisonCells(profit, previous, net, netBefore)),
          headings('From income to the money received'),
          ...buildReconciliationRows(reconciliation, { figure: income, amount: earned }, columns.length),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'Expenses count on their date, fees of payment providers on the day of the payment.',
        ...(badDebtsNow === 0n ? [] : ['Bad debts are invoices that were written off, without the sales tax that is taken back.']),
        basis === 'cash'
          ? 'Customer credit is money that is no income yet: paid beyond the total of an invoice, or for drafts and deleted invoices.'
          : 'Customer credit is money beyond what was asked for by then: overpaid, or paid ahead of the invoice. Deposits count as credit until an invoice deducts them.',
      ],
    },
  }
}
