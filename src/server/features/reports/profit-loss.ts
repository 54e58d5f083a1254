import { sumOf } from '#server/books/figures.ts'
import { groupsOf, inParts } from '#server/books/side-by-side.ts'
import { cents, sum, zero } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import type { MakeReport } from './asked.ts'
import { column, compared, comparison, heading, headline, row, subtotal, text, total } from './cells.ts'
import { chartOf } from './chart.ts'
import { categoriesOf } from './expenses.ts'
import { namedParts } from './parts.ts'
import { readTie, tieRows } from './tie.ts'

const basisNotes = {
  accrual:
    'Accrual basis: a sale counts on the issue date of its invoice, whether or not it is paid. What is refunded of a paid invoice takes the sale back on the day of the refund.',
  cash: 'Cash basis: a sale counts when its money comes, and is taken back when the money goes back.',
}

/** Sales, expenses by category and what remains, beside the period before; and how that ties to the money that came. */
export const profitLossReport: MakeReport = async (db, { range, charted, previous, basis, today }) => {
  const sales = { of: 'sales', basis, ...range } as const
  const expenses = { of: 'expenses', ...range } as const
  const profit = { of: 'profit', basis, ...range } as const
  const parts = namedParts(charted)
  const [byPart, salesBefore, groups, tie] = await Promise.all([
    inParts(db, [sales, expenses], parts, today),
    previous ? sumOf(db, { ...sales, ...previous }, today) : zero,
    groupsOf(db, previous ? [expenses, { ...expenses, ...previous }] : [expenses], 'category', today),
    readTie(db, range, basis, today),
  ])
  const income = sum(byPart.map(({ sums }) => sums[0]!))
  const categories = categoriesOf(groups)
  const [spent, spentBefore] = [sum(categories.map((each) => each.now)), sum(categories.map((each) => each.before))]
  const [net, netBefore] = [cents(income - spent), cents(salesBefore - spentBefore)]
  const columns = [column('name', 'Profit & Loss', 'text'), column('amount', 'This period', 'amount'), ...comparison(previous)]
  const headings = (words: string) => heading(words, columns.length)
  const before = (amount: typeof zero, of: Range | null) => of && amount
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        headline('Net profit', net, profit, before(netBefore, previous)),
        headline('Income', income, sales, before(salesBefore, previous)),
        headline('Expenses', spent, expenses, before(spentBefore, previous)),
      ],
      chart: chartOf(parts, ['Income', 'Expenses'], byPart),
      table: {
        columns,
        rows: [
          headings('Income'),
          row(text('Sales, without sales tax'), ...compared(sales, previous, income, salesBefore)),
          subtotal(text('Total income'), ...compared(sales, previous, income, salesBefore)),
          headings('Expenses'),
          ...categories.map((each) =>
            row(text(each.category), ...compared({ ...expenses, category: each.category }, previous, each.now, each.before)),
          ),
          subtotal(text('Total expenses'), ...compared(expenses, previous, spent, spentBefore)),
          total(text('Net profit'), ...compared(profit, previous, net, netBefore)),
          headings('From income to the money received'),
          ...tieRows(tie, { ...sales, income }, columns.length),
        ],
        isCut: false,
      },
      notes: [
        basisNotes[basis],
        'Expenses count on their own date. Fees that payment providers keep are not known here: enter them as expenses.',
        basis === 'cash'
          ? 'Customer credit is money that is no income yet: paid beyond the total of an invoice, or for drafts and deleted invoices.'
          : 'Customer credit is money beyond what was asked for by then: overpaid, or paid ahead of the invoice.',
      ],
    },
  }
}
