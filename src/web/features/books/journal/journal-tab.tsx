import { useInfiniteQuery } from '@tanstack/react-query'
import { NotebookText } from 'lucide-react'
import { useSearch } from 'wouter'
import { type BooksView, isRangeReversed, useBooksParams } from '#web/features/books/query/books-params.ts'
import { InvalidRange } from '#web/features/books/query/filters.tsx'
import { LoadMore } from '#web/features/books/query/load-more.tsx'
import { entriesQuery } from '#web/features/books/query/queries.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { Entries } from './entries.tsx'
import { emptyFilters, JournalFilters } from './journal-filters.tsx'
import { ShownEntry } from './shown-entry.tsx'

const typingPauseMs = 200

/** Keeps the filters. */
const useEntryHref = () => {
  const search = useSearch()
  return (entry: number) => {
    const params = new URLSearchParams(search)
    params.set('entry', String(entry))
    return `/books?${params}`
  }
}

export const JournalTab = () => {
  const { view, set } = useBooksParams()
  const hrefOf = useEntryHref()
  return (
    <div className="grid grid-cols-1 gap-4">
      {view.entry !== undefined && <ShownEntry id={view.entry} hrefOf={hrefOf} close={() => set({ entry: '' })} />}
      <JournalFilters view={view} set={set} />
      {isRangeReversed(view) ? <InvalidRange set={set} /> : <Journal view={view} set={set} hrefOf={hrefOf} />}
    </div>
  )
}

type JournalProps = { view: BooksView; set: ReturnType<typeof useBooksParams>['set']; hrefOf: (entry: number) => string }

const Journal = ({ view, set, hrefOf }: JournalProps) => {
  const { basis, from, to, kind, account } = view
  const search = useDebounced(view.search.trim(), typingPauseMs)
  const pages = useInfiniteQuery(entriesQuery({ basis, from, to, kind, account, search }))
  const isStale = pages.isPlaceholderData || search !== view.search.trim()
  if (pages.isError && !pages.data) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  if (!pages.data)
    return (
      <div role="status" aria-label="Loading the journal...">
        <TableSkeleton />
      </div>
    )
  const entries = pages.data.pages.flatMap((page) => page.rows)
  if (entries.length === 0 && !isStale)
    return <NoEntries isFiltered={Boolean(search || from || to || kind || account)} clear={() => set(emptyFilters)} />
  return (
    <div aria-busy={isStale || undefined} className={cx('transition-opacity', isStale && 'opacity-60')}>
      <p role="status" className="sr-only">
        {isStale ? 'Searching…' : `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} shown`}
      </p>
      <Card className="overflow-hidden p-0 sm:p-0">
        <Entries entries={entries} basis={basis} label="Journal" marked={view.entry} hrefOf={hrefOf} />
      </Card>
      <LoadMore pages={pages} />
    </div>
  )
}

const NoEntries = ({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) => {
  const openCreateInvoice = useCreateInvoice()
  return (
    <Card>
      {isFiltered ? (
        <EmptyState
          icon={<NotebookText aria-hidden />}
          title="No entries found"
          text="Try another search or remove a filter."
          action={
            <Button variant="secondary" onClick={clear}>
              Clear filters
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<NotebookText aria-hidden />}
          title="No entries yet"
          text="Billfold posts an entry for each invoice you send, each payment and each expense."
          action={<Button onClick={() => openCreateInvoice()}>Create an invoice</Button>}
        />
      )}
    </Card>
  )
}
