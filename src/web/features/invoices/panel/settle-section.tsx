import { Clock3, Coins } from 'lucide-react'
import type { PaymentAttemptWire } from '#shared/contract/invoice-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney, parseAmount, toAmount } from '#shared/money.ts'
import { providerLabels } from '#shared/payment-methods.ts'
import { listAvailable } from '#web/documents/list/actions.ts'
import { ActionButton } from '#web/documents/list/row-actions.tsx'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { useIsSandbox } from '#web/documents/payments/payments-state.ts'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { useApplyCredit } from '#web/features/invoices/actions/use-settlements.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import type { OpenRefund } from './payment-row.tsx'
import { SettledRows } from './settled-rows.tsx'
import type { InvoiceHistory } from './use-invoice.ts'

const loadApplyCredit = () => import('#web/features/invoices/form/apply-credit-dialog.tsx')

/** What settles it besides a payment, each in a dialog; the customer's credit is applied at once. */
export const settling = ['credit', 'writeOff'] as const

const findOffered = (invoice: ListedInvoiceWire) => listAvailable(invoices, settling, invoice)

/** None while the history is loading. */
const getCredit = ({ balanceDue }: ListedInvoiceWire, history: InvoiceHistory | undefined) =>
  balanceDue === '0.00' ? 0 : parseAmount(history?.availableCredit ?? '0.00')

const PendingPayments = ({ attempts, currency }: { attempts: readonly PaymentAttemptWire[]; currency: Currency }) => (
  <ul aria-label="Payments in progress" className="mb-3 grid gap-2">
    {attempts.map(({ id, provider, status, amount, startedAt }) => (
      <li key={id} className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2 text-sm">
        <Clock3 className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="tabular-nums">
            {status === 'pending'
              ? `${formatMoney(amount, currency)} through ${providerLabels[provider]} is being confirmed`
              : `${providerLabels[provider]} checkout for ${formatMoney(amount, currency)} is open`}
          </p>
          <p className="text-[0.8125rem] text-muted tabular-nums">
            {status === 'pending' ? `Waiting for the bank since ${formatInstant(startedAt)}` : `Since ${formatInstant(startedAt)}`}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

type Props = {
  invoice: ListedInvoiceWire
  /** Undefined while loading. */
  history: InvoiceHistory | undefined
}

export const SettleActions = ({ invoice, history }: Props) => {
  const { mutate, isPending } = useApplyCredit(invoice)
  const { balanceDue, currency } = invoice
  const credit = getCredit(invoice, history)
  const { show, dialog } = useLazyDialog(loadApplyCredit)
  const buttons = findOffered(invoice).map(({ name }) => <ActionButton key={name} kind={invoices} doc={invoice} name={name} />)
  if (credit > 0)
    buttons.unshift(
      <Button key="apply" variant="secondary" size="sm" pending={isPending} onClick={() => mutate()}>
        <Coins aria-hidden /> Apply Credit
        <span className="font-normal text-muted tabular-nums">
          {formatMoney(toAmount(Math.min(credit, parseAmount(balanceDue))), currency)}
        </span>
      </Button>,
    )
  return (
    <div className="mb-4 grid gap-2.5 empty:hidden">
      {credit > 0 && (
        <p className="text-sm tabular-nums">
          <span className="font-medium text-note">{`${formatMoney(toAmount(credit), currency)} credit`}</span> of this customer can be
          applied.{' '}
          <button
            type="button"
            className="font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
            onClick={() => void show({ invoice, credit: toAmount(credit) })}
          >
            Amount and date…
          </button>
        </p>
      )}
      {buttons.length > 0 && <div className="flex flex-wrap gap-2">{buttons}</div>}
      {dialog}
    </div>
  )
}

export const SettleSection = ({ invoice, history, refund }: Props & { refund: OpenRefund }) => {
  const isSandbox = useIsSandbox()
  const pending = history?.attempts.filter(({ status }) => status !== 'review') ?? []
  const { payments = [], writeOffs = [], creditNotes = [], creditApplications = [] } = history ?? {}
  const rows = [...payments, ...writeOffs, ...creditNotes, ...creditApplications]
  const canSettle = findOffered(invoice).length > 0 || getCredit(invoice, history) > 0
  if (!canSettle && pending.length === 0 && rows.length === 0) return null
  return (
    <PanelSection
      title="Payments"
      rows={history && rows}
      isCounted={false}
      empty="No payments yet."
      mark={isSandbox && <SandboxBadge />}
      top={
        <>
          <SettleActions invoice={invoice} history={history} />
          {pending.length > 0 && <PendingPayments attempts={pending} currency={invoice.currency} />}
        </>
      }
    >
      {() => <SettledRows invoice={invoice} settled={{ payments, writeOffs, creditNotes, creditApplications }} refund={refund} />}
    </PanelSection>
  )
}
