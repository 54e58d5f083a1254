import { Download, Plus, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildUrl } from '#web/lib/api/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { capitalize, type Entity } from './entity.ts'
import type { useListUrl } from './use-list-url.ts'

type Props = {
  entity: Pick<Entity<never, never>, 'noun' | 'path' | 'sorts'>
  address: ReturnType<typeof useListUrl>
  filters: ReactNode
  sortClassName?: string | undefined
  canExport: boolean
  onImport: () => void
  onAdd: () => void
}

export const EntityToolbar = ({ entity: { noun, path, sorts }, address, filters, sortClassName, canExport, onImport, onAdd }: Props) => (
  <div className="mb-4 grid gap-3">
    <div className="flex flex-wrap items-center gap-2 sm:gap-3">
      <SearchInput
        placeholder={`Search ${noun}s...`}
        value={address.search}
        onValueChange={(search) => address.set({ search })}
        className="max-sm:basis-full"
      />
      <span className={cx('max-sm:order-3 max-sm:min-w-40 max-sm:flex-1', sortClassName)}>
        <Select
          aria-label="Sort by"
          className="sm:min-w-40"
          value={address.sort}
          onChange={(event) => address.set({ sort: event.target.value })}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      <span className="ml-auto flex gap-2 max-sm:order-4 sm:gap-3">
        <Button variant="secondary" onClick={onImport} aria-label={`Import ${noun}s`} title={`Import ${noun}s from a CSV file`}>
          <Upload aria-hidden /> <span className="max-lg:sr-only">Import</span>
        </Button>
        {canExport ? (
          <ButtonLink
            variant="secondary"
            href={buildUrl(`${path}/export`, {}, { search: address.search.trim(), sort: address.sort, ...address.filter })}
            download
            aria-label={`Export ${noun}s`}
            title={`Export these ${noun}s as a CSV file`}
          >
            <Download aria-hidden /> <span className="max-lg:sr-only">Export</span>
          </ButtonLink>
        ) : (
          // Keeps its place while the list loads, so that nothing shifts.
          <Button variant="secondary" disabled aria-label={`Export ${noun}s`} title={`No ${noun}s to export`}>
            <Download aria-hidden /> <span className="max-lg:sr-only">Export</span>
          </Button>
        )}
      </span>
      <Button className="max-md:hidden" onClick={onAdd}>
        <Plus aria-hidden /> Add {capitalize(noun)}
      </Button>
    </div>
    {filters}
  </div>
)
