import type { UseQueryResult } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { capital } from '#web/entity/entity.ts'
import { ApiError } from '#web/lib/api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { PanelFrame } from './panel-frame.tsx'

type Props<Paper> = {
  /** What it shows, e.g. 'invoice'. */
  noun: string
  id: number
  record: UseQueryResult<Paper>
  numberOf: (paper: Paper) => string
  menu: (paper: Paper) => ReactNode
  close: () => void
  /** Told which paper is shown, for the page's keys. */
  shown: RefObject<Paper | undefined>
  /** Its summary and its records. */
  children: (paper: Paper) => ReactNode
}

/** One paper beside its list, whether it is here, on its way, gone, or could not be had. */
export const PaperPanel = <Paper extends { status: string }>(props: Props<Paper>) => {
  const { noun, id, record, numberOf, menu, close, shown, children } = props
  const { data: paper, error, refetch } = record
  useLayoutEffect(() => {
    shown.current = paper
    return () => {
      shown.current = undefined
    }
  }, [paper, shown])
  return (
    <PanelFrame
      noun={noun}
      id={id}
      title={paper ? numberOf(paper) : error ? capital(noun) : 'Loading...'}
      badge={paper && <StatusBadge status={paper.status} />}
      menu={paper && menu(paper)}
      close={close}
    >
      {paper ? (
        children(paper)
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          icon={<FileQuestion aria-hidden />}
          title={`${capital(noun)} not found`}
          text="It doesn't exist, or it was deleted."
          action={
            <Button variant="secondary" onClick={close}>
              Back to the list
            </Button>
          }
        />
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={`Loading the ${noun}...`} className="grid gap-4 p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-24" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-40" />
        </div>
      )}
    </PanelFrame>
  )
}
