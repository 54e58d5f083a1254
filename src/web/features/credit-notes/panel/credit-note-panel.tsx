import { Ban, Download, Eye, Mail, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import type { CreditNoteWire, ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { EmailsList } from '#web/documents/email/emails-list.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import { CustomerLink } from '#web/documents/panel/customer-link.tsx'
import { DocumentLines } from '#web/documents/panel/document-lines.tsx'
import { DocumentPanel } from '#web/documents/panel/document-panel.tsx'
import { mergeHistory, ShortHistory } from '#web/documents/panel/history-list.tsx'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { useDocument, useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { creditNoteActions, isRefundable, useRun } from '#web/features/credit-notes/actions/actions.ts'
import { CreditRefundRow } from '#web/features/credit-notes/refund/credit-refund-row.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

type Props = {
  id: number
  listed: ListedCreditNoteWire | undefined
  close: () => void
  /** Receives the shown credit note, for the page's shortcuts. */
  documentRef: RefObject<ListedCreditNoteWire | undefined>
}

const listPath = creditNoteEndpoints.list.path

export default function CreditNotePanel({ id, listed, close, documentRef }: Props) {
  const run = useRun()
  const record = useDocument<ListedCreditNoteWire | CreditNoteWire>(listPath, id, listed, (signal) =>
    call(creditNoteEndpoints.one, { params: { id }, signal }),
  )
  return (
    <DocumentPanel
      noun="credit note"
      id={id}
      record={record}
      getNumber={({ creditNoteNumber }) => creditNoteNumber}
      menu={(note) => <ActionMenu actions={creditNoteActions} doc={note} number={note.creditNoteNumber} run={run} without={['history']} />}
      close={close}
      documentRef={documentRef}
    >
      {(note) => (
        <>
          <Summary note={note} />
          <Records key={id} note={note} />
        </>
      )}
    </DocumentPanel>
  )
}

const Summary = ({ note }: { note: ListedCreditNoteWire | CreditNoteWire }) => {
  const run = useRun()
  const { id, creditNoteNumber, status, total, currency, issueDate, invoice, creditLeft } = note
  return (
    <>
      <div className="grid gap-3 px-4 py-4 sm:px-5">
        <dl>
          <dt className="text-[0.8125rem] text-muted">{status === 'voided' ? 'Voided' : 'Credit'}</dt>
          <dd
            className={
              status === 'voided'
                ? 'text-2xl text-muted tabular-nums leading-9 line-through'
                : 'font-semibold text-2xl tabular-nums leading-9 tracking-tight'
            }
          >
            {formatMoney(total, currency)}
          </dd>
        </dl>
        <CustomerLink id={note.customerId} customer={note.customer} />
        <p className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
          Issued {formatDay(issueDate)} ·{' '}
          {invoice ? (
            <>
              For invoice{' '}
              <Link href={`/invoices/${invoice.id}`} className="font-medium text-accent underline-offset-2 hover:underline">
                {invoice.invoiceNumber}
              </Link>
            </>
          ) : (
            'Credit of the customer'
          )}
        </p>
        {status === 'issued' && creditLeft && creditLeft !== total && (
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {creditLeft === '0.00' ? 'All of it was applied or refunded.' : `${formatMoney(creditLeft, currency)} of it is left.`}
          </p>
        )}
      </div>
      <DocumentLines key={id} doc={note} />
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
        {status === 'issued' && (
          <Button size="sm" onClick={() => run('email', note)}>
            <Mail aria-hidden /> Send
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => run('download', note)}>
          <Download aria-hidden /> Download PDF
        </Button>
        <ButtonLink
          variant="secondary"
          size="sm"
          href={getEndpointUrl(creditNoteEndpoints.pdf, { params: { id } })}
          target="_blank"
          rel="noopener"
          title="View PDF"
          aria-label={`View the PDF of ${creditNoteNumber}`}
        >
          <Eye aria-hidden />
        </ButtonLink>
        {isRefundable(note) && (
          <Button variant="secondary" size="sm" onClick={() => run('refund', note)}>
            <Undo2 aria-hidden /> Refund…
          </Button>
        )}
        {status === 'issued' && (
          <Button variant="ghost" size="sm" className="text-muted" onClick={() => run('void', note)}>
            <Ban aria-hidden /> Void…
          </Button>
        )}
      </div>
    </>
  )
}

const Records = ({ note }: { note: ListedCreditNoteWire | CreditNoteWire }) => {
  const { id } = note
  const { data, error, refetch } = useDocumentHistory(listPath, id, (signal) =>
    call(creditNoteEndpoints.history, { params: { id }, signal }),
  )
  const refresh = useRefreshInvoices()
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <>
      {!note.invoice && (
        <PanelSection title="Refunds" rows={data && (data.refunds ?? [])} empty="No refunds yet.">
          {(refunds) => (
            <ul className="divide-y divide-line">
              {refunds.map((refund) => (
                <CreditRefundRow key={refund.id} note={note} refund={refund} />
              ))}
            </ul>
          )}
        </PanelSection>
      )}
      <PanelSection title="Emails" rows={data?.emails} empty="No emails yet.">
        {(emails) => (
          <EmailsList
            emails={emails}
            retry={(emailId) => runMutation((request) => call(creditNoteEndpoints.retryEmail, { params: { id, emailId }, ...request }))}
            refresh={refresh}
          />
        )}
      </PanelSection>
      <PanelSection title="History" rows={data && mergeHistory(data.events)} empty="No activity yet.">
        {(events) => <ShortHistory events={events} />}
      </PanelSection>
    </>
  )
}
