import type { TaxRate } from '#modules/tax-rates/contract.ts'
import { readTaxRates } from '#modules/tax-rates/server.ts'
import { type Group, sumByDimension, sumByPeriod } from '#server/domain/ledger/figures/grouped-sums.ts'
import { addUp, noSum, type Sum, toSum } from '#shared/money.ts'
import type { FigureName } from '#shared/reports.ts'
import { maxTaxComponents, taxCategories } from '#shared/tax-categories.ts'
import {
  amountCell,
  changeCell,
  createColumn,
  createComparisonCells,
  createComparisonColumns,
  createHeadline,
  createRow,
  createTotal,
  sumCell,
  textCell,
} from './cells.ts'
import { buildChart, splitIntoPeriods } from './periods.ts'
import type { ReportBuilder } from './report-request.ts'

const basisNotes = {
  accrual:
    'Accrual basis: tax counts on the issue date of its invoice, also that of a deposit. A refund of a paid invoice reduces its tax on the day of the refund.',
  cash: 'Cash basis: tax counts when its money comes, each payment in the proportion of its invoice.',
}

/** More taxes share one row. */
const maxTaxes = 100

/** `taxed`: the tax as a part of what a compound tax is computed on, which write-offs do not change. */
type Sums = { sales: Sum; due: Sum; credited: Sum; taxed: Sum; before: Sum }
/** A tax of a rate, a percentage of whole invoices, or what has no rate. */
type TaxRow = Sums & {
  name: string
  category: string
  percent: string
  /** What the tax is computed on: the sales, and for a compound tax the taxes before it. `sales` counts those of a rate once. */
  base: Sum
  baseFigure: FigureName
  which: { rate?: string; taxRateId?: number; taxComponent?: number }
}

const addRows = (rows: readonly Sums[]): Sums => {
  const total = (name: keyof Sums) => addUp(rows.map((row) => row[name]))
  return { sales: total('sales'), due: total('due'), credited: total('credited'), taxed: total('taxed'), before: total('before') }
}
const noSums: Sums = { sales: noSum, due: noSum, credited: noSum, taxed: noSum, before: noSum }
const toSums = (group: Group | undefined): Sums => {
  const [sales = noSum, due = noSum, credited = noSum, taxed = noSum, before = noSum] = group?.sums ?? []
  return { sales, due, credited, taxed, before }
}

const toComponentRows = ({ id, name: rateName, category, components }: TaxRate, groups: readonly Group[]): TaxRow[] => {
  const { sales } = toSums(groups.find(({ key }) => key.startsWith(`${id} 0 `)))
  const taxes = components.map((_, i) => toSums(groups.find(({ key }) => key.startsWith(`${id} ${i + 1} `))))
  return components.map(({ name, percent, isCompound }, i) => ({
    ...taxes[i]!,
    sales: i === 0 ? sales : noSum,
    name: components.length === 1 ? rateName : `${rateName}: ${name}`,
    category: category ? taxCategories[category].name : '',
    percent: `${percent}%`,
    base: isCompound ? toSum(sales + addRows(taxes.slice(0, i)).taxed) : sales,
    baseFigure: isCompound ? 'taxBase' : 'taxableSales',
    which: { taxRateId: id, taxComponent: i + 1 },
  }))
}

const toPercentRow = (group: Group): TaxRow => {
  const [, , rate] = group.key.split(' ') as [string, string, string]
  const sums = toSums(group)
  const [name, percent] = rate === '0' ? ['No rate', ''] : ['Sales tax', `${rate}%`]
  return { ...sums, name, category: '', percent, base: sums.sales, baseFigure: 'taxableSales', which: { rate } }
}

const toTaxRows = (groups: readonly Group[], rates: readonly TaxRate[]): TaxRow[] => [
  ...rates.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })).flatMap((rate) => toComponentRows(rate, groups)),
  ...groups
    .filter(({ key }) => key.startsWith('0 '))
    .map(toPercentRow)
    .toSorted((a, b) => Number(b.which.rate) - Number(a.which.rate)),
]

export const buildSalesTaxReport: ReportBuilder = async (db, { range, chartRange, previous, basis, today }) => {
  const sales = { of: 'taxableSales', basis, ...range } as const
  const tax = { of: 'tax', basis, ...range } as const
  const charged = { of: 'taxCharged', basis, ...range } as const
  const credited = { of: 'taxCredited', basis, ...range } as const
  const taxed = { of: 'taxBase', basis, ...range, taxComponent: maxTaxComponents + 1 } as const
  const periods = splitIntoPeriods(chartRange)
  const [byPeriod, groups] = await Promise.all([
    sumByPeriod(db, [tax], periods, today),
    sumByDimension(db, [sales, tax, credited, taxed, ...(previous ? [{ ...tax, ...previous }] : [])], 'tax', today),
  ])
  const rateIds = [...new Set(groups.map(({ key }) => Number(key.split(' ')[0])))].filter((id) => id !== 0)
  const rows = toTaxRows(groups, rateIds.length === 0 ? [] : await readTaxRates(db, rateIds))
  const total = addRows(rows)
  const [named, others] = [rows.slice(0, maxTaxes), rows.slice(maxTaxes)]
  const rest = others.length === 0 ? noSums : addRows(others)
  const untaxed = rows.find(({ which, due }) => which.rate === '0' && due === 0n)
  const hasCategories = rows.some(({ category }) => category !== '')
  const hasSeveralTaxes = rows.some(({ which: { taxComponent = 1 } }) => taxComponent > 1)
  const textCells = (name: string, category = '', percent = '') => [
    textCell(name),
    ...(hasCategories ? [textCell(category)] : []),
    textCell(percent),
  ]
  return {
    long: [],
    report: {
      customer: null,
      headline: [
        createHeadline('Sales tax', total.due, tax, previous && total.before),
        createHeadline('Net sales', total.sales, sales),
        ...(untaxed ? [createHeadline('Sales without a tax rate', untaxed.sales, { ...sales, rate: '0' })] : []),
      ],
      chart: buildChart(periods, ['Sales tax'], byPeriod),
      table: {
        columns: [
          createColumn('name', 'Tax', 'text'),
          ...(hasCategories ? [createColumn('category', 'Category', 'text')] : []),
          createColumn('rate', 'Rate', 'text'),
          createColumn('net', 'Taxable sales', 'amount'),
          createColumn('charged', 'Tax charged', 'amount'),
          createColumn('credited', 'Tax credited', 'amount'),
          createColumn('tax', 'Net tax', 'amount'),
          ...createComparisonColumns(previous).map((each) =>
            each.key === 'previous' ? { ...each, label: 'Net tax, previous period' } : each,
          ),
        ],
        rows: [
          ...named.map((row) =>
            createRow(
              ...textCells(row.name, row.category, row.percent),
              sumCell(row.base, {
                ...sales,
                ...row.which,
                ...(row.baseFigure === 'taxableSales' && { taxComponent: undefined }),
                of: row.baseFigure,
              }),
              sumCell(toSum(row.due + row.credited), { ...charged, ...row.which }),
              sumCell(row.credited, { ...credited, ...row.which }),
              ...createComparisonCells({ ...tax, ...row.which }, previous, row.due, row.before),
            ),
          ),
          ...(others.length > 0
            ? [
                createRow(
                  ...textCells(`${others.length} other taxes`),
                  ...[rest.sales, toSum(rest.due + rest.credited), rest.credited, rest.due].map(amountCell),
                  ...(previous ? [amountCell(rest.before), changeCell(rest.due, rest.before)] : []),
                ),
              ]
            : []),
          createTotal(
            ...textCells('Total'),
            sumCell(total.sales, sales),
            sumCell(toSum(total.due + total.credited), charged),
            sumCell(total.credited, credited),
            ...createComparisonCells(tax, previous, total.due, total.before),
          ),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'Taxable sales are without tax, and less what was credited and refunded. Tax credited is the tax of credit notes, of refunds that reduce a sale, and of write-offs whose tax is taken back.',
        ...(hasSeveralTaxes ? ['A sale with several taxes appears in the row of each; the total counts it once, without tax.'] : []),
        'A custom tax amount counts under the rate of its invoice.',
        'Payments of sales tax to a tax office are not included.',
      ],
    },
  }
}
