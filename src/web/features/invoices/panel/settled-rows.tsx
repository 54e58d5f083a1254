import type { CreditNoteWire } from '#shared/contract/credit-notes.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoicePaymentWire } from '#shared/contract/invoice-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { CreditApplicationWire, WriteOffWire } from '#shared/contract/settlements.ts'
import { getSourceNumber, getSourcePath } from '#shared/credit-sources.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { RecordLink } from '#web/documents/panel/panel-section.tsx'
import { MovementRow, UndoRow } from '#web/documents/payments/movement-row.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useVoidCreditNote } from '#web/documents/payments/use-void-credit-note.ts'
import { useUndoCredit, useUndoWriteOff } from '#web/features/invoices/actions/use-settlements.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { type OpenRefund, PaymentRow } from './payment-row.tsx'
import type { InvoiceHistory } from './use-invoice.ts'

type Invoice = Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'currency'>
type Settled = Pick<InvoiceHistory, 'payments' | 'writeOffs' | 'creditNotes' | 'creditApplications'>

const byRecordedAt = (a: { recordedAt: string }, b: { recordedAt: string }) => (a.recordedAt < b.recordedAt ? 1 : -1)

/** Newest first, and then the credit notes. */
export const SettledRows = ({ invoice, settled, refund }: { invoice: Invoice; settled: Settled; refund: OpenRefund }) => {
  const { id: invoiceId, currency } = invoice
  const undo = useAction({
    ask: ({ amount }: InvoicePaymentWire) => [
      `Undo the payment of ${formatMoney(amount, currency)}? The invoice will be due again.`,
      { confirm: 'Undo payment', isDestructive: true },
    ],
    send: ({ id }, request) => call(invoiceEndpoints.voidPayment, { params: { id: invoiceId, paymentId: String(id) }, ...request }),
    done: (_, { amount }) => ({ title: 'Success', description: `Payment of ${formatMoney(amount, currency)} undone` }),
    failed: 'Failed to undo the payment',
    refresh: refreshInvoices,
  })
  const rows = [
    ...settled.payments.map((payment) => ({
      recordedAt: payment.recordedAt,
      row: (
        <PaymentRow
          key={`payment ${payment.id}`}
          payment={payment}
          currency={currency}
          undo={() => void undo.start(payment)}
          undoing={undo.isPending && undo.variables?.id === payment.id}
          refund={refund}
        />
      ),
    })),
    ...settled.writeOffs.map((writeOff) => ({
      recordedAt: writeOff.recordedAt,
      row: <WriteOffRow key={`write-off ${writeOff.id}`} invoice={invoice} writeOff={writeOff} />,
    })),
    ...settled.creditApplications.map((application) => ({
      recordedAt: application.recordedAt,
      row: <CreditApplicationRow key={`credit ${application.id}`} invoiceId={invoiceId} application={application} />,
    })),
  ]
  return (
    <ul className="divide-y divide-line">
      {rows.toSorted(byRecordedAt).map(({ row }) => row)}
      {settled.creditNotes.map((note) => (
        <CreditNoteRow key={`credit note ${note.id}`} note={note} />
      ))}
    </ul>
  )
}

const WriteOffRow = ({ invoice, writeOff }: { invoice: Invoice; writeOff: WriteOffWire }) => {
  const { amount, currency, taxPart, day, reason, reversal } = writeOff
  const money = formatMoney(amount, currency)
  const { mutate, isPending } = useUndoWriteOff(invoice)
  return (
    <UndoRow
      {...{ money, reversal }}
      badge="Written off"
      undoneBy={reversal?.by === 'payment' ? ' by a payment' : ''}
      details={
        <>
          <p>{formatDay(day)}</p>
          {taxPart !== '0.00' && <p>{formatMoney(taxPart, currency)} of it is sales tax</p>}
        </>
      }
      notes={reason}
      noun="write-off"
      question={`Undo the write-off of ${money}? It will be due again, and the customer can pay it and be reminded of it.`}
      undo={{ mutate: () => mutate(writeOff), isPending }}
    />
  )
}

const CreditApplicationRow = ({ invoiceId, application }: { invoiceId: number; application: CreditApplicationWire }) => {
  const { source, invoice, amount, currency, day, reversal } = application
  const money = formatMoney(amount, currency)
  const isSource = source.id === invoiceId
  const other = isSource ? invoice : source
  const { mutate, isPending } = useUndoCredit()
  return (
    <UndoRow
      {...{ money, reversal }}
      badge={isSource ? 'Credit used' : 'Credit applied'}
      details={
        <p>
          {formatDay(day)} · {isSource ? 'to' : 'from'} <RecordLink href={getSourcePath(other)}>{getSourceNumber(other)}</RecordLink>
        </p>
      }
      noun="credit"
      question={`Undo the credit of ${money}? Invoice ${invoice.invoiceNumber} will be due again, and the customer will have the credit again.`}
      undo={{ mutate: () => mutate([application]), isPending }}
    />
  )
}

const CreditNoteRow = ({ note }: { note: CreditNoteWire }) => {
  const { id, creditNoteNumber, status, total, currency, issueDate, notes } = note
  const { start, isPending } = useVoidCreditNote()
  const isVoid = status === 'voided'
  return (
    <MovementRow
      money={formatMoney(total, currency)}
      isVoid={isVoid}
      badges={[{ label: isVoid ? 'Voided' : 'Credited' }]}
      notes={notes}
      buttons={isVoid ? [] : [{ label: 'Void…', name: `Void… ${creditNoteNumber}`, isPending, run: () => void start(note) }]}
    >
      {formatDay(issueDate)} · <RecordLink href={`/credit-notes/${id}`}>{creditNoteNumber}</RecordLink>
    </MovementRow>
  )
}
