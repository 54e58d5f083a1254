import { Plus, Search } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { readStatus, type StatusFilter, statusFilters } from './filter.ts'

type Props = {
  status: StatusFilter
  search: string
  onStatus: (status: StatusFilter) => void
  onSearch: (search: string) => void
  onCreate: () => void
}

export const InvoiceFilters = ({ status, search, onStatus, onSearch, onCreate }: Props) => (
  <div className="mb-4 flex flex-wrap items-center gap-2 sm:gap-3">
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-80">
      <Field label="Search by number or customer" hideLabel>
        <Input
          type="search"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder="Search by number or customer"
          className="pl-9"
        />
      </Field>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" aria-hidden />
    </div>
    <Field label="Status" hideLabel className="flex-1 basis-36 sm:max-w-44">
      <Select value={status} onChange={(event) => onStatus(readStatus(event.target.value))}>
        {statusFilters.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
    <Button className="ml-auto max-sm:flex-1" onClick={onCreate}>
      <Plus />
      Create Invoice
    </Button>
  </div>
)
