import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'wouter'
import { call } from '#web/lib/api.ts'
import { useCreateInvoice } from '#web/lib/create-invoice.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { listInvoices } from './calls.ts'
import { readStatus, shownInvoices } from './filter.ts'
import { InvoiceCards } from './invoice-cards.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { InvoicesLoading } from './invoices-loading.tsx'

/** Rows drawn at once; more come on request, so that thousands feel like ten. */
const pageSize = 50

export default function InvoicesPage() {
  const openCreateInvoice = useCreateInvoice()
  const invoices = useQuery({ queryKey: [listInvoices.path], queryFn: ({ signal }) => call(listInvoices, { signal }) })
  const [params, setParams] = useSearchParams()
  const [drawn, setDrawn] = useState(pageSize)
  const wide = useMedia('(min-width: 48rem)')
  const status = readStatus(params.get('status'))
  const search = params.get('search') ?? ''
  const found = shownInvoices(invoices.data ?? [], status, useDeferredValue(search))
  const List = wide ? InvoiceTable : InvoiceCards

  const keep = (name: string, value: string) => {
    setDrawn(pageSize)
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  }
  const filtered = status !== 'all' || search !== ''

  return (
    <section aria-label="Invoices">
      <InvoiceFilters
        status={status}
        search={search}
        onStatus={(next) => keep('status', next === 'all' ? '' : next)}
        onSearch={(next) => keep('search', next)}
        onCreate={openCreateInvoice}
      />
      <Card className="overflow-hidden p-0 sm:p-0">
        {invoices.isPending ? (
          <InvoicesLoading />
        ) : !invoices.data ? (
          <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />
        ) : found.length === 0 ? (
          <EmptyState
            icon={<ReceiptText aria-hidden />}
            title="No invoices found."
            text={filtered ? 'No invoice matches the search and the status.' : 'Create your first invoice: it takes about a minute.'}
            action={
              filtered ? (
                <Button variant="secondary" onClick={() => setParams({}, { replace: true })}>
                  Show all invoices
                </Button>
              ) : (
                <Button variant="secondary" onClick={() => openCreateInvoice()}>
                  Create your first invoice
                </Button>
              )
            }
          />
        ) : (
          <List invoices={found.slice(0, drawn)} />
        )}
      </Card>
      {invoices.data && found.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3 text-muted text-sm">
          <p role="status">
            {found.length > drawn
              ? `${drawn} of ${found.length} invoices`
              : `${found.length} ${found.length === 1 ? 'invoice' : 'invoices'}`}
          </p>
          {found.length > drawn && (
            <Button variant="secondary" size="sm" onClick={() => setDrawn(drawn + pageSize)}>
              Show more
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
