import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props<Row> = {
  title: string
  rows: readonly Row[] | undefined
  isCounted?: boolean
  /** Null where the top says it. */
  empty: string | null
  mark?: ReactNode
  top?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

export const PanelSection = <Row,>({ title, rows, isCounted = true, empty, mark, top, children }: Props<Row>) => (
  <section aria-label={title} className="border-line border-t px-4 py-4 sm:px-5">
    <div className="mb-2.5 flex items-center justify-between gap-3">
      <h3 className="font-semibold text-sm">
        {title} {isCounted && rows && rows.length > 0 && <span className="font-normal text-muted tabular-nums">{rows.length}</span>}
      </h3>
      {mark}
    </div>
    {top}
    {!rows ? (
      <div role="status" aria-label={`Loading ${title.toLowerCase()}...`} className="grid gap-2.5">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    ) : rows.length === 0 ? (
      empty && <p className="text-muted text-sm">{empty}</p>
    ) : (
      children(rows)
    )}
  </section>
)

type ShortListProps<Row> = { rows: readonly Row[]; first: number; noun?: string; children: (rows: readonly Row[]) => ReactNode }

/** The first rows, and a button for the others. A button for a single row would take as much room as the row. */
export const ShortList = <Row,>({ rows, first, noun = '', children }: ShortListProps<Row>) => {
  const [showsAll, setShowsAll] = useState(false)
  const isShortened = !showsAll && rows.length > first + 1
  return (
    <>
      {children(isShortened ? rows.slice(0, first) : rows)}
      {isShortened && (
        <Button variant="ghost" size="sm" className="mt-2 -ml-2.5 text-accent" onClick={() => setShowsAll(true)}>
          Show all {rows.length.toLocaleString('en-US')} {noun}
        </Button>
      )}
    </>
  )
}

/** To another record, within a text. */
export const RecordLink = ({ href, className, children }: { href: string; className?: string; children: ReactNode }) => (
  <Link href={href} className={cx('font-medium text-accent underline-offset-2 hover:underline', className)}>
    {children}
  </Link>
)
