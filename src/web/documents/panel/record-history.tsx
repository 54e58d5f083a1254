import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Entity, EntityRow } from '#web/entity/entity.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HistoryList } from './history-list.tsx'

type Props = { entity: Pick<Entity<EntityRow, never>, 'path' | 'history'>; id: number; className?: string }

export const RecordHistory = ({ entity: { path, history }, id, className }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'history', id],
    queryFn: ({ signal }) => history(id, signal),
    enabled: isOpen,
  })
  return (
    <details
      className={cx('group rounded-lg border border-line bg-surface text-sm', className)}
      onToggle={(e) => setOpen(e.currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 font-medium sm:px-5 [&::-webkit-details-marker]:hidden">
        History
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && (
        <div className="border-line border-t px-4 py-4 sm:px-5">
          {error && !data ? (
            <LoadError error={error} retry={() => void refetch()} />
          ) : !data ? (
            <div role="status" aria-label="Loading history...">
              <Skeleton className="h-4 w-3/4" />
            </div>
          ) : data.length === 0 ? (
            <p className="text-muted">No activity yet.</p>
          ) : (
            <HistoryList events={data} />
          )}
        </div>
      )}
    </details>
  )
}
