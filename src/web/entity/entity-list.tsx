import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/state.tsx'
import type { EntityRow } from './use-entity.ts'

const pageSize = 60

type Props<Row> = {
  noun: string
  query: UseQueryResult<Row[]>
  /** The rows that match the search; undefined while there are none to search. */
  found: Row[] | undefined
  outline: ReactNode
  icon: ReactNode
  rows: (rows: Row[]) => ReactNode
  /** Offered when a search found nothing; undefined when nothing was searched. */
  children: ReactNode
}

/** The list in its four states: loading, failed, empty, and there. Draws 60 rows at a time, so that ten thousand don't stall it. */
export const EntityList = <Row extends EntityRow>({ noun, query, found, outline, icon, rows, children }: Props<Row>) => {
  const [drawn, setDrawn] = useState(pageSize)
  if (query.isError && !found) return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  if (!found)
    return (
      <>
        <p role="status" className="mb-3 text-muted text-sm">
          Loading {noun}s...
        </p>
        {outline}
      </>
    )
  if (found.length === 0)
    return (
      <EmptyState
        title={`No ${noun}s found.`}
        text={children ? 'Try another word, or clear the search.' : `Add your first ${noun} to get started.`}
        icon={icon}
        action={children}
      />
    )
  const more = found.length - drawn
  return (
    <>
      <p role="status" className="mb-3 text-muted text-sm tabular-nums">
        {found.length.toLocaleString('en-US')} {noun}
        {found.length === 1 ? '' : 's'}
      </p>
      {rows(found.slice(0, drawn))}
      {more > 0 && (
        <div className="mt-4 text-center">
          <Button variant="secondary" onClick={() => setDrawn(drawn + pageSize * 2)}>
            Show more ({more.toLocaleString('en-US')} left)
          </Button>
        </div>
      )}
    </>
  )
}
