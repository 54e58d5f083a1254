import { cx } from '../../ui/cx.ts'
import { isFilled, ReportCell } from './report-cell.tsx'
import { looks, type TableWire } from './table-looks.ts'

/** A table of more columns than this is mostly zeros, e.g. of ages; on a phone they would be pages of them. */
const mostWithZeros = 5

/** A wide table on a narrow screen: each row's first cell names it, the others stand below with their columns' names. */
export const ReportLines = ({ table: { columns, rows }, label }: { table: TableWire; label: string }) => (
  <ul aria-label={label} className="divide-y divide-line text-sm">
    {rows.map(({ role, cells }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and none of them moves
      <li key={index} className={cx('py-3', looks[role], role === 'total' && 'border-ink border-t-2')}>
        <p className={cx('[overflow-wrap:anywhere]', role === 'row' && 'font-medium')}>{cells[0] && <ReportCell cell={cells[0]} />}</p>
        <dl className="mt-1 grid gap-0.5 empty:hidden">
          {columns.slice(1).map(({ key, label: name }, at) => {
            const cell = cells[at + 1]
            return (
              cell &&
              isFilled(cell) &&
              !(role === 'row' && columns.length > mostWithZeros && cell.amount === '0.00') && (
                <div key={key} className="flex min-h-7 items-center justify-between gap-4 pointer-coarse:min-h-9">
                  <dt className="font-normal text-muted">{name}</dt>
                  <dd className="min-w-0 text-right tabular-nums [overflow-wrap:anywhere]">
                    <ReportCell cell={cell} />
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      </li>
    ))}
  </ul>
)
