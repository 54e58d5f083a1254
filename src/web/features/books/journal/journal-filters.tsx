import { SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { accountTypes, chartOfAccounts } from '#shared/accounts.ts'
import { entryKindLabels, entryKinds } from '#shared/books.ts'
import { allTime } from '#shared/periods.ts'
import { accountTypeLabels } from '#web/features/books/query/account-types.ts'
import type { BooksView, useBooksParams } from '#web/features/books/query/books-params.ts'
import { BasisFilter } from '#web/features/books/query/filters.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayFilter } from '#web/ui/date/day-filter.tsx'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'

export const emptyFilters = { search: '', kind: '', account: '', from: '', to: '' } as const

/** Without the search. */
const countFilters = ({ kind, account, from, to }: BooksView) => [kind, account, from, to].filter(Boolean).length

/** On phones all but the search are folded. */
export const JournalFilters = ({ view, set }: ReturnType<typeof useBooksParams>) => {
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
        <DayFilter label="From" value={view.from} min={allTime.from} max={view.to || allTime.to} onChange={(from) => set({ from })} />
        <DayFilter label="To" value={view.to} min={view.from || allTime.from} max={allTime.to} onChange={(to) => set({ to })} />
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
