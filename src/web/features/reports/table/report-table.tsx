import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { columnLayouts, numericColumns, type TableWire } from './column-layout.ts'
import { isFilled, ReportCell } from './report-cell.tsx'
import { ReportRows } from './report-rows.tsx'

type Row = TableWire['rows'][number]
type Column = TableWire['columns'][number]

/** The number of columns that fit a phone. */
const mostOnPhones = 3
/** Up to this many rows are shown in full with their total; longer tables scroll below a sticky header. */
const mostAtOnce = 60

const scrolls = 'overflow-auto print:max-h-none print:overflow-visible'

export const ReportTable = ({ table, label }: { table: TableWire; label: string }) => {
  const isNarrow = useMediaQuery('screen and (max-width: 47.99rem)')
  if (table.rows.length === 0) return <p className="py-6 text-center text-muted text-sm">No rows in this period.</p>
  if (isNarrow && table.columns.length > mostOnPhones) return <ReportRows table={table} label={label} />
  const numeric = numericColumns(table)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section aria-label={`${label}, rows`} tabIndex={0} className={cx(scrolls, table.rows.length > mostAtOnce && 'max-h-[80dvh]')}>
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  'sticky top-0 z-10 h-10 bg-surface px-3 font-medium text-[0.8125rem] text-muted shadow-[inset_0_-1px_0_var(--line)] first:pl-0 last:pr-0 print:static print:border-line print:border-b print:shadow-none',
                  index === 0 && 'left-0 z-20',
                  numeric[index] ? 'whitespace-nowrap text-right' : 'text-left',
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
            <TableRow key={index} row={row} columns={table.columns} numeric={numeric} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const lines: Record<Row['role'], string> = {
  row: 'border-line border-b last:border-b-0',
  heading: 'border-line border-b [&>*]:pt-4',
  subtotal: 'border-control border-t border-b border-b-line',
  total: 'border-ink border-t-2',
}

const TableRow = ({ row, columns, numeric }: { row: Row; columns: readonly Column[]; numeric: readonly boolean[] }) => {
  const [first, ...rest] = row.cells
  const isAlone = row.role === 'heading' && !rest.some(isFilled)
  const cellClass = 'h-10 px-3 py-1.5 first:pl-0 last:pr-0 pointer-coarse:h-12'
  return (
    <tr className={cx(lines[row.role], columnLayouts[row.role], 'break-inside-avoid')}>
      <th
        scope="row"
        colSpan={isAlone ? columns.length : 1}
        className={cx(cellClass, 'sticky left-0 min-w-36 bg-surface text-left [font-weight:inherit] [overflow-wrap:anywhere] print:static')}
      >
        {first && <ReportCell cell={first} currency={row.currency} />}
      </th>
      {!isAlone &&
        columns.slice(1).map((column, index) => (
          <td
            key={column.key}
            className={cx(
              cellClass,
              numeric[index + 1] && 'whitespace-nowrap text-right tabular-nums',
              column.kind === 'day' && 'whitespace-nowrap tabular-nums',
              column.kind === 'text' && !numeric[index + 1] && '[overflow-wrap:anywhere]',
            )}
          >
            {rest[index] && <ReportCell cell={rest[index]} currency={row.currency} />}
          </td>
        ))}
    </tr>
  )
}
