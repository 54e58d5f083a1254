import { useRef, useState } from 'react'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { sendAndWait } from '#web/documents/email/send-email.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { invoices as kind } from '#web/features/invoices/actions/invoice-kind.ts'
import { call } from '#web/lib/api/client.ts'
import { formatCurrencySums } from '#web/lib/format/amount.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation as patiently } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type BulkChange, getBulkRefusal, type Outcome, runBulk } from './run-bulk.ts'

const formatInvoiceCount = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`

type Words = {
  title: string
  button: (invoices: string) => string
  /** @param due the sum of the balances due */
  question: (count: number, due: string) => string
  done: (count: number) => string
  failedHeading: string
}

const noneWas = 'No invoice was'

const bulkMessages: Record<BulkChange, Words> = {
  remind: {
    title: 'Send Reminders',
    button: (invoices) => `Remind about ${invoices}`,
    question: (count, due) =>
      `${count === 1 ? 'The customer gets' : 'Each customer gets'} a reminder by email: ${formatInvoiceCount(count)} with ${due} due.`,
    done: (count) => (count === 0 ? 'No reminder was sent.' : `Reminders of ${formatInvoiceCount(count)} are on their way.`),
    failedHeading: 'Not reminded',
  },
  send: {
    title: 'Send by Email',
    button: (invoices) => `Send ${invoices}`,
    question: (count) =>
      `${formatInvoiceCount(count)} will be emailed to ${count === 1 ? 'its customer' : 'their customers'} with the PDF attached. Drafts are marked as sent.`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} sent.`,
    failedHeading: 'Not sent',
  },
  pay: {
    title: 'Mark as Paid',
    button: (invoices) => `Mark ${invoices} as paid`,
    question: (count, due) => `Records a payment of the balance due for ${formatInvoiceCount(count)}, dated today: ${due} in total.`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} marked as paid.`,
    failedHeading: 'Not marked',
  },
  delete: {
    title: 'Delete Invoices',
    button: (invoices) => `Delete ${invoices}`,
    question: (count) =>
      count === 1 ? 'Are you sure you want to delete this invoice?' : `Are you sure you want to delete these ${formatInvoiceCount(count)}?`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} deleted.`,
    failedHeading: 'Not deleted',
  },
}

const BulkSummary = ({ heading, outcomes }: { heading: string; outcomes: readonly Outcome[] }) =>
  outcomes.length === 0 ? null : (
    <section aria-label={heading}>
      <h3 className="mb-1.5 font-medium text-sm">
        {heading} <span className="font-normal text-muted tabular-nums">{outcomes.length}</span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {outcomes.map(({ invoice, reason }) => (
          <li key={invoice.id} className="px-3 py-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{invoice.invoiceNumber}</span> · <bdi>{invoice.customer.name}</bdi>
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )

type Props = {
  change: BulkChange
  invoices: readonly ListedInvoiceWire[]
  open: boolean
  /** When the run is over: clears the selection. */
  onDone: () => void
  onClose: () => void
}
type Step = { name: 'ask' } | { name: 'run'; finished: number } | { name: 'over'; outcomes: readonly Outcome[] }

export default function BulkDialog({ change, invoices, open, onDone, onClose }: Props) {
  const messages = bulkMessages[change]
  const [sendReceipts, setSendReceipts] = useState(true)
  const [step, setStep] = useState<Step>({ name: 'ask' })
  const stop = useRef(new AbortController())
  const eligible = invoices.filter((invoice) => getBulkRefusal(change, invoice) === null)
  const skipped = invoices.flatMap((invoice): Outcome[] => {
    const reason = getBulkRefusal(change, invoice)
    return reason === null ? [] : [{ invoice, state: 'not', reason }]
  })

  // Stopping also ends waiting for the network.
  const withRetry = <T,>(send: (request: IdempotentRequest) => Promise<T>) => patiently(send, stop.current.signal)
  const work: Record<BulkChange, (invoice: ListedInvoiceWire) => Promise<Omit<Outcome, 'invoice'>>> = {
    send: async (invoice) => {
      const outcome = await sendAndWait(kind, invoice, {}, withRetry)
      if (outcome.state === 'accepted') return { state: 'done', reason: null }
      if (outcome.state === 'queued')
        return { state: 'waiting', reason: outcome.reason ?? "The mail server hasn't accepted it yet. It will be retried automatically." }
      return { state: 'not', reason: outcome.state === 'refused' && outcome.error ? toFailure(outcome.error).message : outcome.reason }
    },
    remind: async ({ id }) => {
      await withRetry((request) => call(reminderEndpoints.send, { params: { id }, body: {}, ...request }))
      return { state: 'done', reason: null }
    },
    pay: async (invoice) => {
      const body = { sendReceipt: sendReceipts && sendsReceipt(invoice) }
      const { status } = await withRetry((request) =>
        call(publicPaymentEndpoints.markPaid, { params: { ref: String(invoice.id) }, body, ...request }),
      )
      return status === 'paid' ? { state: 'done', reason: null } : { state: 'not', reason: 'Not paid yet.' }
    },
    delete: async ({ id }) => {
      await withRetry((request) => call(invoiceEndpoints.remove, { params: { id }, ...request }))
      return { state: 'done', reason: null }
    },
  }
  const start = async () => {
    setStep({ name: 'run', finished: 0 })
    const outcomes = await runBulk(eligible, work[change], {
      signal: stop.current.signal,
      onProgress: (finished) => setStep({ name: 'run', finished }),
      getReason: (error) => toFailure(error).message,
    })
    setStep({ name: 'over', outcomes: [...outcomes, ...skipped] })
    await refreshInvoices()
  }
  const restoreAll = async (done: readonly ListedInvoiceWire[]) => {
    onDone()
    onClose()
    const outcomes = await runBulk(
      done,
      async ({ id }) => {
        await patiently((request) => call(invoiceEndpoints.restore, { params: { id }, ...request }))
        return { state: 'done', reason: null }
      },
      { signal: new AbortController().signal, onProgress: () => {}, getReason: (error) => toFailure(error).message },
    )
    const failed = outcomes.filter(({ state }) => state === 'not')
    toast(
      failed.length === 0
        ? { title: 'Success', description: `${formatInvoiceCount(done.length)} restored successfully` }
        : {
            title: 'Error',
            description: `${formatInvoiceCount(failed.length)} could not be restored`,
            detail: failed[0]!.reason!,
            variant: 'destructive',
          },
    )
    await refreshInvoices()
  }
  const close = () => {
    // A run in progress is stopped by its own button only.
    if (step.name === 'run') return
    if (step.name === 'over') onDone()
    onClose()
  }

  const done = step.name === 'over' ? step.outcomes.filter(({ state }) => state === 'done').map(({ invoice }) => invoice) : []
  return (
    <Modal
      title={messages.title}
      open={open}
      onClose={close}
      size="sm"
      guard={step.name === 'run'}
      footer={
        step.name === 'ask' ? (
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant={change === 'delete' ? 'danger' : 'primary'} disabled={eligible.length === 0} onClick={() => void start()}>
              {messages.button(formatInvoiceCount(eligible.length))}
            </Button>
          </>
        ) : step.name === 'run' ? (
          <Button variant="secondary" onClick={() => stop.current.abort()}>
            Stop
          </Button>
        ) : (
          <>
            {change === 'delete' && done.length > 0 && (
              <Button variant="secondary" onClick={() => void restoreAll(done)}>
                Undo
              </Button>
            )}
            <Button onClick={close}>Close</Button>
          </>
        )
      }
    >
      {step.name === 'ask' && (
        <div className="grid gap-4">
          <p>
            {messages.question(
              eligible.length,
              formatCurrencySums(eligible.map(({ currency, balanceDue }) => ({ currency, amount: balanceDue }))),
            )}
          </p>
          {change === 'pay' && <ReceiptsChoice invoices={eligible} sendReceipts={sendReceipts} choose={setSendReceipts} />}
          {skipped.length > 0 && <BulkSummary heading={`${formatInvoiceCount(skipped.length)} will be skipped`} outcomes={skipped} />}
        </div>
      )}
      {step.name === 'run' && (
        <ProgressBar label={`${step.finished} of ${eligible.length}`} done={step.finished / Math.max(eligible.length, 1)} />
      )}
      {step.name === 'over' && (
        <div className="grid gap-4" role="status">
          <p className="font-medium">{messages.done(done.length)}</p>
          <BulkSummary heading="Still waiting" outcomes={step.outcomes.filter(({ state }) => state === 'waiting')} />
          <BulkSummary heading={messages.failedHeading} outcomes={step.outcomes.filter(({ state }) => state === 'not')} />
        </div>
      )}
    </Modal>
  )
}

type ReceiptsProps = { invoices: readonly ListedInvoiceWire[]; sendReceipts: boolean; choose: (sendReceipts: boolean) => void }

const ReceiptsChoice = ({ invoices, sendReceipts, choose }: ReceiptsProps) => {
  const paid = invoices.filter(({ balanceDue }) => balanceDue !== '0.00')
  const issued = paid.filter(sendsReceipt)
  const reachable = issued.filter(({ customer }) => customer.email !== null)
  const without = [
    ...(paid.length > issued.length ? [`${formatInvoiceCount(paid.length - issued.length)} still in draft`] : []),
    ...(issued.length > reachable.length
      ? [`${formatInvoiceCount(issued.length - reachable.length)} without a customer email address`]
      : []),
  ]
  return (
    <div className="grid gap-1.5">
      {reachable.length > 0 && (
        <EmailCheckbox
          what="a receipt"
          to={reachable.length === 1 ? reachable[0]!.customer.email : `the customers of ${formatInvoiceCount(reachable.length)}`}
          checked={sendReceipts}
          onChange={({ target }) => choose(target.checked)}
        />
      )}
      {without.length > 0 && <p className="text-[0.8125rem] text-muted">No receipt is sent for {without.join(' and ')}.</p>}
    </div>
  )
}
