import type { RefObject } from 'react'
import { Link } from 'wouter'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { call } from '#web/lib/api.ts'
import { ActionMenu } from '#web/paper/action-menu.tsx'
import { EmailsList } from '#web/paper/emails-list.tsx'
import { HistoryList } from '#web/paper/history-list.tsx'
import { PanelSection } from '#web/paper/panel-section.tsx'
import { PaperPanel } from '#web/paper/paper-panel.tsx'
import { toldOnce } from '#web/paper/told-once.ts'
import { LoadFailed } from '#web/ui/state.tsx'
import { invoiceActions, useRun } from './actions.ts'
import { PanelSummary } from './panel-summary.tsx'
import { PaymentsList } from './payments-list.tsx'
import { retryEmail } from './record-calls.ts'
import { useHistory, useInvoice } from './use-record.ts'
import { useRefresh } from './use-refresh.ts'

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
  const run = useRun()
  return (
    <PaperPanel
      noun="invoice"
      id={id}
      record={useInvoice(id, listed)}
      numberOf={({ invoiceNumber }) => invoiceNumber}
      menu={(invoice) => (
        <ActionMenu actions={invoiceActions} paper={invoice} number={invoice.invoiceNumber} run={run} without={['history']} />
      )}
      close={close}
      shown={shown}
    >
      {(invoice) => (
        <>
          <PanelSummary invoice={invoice} />
          <Records key={id} invoice={invoice} />
        </>
      )}
    </PaperPanel>
  )
}

const Records = ({ invoice: { id } }: { invoice: InvoiceWire }) => {
  const { data, error, refetch } = useHistory(id)
  const refresh = useRefresh()
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return (
    <>
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
      <PanelSection title="Payments" rows={data?.payments} empty="No payments yet.">
        {(payments) => <PaymentsList invoiceId={id} payments={payments} />}
      </PanelSection>
      <PanelSection title="E-mails" rows={data?.emails} empty="No e-mails yet.">
        {(emails) => <EmailsList emails={emails} retry={(emailId) => call(retryEmail, { params: { id, emailId } })} refresh={refresh} />}
      </PanelSection>
      <PanelSection title="History" rows={data && toldOnce(data.events)} empty="Nothing has happened yet.">
        {(events) => <HistoryList events={events} />}
      </PanelSection>
    </>
  )
}
