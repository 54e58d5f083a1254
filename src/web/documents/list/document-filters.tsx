import { Download, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import { PeriodFilter } from '#web/entity/period-filter.tsx'
import { buildUrl } from '#web/lib/api/client.ts'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { DocumentKind } from './document-kind.ts'
import { SavedViews } from './saved-views.tsx'
import { StatusTabs } from './status-tabs.tsx'
import type { DocumentList } from './use-document-list.ts'

type Props<Name extends string, Doc extends EntityRow> = {
  kind: DocumentKind<Name, Doc>
  documents: DocumentList<Doc>
  placeholder?: string
  sortClassName?: string
  children?: ReactNode
}

export const DocumentFilters = <Name extends string, Doc extends EntityRow>(props: Props<Name, Doc>) => {
  const { kind, documents, sortClassName = 'sm:min-w-40 sm:flex-none', children } = props
  const { noun, statuses, sorts } = kind
  const { path } = kind.source
  const { address, statusSums, rows } = documents
  const { search, sort, filter, set } = address
  const openHelp = useShortcutsHelp()
  const label = (
    <>
      <Download aria-hidden /> <span className="@max-4xl:sr-only">Export</span>
    </>
  )
  return (
    <>
      <StatusTabs statuses={statuses} value={filter.status ?? ''} onChange={(status) => set({ status })} sums={statusSums} />
      <div className="mb-4 flex flex-wrap items-center gap-2 sm:gap-3">
        <SearchInput
          placeholder={props.placeholder ?? `Search ${noun}s...`}
          value={search}
          onValueChange={(next) => set({ search: next })}
        />
        <PeriodFilter filter={filter} set={set} />
        <span className={`min-w-32 flex-1 max-sm:order-3 sm:min-w-36 ${sortClassName}`}>
          <Select aria-label="Sort by" value={sort} onChange={(event) => set({ sort: event.target.value })}>
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </span>
        <span className="ml-auto flex gap-2 sm:gap-3">
          <SavedViews path={path} noun={noun} address={address} />
          <Button
            variant="secondary"
            size="icon"
            className="text-muted max-md:hidden pointer-coarse:hidden"
            onClick={openHelp}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
          >
            <Keyboard aria-hidden />
          </Button>
          {rows.length > 0 ? (
            <ButtonLink
              variant="secondary"
              href={buildUrl(`${path}/export`, {}, { search: search.trim(), sort, ...filter })}
              download
              aria-label={`Export ${noun}s`}
              title={`Export the ${noun}s shown as a CSV file`}
            >
              {label}
            </ButtonLink>
          ) : (
            // Keeps its place, so that nothing moves when the list loads or is empty.
            <Button variant="secondary" disabled aria-label={`Export ${noun}s`} title={`There are no ${noun}s to export`}>
              {label}
            </Button>
          )}
        </span>
        {children}
      </div>
    </>
  )
}
