import { Link } from 'wouter'
import type { ReportCellWire, ReportWire } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { FigureButton } from '#web/features/reports/figures/figure-button.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'

type TableWire = ReportWire['table']

const percent = /^(-|[-+]?[\d,.]+%)$/

/** Percentages included. */
const numericColumns = ({ columns, rows }: TableWire): boolean[] =>
  columns.map(
    ({ kind }, index) =>
      kind === 'amount' ||
      kind === 'count' ||
      (kind === 'text' &&
        index > 0 &&
        rows.length > 0 &&
        rows.every(({ cells }) => !cells[index]?.text || percent.test(cells[index].text))),
  )

const columnLayouts: Record<TableWire['rows'][number]['role'], string> = {
  row: '',
  heading: 'font-semibold',
  subtotal: 'font-medium',
  total: 'font-semibold',
}

/** Keys of main columns, the likeliest first. */
const mainKeys = ['received', 'amount', 'tax', 'total', 'balance']

/** Where there is room for one figure only; 0 when there is none. */
const mainColumn = ({ columns }: TableWire): number =>
  Math.max(
    0,
    columns.findIndex(({ key }) => key === mainKeys.find((mainKey) => columns.some((column) => column.key === mainKey))),
  )

const isFilled = ({ text, amount, count, day }: ReportCellWire): boolean =>
  amount !== undefined || count !== undefined || day !== undefined || Boolean(text)

const formatCell = ({ text, amount, count, day }: ReportCellWire, currency: Currency): string =>
  amount !== undefined
    ? formatMoney(amount, currency)
    : count !== undefined
      ? count.toLocaleString('en-US')
      : day !== undefined
        ? formatDay(day)
        : (text ?? '')

/** @param currency that of the row, if it isn't that of the business */
const ReportCell = ({ cell, currency }: { cell: ReportCellWire; currency: Currency | undefined }) => {
  const homeCurrency = useHomeCurrency()
  const text = formatCell(cell, currency ?? homeCurrency)
  const isZero = cell.amount !== undefined && parseSum(cell.amount) === 0n
  if (cell.figure)
    return (
      <FigureButton figure={cell.figure} isZero={isZero} className={isZero ? 'text-muted' : undefined}>
        {text}
      </FigureButton>
    )
  if (isZero) return <span className="text-muted">{text}</span>
  if (!cell.path || !text) return cell.text ? <bdi>{text}</bdi> : text
  return (
    <Link
      href={cell.path}
      className="-my-1 inline-block min-h-6 py-1 font-medium underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:py-3"
      dir="auto"
    >
      {text}
    </Link>
  )
}

type Row = TableWire['rows'][number]
type Column = TableWire['columns'][number]

/** The number of columns that fit a phone. */
const mostOnPhones = 3
/** Up to this many rows are shown in full with their total; longer tables scroll below a sticky header. */
const mostAtOnce = 60

const scrolls = 'overflow-auto print:max-h-none print:overflow-visible'

type Props = { table: TableWire; label: string }

export const ReportTable = ({ table, label }: Props) => {
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

/** Zeros are omitted: a month of days, or the aging columns, would otherwise fill pages. */
const ReportRows = ({ table, label }: Props) => {
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
