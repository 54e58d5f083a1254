import { useQuery } from '@tanstack/react-query'
import { ReceiptText, RotateCcw } from 'lucide-react'
import { Fragment } from 'react'
import { canCharge, findChargeProblem } from '#shared/chargeable-currencies.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { getSourceNumber, getSourcePath } from '#shared/credit-sources.ts'
import { formatDay } from '#shared/dates.ts'
import { asksForNothing } from '#shared/invoice-rules.ts'
import { formatMoney, parseAmount, sum, toAmount, toDecimal, zero } from '#shared/money.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { copyPublicLink } from '#web/documents/list/copy-public-link.ts'
import { describeDue } from '#web/documents/list/due.ts'
import { ActionButton } from '#web/documents/list/row-actions.tsx'
import { DocumentLines } from '#web/documents/panel/document-lines.tsx'
import { CustomerLink } from '#web/documents/panel/document-panel.tsx'
import { RecordLink } from '#web/documents/panel/panel-section.tsx'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { getSettledMark, KindMark } from '#web/documents/payments/settled-mark.tsx'
import { describeRate } from '#web/documents/rates/suggested-rate.ts'
import { getAppliedCredit, hasCredit, hasWriteOff, invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { formatInstant, formatInstantDay } from '#web/lib/format/instant.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { InvoiceHistory } from './use-invoice.ts'

/** The invoice is saved unchanged with the status sent. */
const useReopenInvoice = ({ id, invoiceNumber, balanceDue, amountWrittenOff, currency }: ListedInvoiceWire) => {
  const undone = Number(amountWrittenOff) > 0 ? parseAmount(amountWrittenOff) : zero
  const asked = formatMoney(sum([parseAmount(balanceDue), undone]), currency)
  const undoes = undone > 0 ? ` The write-off of ${formatMoney(undone, currency)} is undone.` : ''
  return useAction({
    ask: () => [
      `Request ${asked} again? Invoice ${invoiceNumber} will no longer be paid, and its payment page will accept payments again.${undoes} No email is sent.`,
      { confirm: 'Request again' },
    ],
    send: async () => {
      const { version, customerId, issueDate, dueDate, notes, terms, lineItems } = await call(invoiceEndpoints.one, { params: { id } })
      return call(invoiceEndpoints.update, {
        params: { id },
        body: {
          ...{ version, status: 'sent', customerId, invoiceNumber, issueDate, dueDate, notes, terms },
          // What is left out of a line stays as it is; deducted deposits stay.
          lineItems: lineItems
            .filter(({ kind }) => kind !== 'deposit')
            .map(({ id, itemId, description, quantity, unitPrice }) => ({ id, itemId, description, quantity, unitPrice })),
        },
      })
    },
    done: (updated) => ({
      title: 'Success',
      description: `Invoice ${invoiceNumber} now requests ${formatMoney(updated.balanceDue, currency)} again.`,
    }),
    failed: 'Failed to update invoice',
    refresh: refreshInvoices,
  })
}

/** With its lines as soon as they are loaded. */
type PanelInvoice = ListedInvoiceWire | InvoiceWire

/** A refunded invoice stays paid: the owner decides whether to ask for payment again. */
const isRefunded = ({ status, balanceDue }: ListedInvoiceWire) => status === 'paid' && balanceDue !== '0.00'

const listAppliedCredit = (invoice: ListedInvoiceWire) => {
  const applied = getAppliedCredit(invoice)
  if (applied === 0) return []
  return [{ label: applied > 0 ? 'Credit applied' : 'Credit used', amount: toDecimal(toAmount(Math.abs(applied))) }]
}

const getPaidSoFar = (invoice: ListedInvoiceWire) =>
  invoice.amountPaid === '0.00' && !hasWriteOff(invoice) && !hasCredit(invoice) && getAppliedCredit(invoice) === 0
    ? undefined
    : [
        ...(invoice.amountPaid === '0.00' ? [] : [{ label: 'Paid', amount: invoice.amountPaid }]),
        ...(hasWriteOff(invoice) ? [{ label: 'Written off', amount: invoice.amountWrittenOff }] : []),
        ...(hasCredit(invoice) ? [{ label: 'Credited', amount: invoice.amountCredited }] : []),
        ...listAppliedCredit(invoice),
        { label: isRefunded(invoice) ? 'Refunded' : 'Balance due', amount: invoice.balanceDue },
      ]

export const PanelSummary = ({ invoice, history }: { invoice: PanelInvoice; history: InvoiceHistory | undefined }) => (
  <>
    <div className="grid gap-3 px-4 py-4 sm:px-5">
      <Standing invoice={invoice} history={history} />
      <NextActions invoice={invoice} />
      <CustomerLink id={invoice.customerId} customer={invoice.customer} />
      <p className="text-[0.8125rem] text-muted tabular-nums">
        Issued {formatDay(invoice.issueDate)} · Due {formatDay(invoice.dueDate)}
        {invoice.viewedAt && (
          <>
            {' '}
            ·{' '}
            <span title={`Opened by the customer on ${formatInstant(invoice.viewedAt)}`}>Viewed {formatInstantDay(invoice.viewedAt)}</span>
          </>
        )}
      </p>
      {invoice.status !== 'draft' && <CustomerPage url={history?.publicUrl} />}
      <InBooks invoice={invoice} />
      <NotChargeable invoice={invoice} />
    </div>
    <DocumentLines key={invoice.id} doc={invoice} more={getPaidSoFar(invoice)} />
  </>
)

/** Keeps its room until the address is known. */
const CustomerPage = ({ url }: { url: string | null | undefined }) => (
  <p className={cx('-my-1 flex flex-wrap items-center gap-x-4 text-[0.8125rem]', !url && 'invisible')}>
    <a href={url ?? undefined} target="_blank" rel="noreferrer" className={customerPageLink}>
      See what your customer sees
      <span className="sr-only"> (in a new tab)</span>
    </a>
    <button type="button" className={customerPageLink} onClick={() => url && void copyPublicLink('Invoice', url)}>
      Copy link
    </button>
  </p>
)
const customerPageLink =
  'inline-flex min-h-7 items-center font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11'

const InBooks = ({ invoice: { currency, exchangeRate, homeTotal, status, ...rate } }: { invoice: PanelInvoice }) => {
  const home = useHomeCurrency()
  if (currency === home) return null
  return (
    <p className="text-[0.8125rem] text-muted tabular-nums">
      {exchangeRate === null || homeTotal === null ? (
        'No exchange rate yet. Issuing needs one.'
      ) : (
        <span title={describeRate(rate)}>
          {status === 'draft' ? 'About ' : ''}
          {formatMoney(homeTotal, home)} in your books · 1 {currency} = {exchangeRate} {home}
        </span>
      )}
    </p>
  )
}

/** When no connected provider takes the currency, or exactly the balance, of an invoice that is due. */
const NotChargeable = ({ invoice: { currency, status, balanceDue } }: { invoice: PanelInvoice }) => {
  const due = parseAmount(balanceDue)
  const isDue = (status === 'sent' || status === 'overdue') && due > 0
  const enabled = isDue && !providerNames.every((name) => canCharge(name, currency, due))
  const { data } = useQuery({ ...paymentsQuery, enabled })
  const connected = data?.providers.filter(({ status }) => status === 'connected').map(({ provider }) => provider) ?? []
  const problem = enabled ? findChargeProblem(connected, currency, due) : null
  return problem && <p className="text-[0.8125rem] text-warn">{problem}</p>
}

/** What the amount on top is called, and which amount it is. */
const getStanding = (invoice: ListedInvoiceWire): [label: string, amount: string] => {
  if (isRefunded(invoice)) return ['Refunded', invoice.balanceDue]
  if (invoice.settledBy === 'paid with credit') return ['Paid', invoice.total]
  return invoice.status === 'paid' && invoice.amountPaid !== '0.00' ? ['Paid', invoice.amountPaid] : ['Balance due', invoice.balanceDue]
}

/** What its money came for: 'Paid from INV-0019'. */
const listAdvances = ({ id }: ListedInvoiceWire, { creditApplications }: InvoiceHistory) =>
  creditApplications.filter(({ invoice, reversal }) => invoice.id === id && !reversal).map(({ source }) => source)

const Standing = ({ invoice, history }: { invoice: ListedInvoiceWire; history: InvoiceHistory | undefined }) => {
  const isDue = (invoice.status === 'sent' || invoice.status === 'overdue') && invoice.balanceDue !== '0.00'
  const due = isDue && describeDue(invoice)
  const [label, amount] = getStanding(invoice)
  const last = label === 'Paid' && history?.payments[0]
  const mark = getSettledMark(invoice)
  const advances = invoice.settledBy === 'paid with credit' && history ? listAdvances(invoice, history) : []
  return (
    <dl>
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3">
        <span
          className={cx('font-semibold text-2xl tabular-nums leading-9 tracking-tight', label === 'Balance due' && !isDue && 'text-muted')}
        >
          {formatMoney(amount, invoice.currency)}
        </span>
        <KindMark kind={invoice.kind} />
        {last && (
          <span className="text-muted text-sm">
            {last.paymentMethod} · {formatDay(last.paymentDate)}
          </span>
        )}
        {advances.length > 0 ? (
          <span className="text-muted text-sm">
            {'from '}
            {advances.map((source, i) => (
              <Fragment key={source.id}>
                {i > 0 && ', '}
                <RecordLink href={getSourcePath(source)}>{getSourceNumber(source)}</RecordLink>
              </Fragment>
            ))}
          </span>
        ) : (
          mark && <span className="text-muted text-sm">{mark[0]}</span>
        )}
        {due && <span className={cx('text-sm', invoice.status === 'overdue' ? 'font-medium text-danger' : 'text-muted')}>{due}</span>}
      </dd>
    </dl>
  )
}

const nextActions = {
  draft: ['email', 'payment', 'edit', 'download', 'view'],
  sent: ['payment', 'email', 'edit', 'download', 'view'],
  overdue: ['remind', 'payment', 'email', 'edit', 'download', 'view'],
  paid: ['payment', 'edit', 'download', 'view'],
} as const

/** What has a button here; the menu has the others. */
export const getNextActions = ({ status }: ListedInvoiceWire) => nextActions[status]

const hasReceipt = (invoice: ListedInvoiceWire) =>
  invoice.status === 'paid' && (invoice.amountPaid !== '0.00' || (!invoice.settledBy && !asksForNothing(invoice)))

/** The first is what this invoice needs now. */
const NextActions = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { start: reopen, isPending } = useReopenInvoice(invoice)
  const needsReceipt = hasReceipt(invoice) && !isRefunded(invoice)
  const receipt = (
    <ButtonLink
      variant={needsReceipt ? 'primary' : 'secondary'}
      size="sm"
      href={getEndpointUrl(invoiceEndpoints.receipt, { params: { id: invoice.id } })}
      download
      aria-label={`Download the receipt of ${invoice.invoiceNumber}`}
    >
      <ReceiptText aria-hidden /> Receipt
    </ButtonLink>
  )
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:*:px-2">
      {needsReceipt && receipt}
      {isRefunded(invoice) && (
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => void reopen()}>
          <RotateCcw aria-hidden /> Ask for payment again
        </Button>
      )}
      {getNextActions(invoice).map((name, i) => (
        <ActionButton
          key={name}
          kind={invoices}
          doc={invoice}
          name={name}
          {...(name === 'email' && { label: 'Send' })}
          variant={i === 0 && invoice.status !== 'paid' ? 'primary' : 'secondary'}
        />
      ))}
      {hasReceipt(invoice) && !needsReceipt && receipt}
    </div>
  )
}
