import { Download, Plus, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListChoices, ListUrl } from '#web/kit/list/use-list.ts'
import { buildUrl } from '#web/lib/api/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { capitalize, type Entity } from './entity.ts'

type Choices = Pick<ListChoices, 'sorts'> & { address: ListUrl }

export const SortSelect = ({ sorts, address: { sort, set } }: Choices) => (
  <Select aria-label="Sort by" className="sm:min-w-40" value={sort} onChange={({ target }) => set({ sort: target.value })}>
    {sorts.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
)

type ExportProps = { noun: string; path: string; address: ListUrl; canExport: boolean; labelClassName: string }

export const ExportButton = ({ noun, path, address: { search, sort, filter }, canExport, labelClassName }: ExportProps) => {
  const label = (
    <>
      <Download aria-hidden /> <span className={labelClassName}>Export</span>
    </>
  )
  return canExport ? (
    <ButtonLink
      variant="secondary"
      href={buildUrl(`${path}/export`, {}, { search: search.trim(), sort, ...filter })}
      download
      aria-label={`Export ${noun}s`}
      title={`Export these ${noun}s as a CSV file`}
    >
      {label}
    </ButtonLink>
  ) : (
    // Keeps its place, so that nothing moves when the list loads or is empty.
    <Button variant="secondary" disabled aria-label={`Export ${noun}s`} title={`No ${noun}s to export`}>
      {label}
    </Button>
  )
}

type Props = {
  entity: Pick<Entity<never, never>, 'noun' | 'path' | 'sorts'>
  address: ListUrl
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
        <SortSelect sorts={sorts} address={address} />
      </span>
      <span className="ml-auto flex gap-2 max-sm:order-4 sm:gap-3">
        <Button variant="secondary" onClick={onImport} aria-label={`Import ${noun}s`} title={`Import ${noun}s from a CSV file`}>
          <Upload aria-hidden /> <span className="max-lg:sr-only">Import</span>
        </Button>
        <ExportButton {...{ noun, path, address, canExport }} labelClassName="max-lg:sr-only" />
      </span>
      <Button className="max-md:hidden" onClick={onAdd}>
        <Plus aria-hidden /> Add {capitalize(noun)}
      </Button>
    </div>
    {filters}
  </div>
)
