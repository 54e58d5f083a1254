import { Download, Keyboard, Plus } from 'lucide-react'
import type { ListAddress } from '#web/entity/entity-page.tsx'
import { urlOf } from '#web/lib/api.ts'
import { useShortcutsHelp } from '#web/lib/shortcuts-help.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { invoiceOffers, statusFilters } from './invoice-list.ts'

type Props = {
  address: ListAddress & { search: string }
  /** There is something to export. */
  canExport: boolean
  onCreate: () => void
}

/** Search, status, order, export, create. What they say is in the page's address. */
export const InvoiceFilters = ({ address, canExport, onCreate }: Props) => {
  const { search, sort, filter, set } = address
  const openHelp = useShortcutsHelp()
  const words = (
    <>
      <Download aria-hidden /> <span className="max-lg:sr-only">Export</span>
    </>
  )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 sm:gap-3">
      <SearchInput placeholder="Search by number or customer" value={search} onValueChange={(next) => set({ search: next })} />
      <span className="min-w-36 max-sm:order-3 max-sm:flex-1">
        <Select aria-label="Status" value={filter.status ?? ''} onChange={(event) => set({ status: event.target.value })}>
          {statusFilters.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      {/* A table sorts by its headings. */}
      <span className="min-w-36 flex-1 max-sm:order-3 md:hidden">
        <Select aria-label="Sort by" value={sort} onChange={(event) => set({ sort: event.target.value })}>
          {invoiceOffers.sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      <span className="ml-auto flex gap-2 sm:gap-3">
        <Button
          variant="secondary"
          size="icon"
          className="text-muted max-md:hidden"
          onClick={openHelp}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
        >
          <Keyboard aria-hidden />
        </Button>
        {canExport ? (
          <ButtonLink
            variant="secondary"
            href={urlOf('/api/invoices/export', {}, { search: search.trim(), sort, ...filter })}
            download
            aria-label="Export invoices"
            title="Save the invoices shown as a CSV file"
          >
            {words}
          </ButtonLink>
        ) : (
          // Keeps its place, so that nothing moves when the list comes or a search finds nothing.
          <Button variant="secondary" disabled aria-label="Export invoices" title="There are no invoices to export">
            {words}
          </Button>
        )}
      </span>
      <Button className="max-sm:order-2 max-sm:px-3" onClick={onCreate} title="Create Invoice (N)">
        <Plus aria-hidden /> <span className="max-sm:sr-only">Create Invoice</span>
      </Button>
    </div>
  )
}
