import { groupsOf, inParts } from '#server/books/side-by-side.ts'
import { type Cents, sum, zero } from '#shared/money.ts'
import type { MakeReport } from './asked.ts'
import { column, compared, comparison, headline, row, text, total } from './cells.ts'
import { chartOf } from './chart.ts'
import { namedParts } from './parts.ts'

/** Categories with what was spent in this period and the one before, the largest first. */
export const categoriesOf = (groups: readonly { key: string; sums: Cents[] }[]) =>
  groups
    .map(({ key, sums: [now, before = zero] }) => ({ category: key, now: now!, before }))
    .toSorted((a, b) => b.now - a.now || b.before - a.before || (a.category < b.category ? -1 : 1))

/** '45.2%' of the whole; '' of nothing. */
export const share = (part: Cents, whole: Cents): string => {
  if (whole === 0) return ''
  const tenths = (Math.abs(part) * 2000 + Math.abs(whole)) / (2 * Math.abs(whole))
  const shown = Math.floor(tenths)
  return `${part < 0 !== whole < 0 && shown > 0 ? '-' : ''}${Math.floor(shown / 10)}.${shown % 10}%`
}

/** What was spent, by category. */
export const expensesReport: MakeReport = async (db, { range, charted, previous, today }) => {
  const figure = { of: 'expenses', ...range } as const
  const parts = namedParts(charted)
  const [byPart, groups] = await Promise.all([
    inParts(db, [figure], parts, today),
    groupsOf(db, previous ? [figure, { ...figure, ...previous }] : [figure], 'category', today),
  ])
  const categories = categoriesOf(groups)
  const [now, before] = [sum(categories.map((each) => each.now)), sum(categories.map((each) => each.before))]
  return {
    long: null,
    report: {
      customer: null,
      headline: [
        headline('Total expenses', now, figure, previous && before),
        ...categories
          .slice(0, 2)
          .flatMap((each) =>
            each.now === 0 ? [] : [headline(each.category, each.now, { ...figure, category: each.category }, previous && each.before)],
          ),
      ],
      chart: chartOf(parts, ['Expenses'], byPart),
      table: {
        columns: [
          column('category', 'Category', 'text'),
          column('amount', 'This period', 'amount'),
          column('share', 'Share', 'text'),
          ...comparison(previous),
        ],
        rows: [
          ...categories.map((each) => {
            const [first, ...rest] = compared({ ...figure, category: each.category }, previous, each.now, each.before)
            return row(text(each.category), first!, text(share(each.now, now)), ...rest)
          }),
          ...[compared(figure, previous, now, before)].map(([first, ...rest]) =>
            total(text('Total'), first!, text(share(now, now)), ...rest),
          ),
        ],
        isCut: false,
      },
      notes: ['Expenses count on their own date, with any tax that is in them.'],
    },
  }
}
