import { Download, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListUrl } from '#web/entity/entity-page.tsx'
import { PeriodFilter } from '#web/entity/period-filter.tsx'
import { buildUrl } from '#web/lib/api/client.ts'
import { useShortcutsHelp } from '#web/lib/dialogs/shortcuts-help.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { SavedViews } from './saved-views.tsx'
import { type StatusSum, StatusTabs } from './status-tabs.tsx'

type Props = {
  noun: string
  /** `/export` below it returns a file. */
  path: string
  placeholder: string
  address: ListUrl & { search: string }
  statuses: readonly (readonly [value: string, label: string])[]
  statusSums: readonly StatusSum[] | undefined
  sorts: readonly { value: string; label: string }[]
  sortClassName?: string
  canExport: boolean
  children?: ReactNode
}

export const DocumentFilters = (props: Props) => {
  const { noun, path, placeholder, address, statuses, statusSums, sorts, sortClassName = '', canExport, children } = props
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
        <SearchInput placeholder={placeholder} value={search} onValueChange={(next) => set({ search: next })} />
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
          {canExport ? (
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
