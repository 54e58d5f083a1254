import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { ScheduledSendNotice } from '#web/documents/email/scheduled-send.tsx'
import { isAvailable, useRun } from '#web/documents/list/actions.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { DocumentPanel } from '#web/documents/panel/document-panel.tsx'
import { DocumentRecords } from '#web/documents/panel/document-records.tsx'
import { RecordLink } from '#web/documents/panel/panel-section.tsx'
import { useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useRefundDialog } from '#web/documents/payments/use-refund-dialog.tsx'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { AutomaticPayment } from './automatic-payment.tsx'
import { CreditNotice } from './credit-notice.tsx'
import { DepositsSection } from './deposits-section.tsx'
import { LateFeesSection } from './late-fees-section.tsx'
import { getNextActions, PanelSummary } from './panel-summary.tsx'
import type { OpenRefund } from './payment-row.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { SettleActions, SettleSection, settling } from './settle-section.tsx'
import { type InvoiceHistory, polling, useRequestedAction } from './use-invoice.ts'

export default function InvoicePanel(props: PanelProps<ListedInvoiceWire>) {
  return (
    <DocumentPanel
      {...props}
      kind={invoices}
      endpoints={invoiceEndpoints}
      getBadge={({ status }) => <StatusBadge status={status} />}
      withButtons={(invoice) => [...getNextActions(invoice), ...settling]}
    >
      {(invoice) => <Inside invoice={invoice} />}
    </DocumentPanel>
  )
}

const Inside = ({ invoice }: { invoice: ListedInvoiceWire | InvoiceWire }) => {
  const { id } = invoice
  const run = useRun(invoices)
  const refunding = useRefundDialog()
  useRequestedAction(invoice)
  const refund: OpenRefund = ({ id: paymentId, provider, refundable }, initial) => {
    void refunding.refund({
      invoiceId: id,
      paymentId,
      invoiceNumber: invoice.invoiceNumber,
      provider,
      customerEmail: invoice.customer.email,
      currency: invoice.currency,
      refundable,
      // What is refunded as credit needs no other credit note.
      canCredit: invoice.status === 'paid' && isAvailable(invoices, 'credit', invoice) && initial === undefined,
      ...initial,
    })
  }
  return (
    <>
      <PanelSummary invoice={invoice} history={useDocumentHistory(invoiceEndpoints, id, polling).data} />
      <ScheduledSendNotice kind={invoices} doc={invoice} onChange={() => run('later', invoice)} />
      <DocumentRecords
        key={id}
        {...{ endpoints: invoiceEndpoints, id, refresh: refreshInvoices, polling }}
        whenFailed={
          <div className="px-4 sm:px-5">
            <SettleActions invoice={invoice} history={undefined} />
          </div>
        }
      >
        {(history) => (
          <>
            <div className="grid gap-3 px-4 pb-4 empty:hidden sm:px-5">
              {history?.attempts
                .filter(({ status }) => status === 'review')
                .map((attempt) => (
                  <ReviewNotice key={attempt.id} invoice={invoice} attempt={attempt} />
                ))}
              <AutomaticPayment invoice={invoice} />
              {history && <CreditNotice invoice={invoice} payments={history.payments} refund={refund} />}
            </div>
            {history && <Origin history={history} />}
            <SettleSection invoice={invoice} history={history} refund={refund} />
            <DepositsSection invoice={invoice} history={history} />
            <ScheduleSection invoice={invoice} instalments={history?.instalments ?? []} />
            <LateFeesSection invoice={invoice} />
            <RemindersSection invoice={invoice} />
          </>
        )}
      </DocumentRecords>
      {refunding.dialog}
    </>
  )
}

const Origin = ({ history: { estimate, recurringInvoice } }: { history: InvoiceHistory }) => (
  <>
    {estimate && (
      <p className="-mt-1 px-4 pb-4 text-muted text-sm [overflow-wrap:anywhere] sm:px-5">
        From estimate{' '}
        {estimate.isDeleted ? (
          `${estimate.estimateNumber}, which was deleted`
        ) : (
          <RecordLink href={`/estimates/${estimate.id}`}>{estimate.estimateNumber}</RecordLink>
        )}
      </p>
    )}
    {recurringInvoice && (
      <p className="-mt-1 px-4 pb-4 text-muted text-sm sm:px-5">
        From a <RecordLink href={`/recurring-invoices/${recurringInvoice.id}`}>recurring invoice</RecordLink>
      </p>
    )}
  </>
)
