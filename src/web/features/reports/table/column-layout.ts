import type { ReportWire } from '#shared/contract/reports.ts'

export type TableWire = ReportWire['table']

const percent = /^(-|[-+]?[\d,.]+%)$/

/** Percentages included. */
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

export const columnLayouts: Record<TableWire['rows'][number]['role'], string> = {
  row: '',
  heading: 'font-semibold',
  subtotal: 'font-medium',
  total: 'font-semibold',
}

/** Keys of main columns, the likeliest first. */
const mainKeys = ['received', 'amount', 'tax', 'total', 'balance']

/** Where there is room for one figure only; 0 when there is none. */
export const mainColumn = ({ columns }: TableWire): number =>
  Math.max(
    0,
    columns.findIndex(({ key }) => key === mainKeys.find((mainKey) => columns.some((column) => column.key === mainKey))),
  )
