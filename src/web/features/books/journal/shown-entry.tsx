import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { entryQuery } from '#web/features/books/query/queries.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Entries } from './entries.tsx'

type Props = { id: number; hrefOf: (entry: number) => string; close: () => void }

/** Opened by a link: from the integrity check, a ledger or the entry that reverses it. */
export const ShownEntry = ({ id, hrefOf, close }: Props) => {
  const entry = useQuery(entryQuery(id))
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry moves the focus again
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [id])
  const isMissing = entry.error instanceof ApiError && entry.error.status === 404
  return (
    <section aria-labelledby="shown-entry">
      <Card className="overflow-hidden border-accent p-0 sm:p-0">
        <div className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
          <h2 ref={heading} id="shown-entry" tabIndex={-1} className="min-w-0 font-semibold text-base outline-none">
            Entry {id}
            {entry.data && (
              <span className="ml-2 font-normal text-[0.8125rem] text-muted">Posted {formatInstant(entry.data.postedAt)}</span>
            )}
          </h2>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Close entry ${id}`}
            title="Close"
            onClick={() => {
              document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
              close()
            }}
          >
            <X aria-hidden />
          </Button>
        </div>
        {isMissing ? (
          <p role="alert" className="px-4 py-6 text-muted text-sm">
            There is no entry {id}.
          </p>
        ) : entry.isError && !entry.data ? (
          <LoadError error={entry.error} retry={() => void entry.refetch()} />
        ) : entry.data ? (
          <Entries entries={[entry.data]} basis="accrual" label={`Entry ${id}`} hrefOf={hrefOf} />
        ) : (
          <div role="status" aria-label="Loading the entry..." className="grid gap-3 px-4 py-4">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        )}
      </Card>
    </section>
  )
}
