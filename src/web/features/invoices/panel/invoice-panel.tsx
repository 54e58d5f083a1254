import { Repeat } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { EmailsList } from '#web/documents/email/emails-list.tsx'
import { ScheduledSendNotice } from '#web/documents/email/scheduled-send.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import { DocumentPanel } from '#web/documents/panel/document-panel.tsx'
import { mergeHistory, ShortHistory } from '#web/documents/panel/history-list.tsx'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { useRefundDialog } from '#web/documents/payments/use-refund-dialog.tsx'
import { invoiceActions, useRun } from '#web/features/invoices/actions/actions.ts'
import { invoiceEmail } from '#web/features/invoices/email/invoice-email.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { AutomaticPayment } from './automatic-payment.tsx'
import { CreditNotice } from './credit-notice.tsx'
import { DepositsSection } from './deposits-section.tsx'
import { LateFeesSection } from './late-fees-section.tsx'
import { PanelSummary } from './panel-summary.tsx'
import type { OpenRefund } from './payment-row.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { SettleActions, SettleSection } from './settle-section.tsx'
import { useHistory, useInvoice, useRequestedAction } from './use-invoice.ts'

type Props = {
  id: number
  listed: ListedInvoiceWire | undefined
  close: () => void
  /** Receives the shown invoice, for the page's shortcuts. */
  documentRef: RefObject<ListedInvoiceWire | undefined>
}

export default function InvoicePanel({ id, listed, close, documentRef }: Props) {
  const run = useRun()
  const record = useInvoice(id, listed)
  useRequestedAction(record.data, run)
  return (
    <DocumentPanel
      noun="invoice"
      id={id}
      record={record}
      getNumber={({ invoiceNumber }) => invoiceNumber}
      menu={(invoice) => (
        <>
          <Button
            variant="ghost"
            size="icon"
            className="pointer-fine:size-8 text-muted hover:text-ink"
            title="Repeat…"
            aria-label={`Repeat ${invoice.invoiceNumber}…`}
            onClick={() => run('repeat', invoice)}
          >
            <Repeat aria-hidden />
          </Button>
          <ActionMenu actions={invoiceActions} doc={invoice} number={invoice.invoiceNumber} run={run} without={['history']} />
        </>
      )}
      close={close}
      documentRef={documentRef}
    >
      {(invoice) => (
        <>
          <PanelSummary invoice={invoice} />
          <Scheduled invoice={invoice} />
          <Records key={id} invoice={invoice} />
        </>
      )}
    </DocumentPanel>
  )
}

const Scheduled = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const run = useRun()
  return <ScheduledSendNotice config={invoiceEmail} doc={invoice} onChange={() => run('later', invoice)} refresh={useRefreshInvoices()} />
}

const Records = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { id } = invoice
  const { data, error, refetch } = useHistory(id)
  const refresh = useRefreshInvoices()
  const { refund: open, dialog } = useRefundDialog()
  const isCreditable = invoiceActions.some(({ name, isAvailable }) => name === 'credit' && isAvailable(invoice))
  if (error && !data)
    return (
      <>
        <div className="px-4 sm:px-5">
          <SettleActions invoice={invoice} history={undefined} />
        </div>
        <LoadError error={error} retry={() => void refetch()} />
      </>
    )
  const refund: OpenRefund = ({ id: paymentId, provider, refundable }, initial) => {
    void open({
      invoiceId: id,
      paymentId,
      invoiceNumber: invoice.invoiceNumber,
      provider,
      customerEmail: invoice.customer.email,
      currency: invoice.currency,
      refundable,
      // What is refunded as credit needs no other credit note.
      canCredit: invoice.status === 'paid' && isCreditable && initial === undefined,
      ...initial,
    })
  }
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 empty:hidden sm:px-5">
        {data?.attempts
          .filter(({ status }) => status === 'review')
          .map((attempt) => (
            <ReviewNotice key={attempt.id} invoice={invoice} attempt={attempt} />
          ))}
        <AutomaticPayment invoice={invoice} />
        {data && <CreditNotice invoice={invoice} payments={data.payments} refund={refund} />}
      </div>
      {data?.estimate && (
        <p className="-mt-1 px-4 pb-4 text-muted text-sm [overflow-wrap:anywhere] sm:px-5">
          From estimate{' '}
          {data.estimate.isDeleted ? (
            `${data.estimate.estimateNumber}, which was deleted`
          ) : (
            <Link href={`/estimates/${data.estimate.id}`} className="font-medium text-accent underline-offset-2 hover:underline">
              {data.estimate.estimateNumber}
            </Link>
          )}
        </p>
      )}
      {data?.recurringInvoice && (
        <p className="-mt-1 px-4 pb-4 text-muted text-sm sm:px-5">
          From a{' '}
          <Link
            href={`/recurring-invoices/${data.recurringInvoice.id}`}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            recurring invoice
          </Link>
        </p>
      )}
      <SettleSection invoice={invoice} history={data} refund={refund} />
      <DepositsSection invoice={invoice} history={data} />
      <ScheduleSection invoice={invoice} instalments={data?.instalments ?? []} />
      <LateFeesSection invoice={invoice} />
      <RemindersSection invoice={invoice} />
      <PanelSection title="Emails" rows={data?.emails} empty="No emails yet.">
        {(emails) => (
          <EmailsList
            emails={emails}
            retry={(emailId) => runMutation((request) => call(invoiceEndpoints.retryEmail, { params: { id, emailId }, ...request }))}
            refresh={refresh}
          />
        )}
      </PanelSection>
      <PanelSection title="History" rows={data && mergeHistory(data.events)} empty="No activity yet.">
        {(events) => <ShortHistory events={events} />}
      </PanelSection>
      {dialog}
    </>
  )
}
