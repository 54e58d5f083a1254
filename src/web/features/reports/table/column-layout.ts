import type { ReportWire } from '#shared/contract/reports.ts'

export type TableWire = ReportWire['table']

const percent = /^(-|[-+]?[\d,.]+%)$/

/** Which columns hold figures, percents among them: they stand at the right, digit below digit. */
export const numericColumns = ({ columns, rows }: TableWire): boolean[] =>
  columns.map(
    ({ kind }, index) =>
      kind === 'amount' ||
      kind === 'count' ||
      (kind === 'text' &&
        index > 0 &&
        rows.length > 0 &&
        rows.every(({ cells }) => !cells[index]?.text || percent.test(cells[index].text))),
  )

/** How heavy a row's words are. */
export const columnLayouts: Record<TableWire['rows'][number]['role'], string> = {
  row: '',
  heading: 'font-semibold',
  subtotal: 'font-medium',
  total: 'font-semibold',
}

/** What a reader looks for first in a row, by the columns' keys. */
const mainKeys = ['received', 'amount', 'tax', 'total', 'balance']

/** The column that stands for a row where there is room for one figure only; 0 when none does. */
export const mainColumn = ({ columns }: TableWire): number =>
  Math.max(
    0,
    columns.findIndex(({ key }) => key === mainKeys.find((wanted) => columns.some((column) => column.key === wanted))),
  )
