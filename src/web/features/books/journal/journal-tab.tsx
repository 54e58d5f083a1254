import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { NotebookText, Plus, SlidersHorizontal, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { accountTypes, chartOfAccounts } from '#shared/accounts.ts'
import { entryKindLabels, entryKinds } from '#shared/books.ts'
import { type BooksView, isRangeReversed, useBooksParams } from '#web/features/books/query/books-params.ts'
import { accountTypeLabels, BasisFilter, InvalidRange, RangeFilter } from '#web/features/books/query/filters.tsx'
import { PagedRows } from '#web/features/books/query/paged-rows.tsx'
import { entriesQuery, entryQuery } from '#web/features/books/query/queries.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/field.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Entries } from './entries.tsx'

const typingPauseMs = 200
const loadDialog = () => import('./manual-entry-dialog.tsx')

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
  const { show, dialog } = useLazyDialog(loadDialog)
  const record = useCallback(() => void show({}), [show])
  // Removed at once, so that a reload doesn't open it again.
  useEffect(() => {
    if (!view.open) return
    set({ open: '' })
    record()
  }, [view.open, set, record])
  return (
    <div className="grid grid-cols-1 gap-4 max-md:pb-16">
      {view.entry !== undefined && <ShownEntry id={view.entry} hrefOf={hrefOf} close={() => set({ entry: '' })} />}
      <JournalFilters view={view} set={set} record={record} />
      {isRangeReversed(view) ? <InvalidRange set={set} /> : <Journal view={view} set={set} hrefOf={hrefOf} />}
      <FloatingActionButton label={recordLabel} onClick={record} />
      {dialog}
    </div>
  )
}

const recordLabel = 'Record an entry'

type JournalProps = { view: BooksView; set: ReturnType<typeof useBooksParams>['set']; hrefOf: (entry: number) => string }

const Journal = ({ view, set, hrefOf }: JournalProps) => {
  const { basis, from, to, kind, account } = view
  const search = useDebounced(view.search.trim(), typingPauseMs)
  const pages = useInfiniteQuery(entriesQuery({ basis, from, to, kind, account, search }))
  const isStale = pages.isPlaceholderData || search !== view.search.trim()
  const isFiltered = Boolean(search || from || to || kind || account)
  return (
    <PagedRows
      pages={pages}
      label="Loading the journal..."
      isStale={isStale}
      empty={!isStale && <NoEntries isFiltered={isFiltered} clear={() => set(emptyFilters)} />}
    >
      {(entries) => (
        <>
          <p role="status" className="sr-only">
            {isStale ? 'Searching…' : `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} shown`}
          </p>
          <Entries entries={entries} basis={basis} label="Journal" marked={view.entry} hrefOf={hrefOf} />
        </>
      )}
    </PagedRows>
  )
}

const NoEntries = ({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) => {
  const openCreateInvoice = useNewDocument('invoice')
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
          text="Billfold posts an entry for each invoice you send, each payment and each expense. What none of them says, you record here."
          action={<Button onClick={() => openCreateInvoice()}>Create an invoice</Button>}
        />
      )}
    </Card>
  )
}

type Props = { id: number; hrefOf: (entry: number) => string; close: () => void }

/** Opened by a link: from the integrity check, a ledger or the entry that reverses it. */
const ShownEntry = ({ id, hrefOf, close }: Props) => {
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
        ) : (
          <Loaded query={entry} fallback={<EntryOutline />}>
            {(data) => <Entries entries={[data]} basis="accrual" label={`Entry ${id}`} hrefOf={hrefOf} />}
          </Loaded>
        )}
      </Card>
    </section>
  )
}

const EntryOutline = () => (
  <div role="status" aria-label="Loading the entry..." className="grid gap-3 px-4 py-4">
    <Skeleton className="h-5 w-2/3" />
    <Skeleton className="h-5 w-1/2" />
  </div>
)

const emptyFilters = { search: '', kind: '', account: '', from: '', to: '' } as const

/** Without the search. */
const countFilters = ({ kind, account, from, to }: BooksView) => [kind, account, from, to].filter(Boolean).length

/** On phones all but the search are folded. */
const JournalFilters = ({ view, set, record }: ReturnType<typeof useBooksParams> & { record: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const search = useRef<HTMLDivElement>(null)
  const count = countFilters(view)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div ref={search} className="flex flex-wrap items-center gap-2 sm:gap-3">
        <SearchInput
          placeholder="Search the journal..."
          value={view.search}
          onValueChange={(text) => set({ search: text })}
          className="max-md:max-w-none"
        />
        <Button
          variant="secondary"
          className="md:hidden"
          aria-expanded={isOpen}
          aria-controls="journal-filters"
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden /> Filters{count > 0 && ` (${count})`}
        </Button>
        <span className="max-md:hidden md:ml-auto">
          <BasisFilter view={view} set={set} />
        </span>
        <Button className="max-md:hidden" onClick={record} onPointerEnter={() => void loadDialog().catch(() => {})}>
          <Plus aria-hidden /> {recordLabel}
        </Button>
      </div>
      <fieldset
        id="journal-filters"
        className={cx('min-w-0 grid-cols-2 items-center gap-2 sm:gap-3 md:flex md:flex-wrap', isOpen ? 'grid' : 'max-md:hidden')}
      >
        <legend className="sr-only">Filters</legend>
        <Select aria-label="Type" className="md:w-35 xl:w-40" value={view.kind} onChange={({ target }) => set({ kind: target.value })}>
          <option value="">All types</option>
          {entryKinds.map((kind) => (
            <option key={kind} value={kind}>
              {entryKindLabels[kind]}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Account"
          className="md:w-40 xl:w-60"
          value={view.account ?? ''}
          onChange={({ target }) => set({ account: target.value })}
        >
          <option value="">All accounts</option>
          {accountTypes.map((type) => (
            <optgroup key={type} label={accountTypeLabels[type]}>
              {chartOfAccounts
                .filter((account) => account.type === type)
                .map(({ number, name }) => (
                  <option key={number} value={number}>
                    {number} {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
        <RangeFilter view={view} set={set} />
        <span className="col-span-2 flex justify-center md:hidden">
          <BasisFilter view={view} set={set} name="narrow-basis" />
        </span>
        {(count > 0 || view.search !== '') && (
          <Button
            variant="ghost"
            className="max-md:col-span-2"
            onClick={() => {
              // The button disappears with the filters.
              search.current?.querySelector('input')?.focus()
              set(emptyFilters)
            }}
          >
            Clear filters
          </Button>
        )}
      </fieldset>
    </div>
  )
}
