import { type MouseEvent, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { type Address, CardOf, type Column, cardGrid, Line, type RowState, Table, toRow } from './record-rows.tsx'
import { getRowId } from './row-focus.ts'
import type { List } from './use-list.ts'

export type Look<Row> =
  | { columns: readonly Column<Row>[]; form?: 'lines' }
  /** Cards side by side, for what has too many texts for a table; as rows it shows the most important of them. */
  | { card: (row: Row) => ReactNode; rows: (draw: (columns: readonly Column<Row>[]) => ReactNode) => ReactNode }

type RowsProps<Row extends { id: number }> = RowState<Row> & {
  /** 'Credit notes' */
  label: string
  look: Look<Row>
  /** Instead of cards. */
  asRows?: boolean
  address?: Address
  /** By a press anywhere on a row. */
  open?: (id: number) => void
}

type Props<Row extends { id: number }> = RowsProps<Row> & {
  list: List<Row>
  /** Instead of no rows. */
  empty: ReactNode
}

/** What handles clicks itself inside a row. */
const controls = 'a,button,input,label'

const getClickedId = ({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): number | undefined => {
  if (!(target instanceof Element) || target.closest(controls)) return undefined
  if (ctrlKey || metaKey || shiftKey || altKey || getSelection()?.isCollapsed === false) return undefined
  return getRowId(target)
}

/** Every list of records: what loads, fails or is missing, and the rows as a table, as lines (a table on phones, too) or as cards. */
export const RecordList = <Row extends { id: number }>({ list, empty, ...shown }: Props<Row>) => {
  const { label, look, asRows } = shown
  const { rows, error, retry, searching } = list
  if (error) return <LoadError error={error} retry={retry} />
  if (!rows)
    return (
      <>
        <p role="status" className="sr-only">
          Loading {label.toLowerCase()}...
        </p>
        {('card' in look && !asRows) || ('columns' in look && look.form) ? (
          <SkeletonRows count={3} row="h-28" className={cardGrid} />
        ) : (
          <TableSkeleton />
        )}
      </>
    )
  if (rows.length === 0 && !searching) return empty
  return <Rows {...shown} list={list} rows={rows} />
}

/** More rows than the largest screen shows at first. */
const firstRows = 20

const Rows = <Row extends { id: number }>(props: RowsProps<Row> & { list: List<Row>; rows: readonly Row[] }) => {
  const { list, rows, label, look, asRows, address, open, ...state } = props
  const { more, searching } = list
  // A phone draws sixty rows in a quarter of a second, so the rows in view come first.
  const count = useDeferredValue(Number.POSITIVE_INFINITY, firstRows)
  const isWide = useMediaQuery('(min-width: 48rem)')
  const isCut = count < rows.length
  const drawn = isCut ? rows.slice(0, count) : rows
  const drawTable = (columns: readonly Column<Row>[]) => <Table {...state} {...{ label, address, columns }} rows={drawn} />
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row that opens has a link for the keyboard; for the pointer the whole row is its target */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        aria-busy={searching}
        className={cx(
          '@container transition-opacity',
          searching && 'opacity-60',
          open && '[&_[data-row]:hover>div]:border-control [&_[data-row]]:cursor-pointer',
        )}
        onClick={(event) => {
          const id = getClickedId(event)
          if (id !== undefined) open?.(id)
        }}
      >
        {'card' in look && asRows && isWide ? (
          <Suspense fallback={<TableSkeleton />}>{look.rows(drawTable)}</Suspense>
        ) : 'card' in look ? (
          <ul aria-label={label} className={cardGrid}>
            {drawn.map((row) => (
              <CardOf key={row.id} {...toRow(row, state)} card={look.card} />
            ))}
          </ul>
        ) : isWide && !look.form ? (
          drawTable(look.columns)
        ) : (
          <Card className="overflow-hidden p-0 sm:p-0">
            <ul aria-label={label} className="divide-y divide-line">
              {drawn.map((row) => (
                <Line key={row.id} {...toRow(row, state)} columns={look.columns} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      {/* The end of the first rows is not the end of the list. */}
      {more && !isCut && <More {...more} />}
    </>
  )
}

/** The button serves keyboard users and retries. */
export const More = ({
  fetch,
  fetching,
  failed,
  asScrolled,
  label = 'Show more',
}: NonNullable<List<never>['more']> & { label?: string }) => {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!asScrolled || fetching || failed || !end.current) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && fetch(), { rootMargin: '600px' })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [asScrolled, fetch, fetching, failed])
  return (
    <div ref={end} className="mt-4 flex flex-col items-center gap-2 text-center">
      {failed && (
        <p role="alert" className="text-danger text-sm">
          Couldn't load more.
        </p>
      )}
      <Button variant="secondary" pending={fetching} onClick={fetch}>
        {failed ? 'Try again' : label}
      </Button>
    </div>
  )
}
