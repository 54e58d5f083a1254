import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { cx } from '#web/ui/cx.ts'
import { columnLayouts, mainColumn, numericColumns, type TableWire } from './column-layout.ts'
import { formatCell, isFilled, ReportCell } from './report-cell.tsx'

type Row = TableWire['rows'][number]
type Props = { table: TableWire; label: string }

/** Zeros are omitted: a month of days, or the aging columns, would otherwise fill pages. */
export const ReportRows = ({ table, label }: Props) => {
  const { columns, rows } = table
  const main = mainColumn(table)
  const numeric = numericColumns(table)
  return (
    <div className="text-sm">
      <div aria-hidden className="flex justify-between gap-4 border-line border-b pb-2 font-medium text-[0.8125rem] text-muted">
        <span>{columns[0]?.label}</span>
        {main > 0 && <span>{columns[main]?.label}</span>}
      </div>
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
          <Line key={index} row={row} columns={columns} main={main} numeric={numeric} />
        ))}
      </ul>
    </div>
  )
}

type LineProps = Pick<TableWire, 'columns'> & { row: Row; main: number; numeric: readonly boolean[] }

const Line = ({ row: { role, cells, currency: ownCurrency }, columns, main, numeric }: LineProps) => {
  const homeCurrency = useHomeCurrency()
  const currency = ownCurrency ?? homeCurrency
  const others = columns.flatMap(({ key, label }, at) => {
    const cell = at === 0 || at === main ? undefined : cells[at]
    if (!cell || !isFilled(cell) || (role === 'row' && cell.amount === '0.00') || cell.text === '-') return []
    return [{ key, cell, label, isMain: Boolean(cell.figure ?? cell.path) || cell.amount !== undefined, isFigure: numeric[at] === true }]
  })
  const figure = main > 0 ? cells[main] : undefined
  // A part that equals the total is named in its label and needs no line of its own.
  const isAll = ({ cell: { amount } }: (typeof others)[number]) =>
    role === 'row' && columns[main]?.key === 'total' && amount !== undefined && amount === figure?.amount
  const text = others
    .filter((other) => !other.isMain || isAll(other))
    .map((other) =>
      isAll(other) ? other.label : other.isFigure ? `${other.label} ${formatCell(other.cell, currency)}` : formatCell(other.cell, currency),
    )
  const listed = others.filter((other) => other.isMain && !isAll(other))
  return (
    <li className={cx('py-1', columnLayouts[role], role === 'heading' && 'pt-4', role === 'total' && 'border-ink border-t-2')}>
      <div className="flex min-h-9 items-center justify-between gap-4 pointer-coarse:min-h-11">
        <div className="min-w-0 flex-1">
          <p className={cx('[overflow-wrap:anywhere]', role === 'row' && 'font-medium')}>
            {cells[0] && <ReportCell cell={cells[0]} currency={currency} />}
          </p>
          {text.length > 0 && (
            <p className="font-normal text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">{text.join(' · ')}</p>
          )}
        </div>
        {figure && isFilled(figure) && (
          <p className="min-w-0 shrink-0 text-right tabular-nums">
            <span className="sr-only">{columns[main]?.label}: </span>
            <ReportCell cell={figure} currency={currency} />
          </p>
        )}
      </div>
      {listed.length > 0 && (
        <dl className="pl-3">
          {listed.map(({ key, cell, label }) => (
            <div key={key} className="flex min-h-7 items-center justify-between gap-4 pointer-coarse:min-h-11">
              <dt className="font-normal text-muted">{label}</dt>
              <dd className="min-w-0 text-right tabular-nums [overflow-wrap:anywhere]">
                <ReportCell cell={cell} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
