import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import type { ListSummary } from './entity.ts'
import type { EntityListState as List } from './use-entity-list.ts'

type Props<Row> = {
  noun: string
  list: List<Row>
  skeleton: ReactNode
  icon: ReactNode
  nothing?: string | undefined
  rows: (rows: Row[]) => ReactNode
  caption: (summary: ListSummary) => ReactNode
  /** Undefined when the list is empty altogether. */
  hint: string | undefined
  children: ReactNode
}

export const EntityList = <Row,>({ noun, list, skeleton, icon, nothing, rows, caption, hint, children }: Props<Row>) => {
  if (list.error) return <LoadError error={list.error} retry={list.retry} />
  if (!list.rows)
    return (
      <>
        <p role="status" className="mb-3 text-muted text-sm">
          Loading {noun}s...
        </p>
        {skeleton}
      </>
    )
  if (list.rows.length === 0 && !list.searching)
    return (
      <EmptyState
        title={nothing ?? `No ${noun}s found.`}
        text={hint ?? `Add your first ${noun} to get started, or import them from a file.`}
        icon={icon}
        action={children}
      />
    )
  return (
    <>
      <p role="status" className="mb-3 flex min-h-5 flex-wrap items-center justify-between gap-x-4 text-muted text-sm tabular-nums">
        {list.summary && caption(list.summary)}
      </p>
      <Rows list={list} rows={list.rows} render={rows} />
    </>
  )
}

/** More rows than the largest screen shows at first. */
const firstRows = 20

/** A phone draws sixty rows in a quarter of a second, so the rows in view come first. */
const Rows = <Row,>({ list, rows, render }: { list: List<Row>; rows: Row[]; render: (rows: Row[]) => ReactNode }) => {
  const count = useDeferredValue(Number.POSITIVE_INFINITY, firstRows)
  const isCut = count < rows.length
  return (
    <>
      <div aria-busy={list.searching} className={cx('transition-opacity', list.searching && 'opacity-60')}>
        {render(isCut ? rows.slice(0, count) : rows)}
      </div>
      {/* The end of the first rows is not the end of the list. */}
      {list.more && !isCut && <More {...list.more} />}
    </>
  )
}

/** The button serves keyboard users and retries. */
const More = ({ fetch, fetching, failed }: { fetch: () => void; fetching: boolean; failed: boolean }) => {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fetching || failed || !end.current) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && fetch(), { rootMargin: '600px' })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [fetch, fetching, failed])
  return (
    <div ref={end} className="mt-4 flex flex-col items-center gap-2 text-center">
      {failed && (
        <p role="alert" className="text-danger text-sm">
          Couldn't load more.
        </p>
      )}
      <Button variant="secondary" pending={fetching} onClick={fetch}>
        {failed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
