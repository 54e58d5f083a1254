import type { UseQueryResult } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { capitalize } from '#web/entity/entity.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFrame } from './panel-frame.tsx'

type Props<Doc> = {
  noun: string
  id: number
  record: UseQueryResult<Doc>
  getNumber: (doc: Doc) => string
  getBadge?: (doc: Doc) => ReactNode
  menu: (doc: Doc) => ReactNode
  close: () => void
  /** For the page's shortcuts. */
  documentRef: RefObject<Doc | undefined>
  children: (doc: Doc) => ReactNode
}

export const DocumentPanel = <Doc extends { status: string }>(props: Props<Doc>) => {
  const {
    noun,
    id,
    record,
    getNumber,
    getBadge = ({ status }) => <StatusBadge status={status} />,
    menu,
    close,
    documentRef,
    children,
  } = props
  const { data: doc, error, refetch } = record
  useLayoutEffect(() => {
    documentRef.current = doc
    return () => {
      documentRef.current = undefined
    }
  }, [doc, documentRef])
  return (
    <PanelFrame
      noun={noun}
      id={id}
      title={doc ? getNumber(doc) : error ? capitalize(noun) : 'Loading...'}
      badge={doc && getBadge(doc)}
      menu={doc && menu(doc)}
      close={close}
    >
      {doc ? (
        children(doc)
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          icon={<FileQuestion aria-hidden />}
          title={`${capitalize(noun)} not found`}
          text="It doesn't exist or was deleted."
          action={
            <Button variant="secondary" onClick={close}>
              Back to the list
            </Button>
          }
        />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
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
