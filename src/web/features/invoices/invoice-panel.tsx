import { FileQuestion } from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { ApiError } from '#web/lib/api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { EmailsList } from './emails-list.tsx'
import { HistoryList } from './history-list.tsx'
import { ActionMenu } from './invoice-actions.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { PanelSection } from './panel-section.tsx'
import { PanelSummary } from './panel-summary.tsx'
import { PaymentsList } from './payments-list.tsx'
import { toldOnce } from './told-once.ts'
import { useHistory, useInvoice } from './use-record.ts'

type Props = {
  id: number
  /** The same invoice as the list has it, if it has. */
  listed: InvoiceWire | undefined
  close: () => void
  /** Told which invoice is shown, for the page's keys. */
  shown: RefObject<InvoiceWire | undefined>
}

/** One invoice beside the list: what it comes to, its payments and e-mails, and all that happened to it. */
export default function InvoicePanel({ id, listed, close, shown }: Props) {
  const { data: invoice, error, refetch } = useInvoice(id, listed)
  useLayoutEffect(() => {
    shown.current = invoice
    return () => {
      shown.current = undefined
    }
  }, [invoice, shown])
  return (
    <PanelFrame
      id={id}
      title={invoice?.invoiceNumber ?? (error ? 'Invoice' : 'Loading...')}
      badge={invoice && <StatusBadge status={invoice.status} />}
      menu={invoice && <ActionMenu invoice={invoice} without={['history']} />}
      close={close}
    >
      {invoice ? (
        <>
          <PanelSummary invoice={invoice} />
          <Records key={id} invoice={invoice} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          icon={<FileQuestion aria-hidden />}
          title="Invoice not found"
          text="It doesn't exist, or it was deleted."
          action={
            <Button variant="secondary" onClick={close}>
              Back to the list
            </Button>
          }
        />
      ) : error ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the invoice..." className="grid gap-4 p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-24" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-40" />
        </div>
      )}
    </PanelFrame>
  )
}

const Records = ({ invoice }: { invoice: InvoiceWire }) => {
  const { data, error, refetch } = useHistory(invoice.id)
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return (
    <>
      <PanelSection title="Payments" rows={data?.payments} empty="No payments yet.">
        {(payments) => <PaymentsList invoiceId={invoice.id} payments={payments} />}
      </PanelSection>
      <PanelSection title="E-mails" rows={data?.emails} empty="No e-mails yet.">
        {(emails) => <EmailsList invoiceId={invoice.id} emails={emails} />}
      </PanelSection>
      <PanelSection title="History" rows={data && toldOnce(data.events)} empty="Nothing has happened yet.">
        {(events) => <HistoryList events={events} />}
      </PanelSection>
    </>
  )
}
