import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import { ExportButton, SortSelect } from '#web/entity/entity-toolbar.tsx'
import { PeriodFilter } from '#web/entity/period-filter.tsx'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { Button } from '#web/ui/button.tsx'
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
  const { search, filter, set } = address
  const openHelp = useShortcutsHelp()
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
          <SortSelect sorts={sorts} address={address} />
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
          <ExportButton {...{ noun, path, address }} canExport={rows.length > 0} labelClassName="@max-4xl:sr-only" />
        </span>
        {children}
      </div>
    </>
  )
}
