import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, memo, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Td, Th, Tr } from '#web/ui/table.tsx'
import type { ListUrl } from './use-list.ts'
import type { Selection } from './use-selection.ts'

export type Column<Row> = {
  head: string
  /** Nothing is a dash in a table, and left out of a line. */
  cell: (row: Row) => ReactNode
  /** The order that its head chooses. */
  by?: string
  largestFirst?: boolean
  numeric?: boolean
  /** Classes of head and cells: the width, and on which widths it is hidden. */
  size?: string
  /** Classes of its cells. */
  className?: string
  /**
   * Where a line has it, which is the form of a row on phones: at its start or end, in the small print below (a 'fact' after its head), or below
   * that. A menu is the last of its row in both forms.
   */
  inLine?: 'title' | 'amount' | 'note' | 'fact' | 'below' | 'menu'
}

/** How it is sorted now. */
export type Address = Pick<ListUrl, 'sort' | 'set'>

export type RowState<Row extends { id: number }> = {
  openId?: number | undefined
  selection?: (Pick<Selection<Row>, 'selected' | 'has' | 'toggle' | 'toggleAll'> & { getName: (row: Row) => string }) | undefined
}

type TableProps<Row extends { id: number }> = RowState<Row> & {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  address?: Address | undefined
}

type RowProps<Row> = { row: Row; name: string; isOpen: boolean; isSelected: boolean; onSelect: Selection<never>['toggle'] | undefined }

/** The same for a row that has not changed, which is then not drawn again. */
export const toRow = <Row extends { id: number }>(row: Row, { openId, selection }: RowState<Row>): RowProps<Row> => ({
  row,
  name: selection?.getName(row) ?? '',
  isOpen: row.id === openId,
  isSelected: selection?.has(row.id) ?? false,
  onSelect: selection?.toggle,
})

/** A focused row is scrolled clear of the bar for selected rows. */
const rowClass = 'group/row scroll-mb-20'
const getRowColor = ({ isOpen, isSelected }: { isOpen: boolean; isSelected: boolean }) =>
  isOpen || isSelected ? 'bg-accent-soft/60' : 'hover:bg-sunken/50 has-focus-visible:bg-sunken/50'

export const Table = <Row extends { id: number }>({ label, rows, columns, address, ...state }: TableProps<Row>) => {
  const { selection } = state
  const count = selection?.selected.length ?? 0
  return (
    // Clipped, not scrolled, so that the head stays in view.
    <Card className="overflow-clip p-0 sm:p-0">
      <table
        aria-label={label}
        className={cx(
          'w-full table-fixed border-collapse text-sm pointer-fine:[&_th]:h-8 [&_:is(td,th)]:px-2 @4xl:[&_:is(td,th):last-child]:pr-3',
          selection ? '[&_:is(td,th):first-child]:pr-0' : '[&_:is(td,th):first-child]:pl-4',
        )}
      >
        {/* The line below the head is its own: borders of collapsed cells would scroll away. */}
        <thead className="sticky top-(--head) z-2 bg-surface tiny:static [&_th]:shadow-[inset_0_-1px_var(--line)]">
          <tr>
            {selection && (
              <Th className="w-11 pointer-coarse:w-13">
                <RowCheckbox
                  name={`all loaded ${label.toLowerCase()}`}
                  isOn={count === rows.length}
                  isMixed={count > 0 && count < rows.length}
                  toggle={selection.toggleAll}
                />
              </Th>
            )}
            {columns.map((column) => (
              <Head key={column.head} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.id} {...toRow(row, state)} columns={columns} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const Head = <Row,>({ column, address }: { column: Column<Row>; address: Address | undefined }) => {
  const { head, by, largestFirst, numeric, size, inLine } = column
  if (inLine === 'menu')
    return (
      <Th className={cx('text-right', size)}>
        <span className="sr-only pointer-fine:@4xl:not-sr-only">{head}</span>
      </Th>
    )
  if (!by || !address)
    return (
      <Th numeric={numeric} className={size}>
        {head}
      </Th>
    )
  const { sort, set } = address
  const isActive = sort === by || sort === `-${by}`
  const isDescending = sort.startsWith('-')
  const next = isActive ? (isDescending ? by : `-${by}`) : largestFirst ? `-${by}` : by
  const Arrow = isDescending ? ArrowDown : ArrowUp
  const arrow = <Arrow className={cx('size-3.5', !isActive && 'invisible')} aria-hidden />
  return (
    <Th numeric={numeric} className={size} aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={cx(
          '-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 font-medium pointer-coarse:min-h-11 hover:text-ink',
          isActive && 'text-ink',
        )}
        onClick={() => set({ sort: next })}
      >
        {/* Left of numeric headings, so that the label stays aligned with the numbers. */}
        {numeric && arrow}
        {head}
        {!numeric && arrow}
      </button>
    </Th>
  )
}

type ColumnsRowProps<Row> = RowProps<Row> & { columns: readonly Column<Row>[] }

const DrawnTableRow = <Row extends { id: number }>({ row, columns, name, onSelect, ...state }: ColumnsRowProps<Row>) => (
  <Tr data-row data-record={row.id} className={cx(rowClass, getRowColor(state), 'has-focus-visible:shadow-[inset_3px_0_var(--accent)]')}>
    {onSelect && (
      <Td>
        <RowCheckbox name={name} isOn={state.isSelected} toggle={(range) => onSelect(row.id, range)} />
      </Td>
    )}
    {columns.map(({ head, numeric, size, className, cell }) => (
      <Td key={head} numeric={numeric} className={cx(size, className)}>
        {cell(row) ?? <span className="text-muted">—</span>}
      </Td>
    ))}
  </Tr>
)
const TableRow = memo(DrawnTableRow) as typeof DrawnTableRow

const DrawnLine = <Row extends { id: number }>({ row, columns, name, onSelect, ...state }: ColumnsRowProps<Row>) => {
  const cells = columns.flatMap(({ head, inLine, cell }) => {
    const drawn = inLine && cell(row)
    return drawn ? [{ head, inLine, drawn }] : []
  })
  const at = (place: Column<Row>['inLine']) => cells.filter(({ inLine }) => inLine === place)
  const notes = cells.filter(({ inLine }) => inLine === 'note' || inLine === 'fact')
  return (
    <li
      data-row
      data-record={row.id}
      // Lines outside the viewport are skipped when a dialog over hundreds of them opens or closes.
      className={cx(
        rowClass,
        getRowColor(state),
        'relative flex items-start gap-3 px-4 py-2.5 text-sm [contain-intrinsic-size:auto_5rem] [content-visibility:auto]',
      )}
    >
      {onSelect && (
        <RowCheckbox name={name} isOn={state.isSelected} toggle={(range) => onSelect(row.id, range)} className="-my-2 -mr-2 -ml-3" />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
        <div className="col-start-1 row-start-1 flex min-w-0 items-center gap-2 font-medium">
          {at('title').map(({ head, drawn }) => (
            <span key={head} className="min-w-0 not-first:shrink-0">
              {drawn}
            </span>
          ))}
        </div>
        {notes.length > 0 && (
          <p className="**:inline! col-span-2 min-w-0 text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
            {notes.map(({ head, inLine, drawn }, before) => (
              <Fragment key={head}>
                {before > 0 && ' · '}
                {inLine === 'fact' && `${head} `}
                {drawn}
              </Fragment>
            ))}
          </p>
        )}
        {at('below').map(({ head, drawn }) => (
          <div key={head} className="col-span-2 min-w-0">
            {drawn}
          </div>
        ))}
        {at('amount').map(({ head, drawn }) => (
          <div key={head} className="col-start-2 row-start-1 text-right font-medium tabular-nums">
            {drawn}
          </div>
        ))}
      </div>
      {at('menu').map(({ head, drawn }) => (
        <div key={head} className="relative z-1 -my-2 -mr-2.5">
          {drawn}
        </div>
      ))}
    </li>
  )
}
export const Line = memo(DrawnLine) as typeof DrawnLine

export const cardGrid = 'grid @4xl:grid-cols-3 @xl:grid-cols-2 grid-cols-1 gap-3 sm:gap-4'
type CardProps<Row> = RowProps<Row> & { card: (row: Row) => ReactNode }

const DrawnCard = <Row extends { id: number }>({ row, card, isOpen }: CardProps<Row>) => (
  <li data-row data-record={row.id} className={cx(rowClass, 'relative min-w-0')}>
    <Card className={cx('flex h-full flex-col gap-3 has-focus-visible:border-accent', isOpen && 'border-accent')}>{card(row)}</Card>
  </li>
)
export const CardOf = memo(DrawnCard) as typeof DrawnCard

type CheckboxProps = { name: string; isOn: boolean; isMixed?: boolean; toggle: (range: boolean) => void; className?: string }

/** With Shift it selects a range. */
const RowCheckbox = ({ name, isOn, isMixed = false, toggle, className }: CheckboxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label
      className={cx('z-1 grid size-9 shrink-0 cursor-pointer select-none relative place-items-center pointer-coarse:size-11', className)}
    >
      <input
        ref={box}
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isOn}
        onChange={(event) => toggle((event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  )
}
