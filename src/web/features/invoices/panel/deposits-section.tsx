import { Link } from 'wouter'
import type { DepositWire } from '#shared/contract/deposits.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { useDeduction } from '#web/features/invoices/actions/use-deposits.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { InvoiceHistory } from './use-invoice.ts'

type Props = { invoice: ListedInvoiceWire; history: InvoiceHistory | undefined }

const linkClass = 'font-medium text-accent underline-offset-2 hover:underline [overflow-wrap:anywhere]'

const Row = ({ invoice, deposit }: { invoice: ListedInvoiceWire; deposit: DepositWire }) => {
  const { mutate, isPending } = useDeduction(invoice)
  const { id, invoiceNumber, status, deducted, left, currency } = deposit
  const isDraft = invoice.status === 'draft'
  const act = (isUndo: boolean) => () => mutate({ deposit, isUndo })
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <Link href={`/invoices/${id}`} className={linkClass}>
        {invoiceNumber}
      </Link>
      <StatusBadge status={status} />
      <span className="ml-auto flex items-center gap-3">
        {deducted !== '0.00' && <span>{`${formatMoney(deducted, currency)} deducted`}</span>}
        {isDraft && deducted !== '0.00' && (
          <Button
            variant="secondary"
            size="sm"
            pending={isPending}
            onClick={act(true)}
            aria-label={`Remove the deduction of ${invoiceNumber}`}
          >
            Remove
          </Button>
        )}
        {isDraft && deducted === '0.00' && status === 'draft' && (
          <span className="text-muted">{`${formatMoney(left, currency)}, not sent yet`}</span>
        )}
        {isDraft && deducted === '0.00' && status !== 'draft' && (
          <Button variant="secondary" size="sm" pending={isPending} onClick={act(false)} aria-label={`Deduct ${invoiceNumber}`}>
            Deduct {formatMoney(left, currency)}
          </Button>
        )}
      </span>
    </li>
  )
}

export const DepositsSection = ({ invoice, history }: Props) => {
  const { deposits = [], deductedFrom = [] } = history ?? {}
  if (invoice.kind === 'deposit')
    return (
      <PanelSection title="Deducted from" rows={history && deductedFrom} empty="Not deducted from an invoice yet.">
        {(rows) => (
          <ul className="grid gap-2 text-sm tabular-nums">
            {rows.map(({ id, invoiceNumber, amount }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <Link href={`/invoices/${id}`} className={linkClass}>
                  {invoiceNumber}
                </Link>
                <span>{formatMoney(amount, invoice.currency)}</span>
              </li>
            ))}
          </ul>
        )}
      </PanelSection>
    )
  if (deposits.length === 0) return null
  return (
    <PanelSection title="Deposits" rows={deposits} empty={null}>
      {(rows) => (
        <ul className="grid gap-2 text-sm tabular-nums">
          {rows.map((deposit) => (
            <Row key={deposit.id} invoice={invoice} deposit={deposit} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
