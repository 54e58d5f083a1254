import type { DepositWire } from '#shared/contract/deposits.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { PanelSection, RecordLink } from '#web/documents/panel/panel-section.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import type { InvoiceHistory } from './use-invoice.ts'

type Props = { invoice: ListedInvoiceWire; history: InvoiceHistory | undefined }

const useDeduction = ({ id, invoiceNumber }: Pick<InvoiceWire, 'id' | 'invoiceNumber'>) =>
  useAction({
    send: ({ deposit, isUndo }: { deposit: DepositWire; isUndo: boolean }, request): Promise<unknown> => {
      const params = { id, depositId: String(deposit.id) }
      return isUndo
        ? call(invoiceEndpoints.removeDeduction, { params, ...request })
        : call(invoiceEndpoints.deductDeposit, { params, body: {}, ...request })
    },
    done: (_, { deposit, isUndo }) =>
      isUndo
        ? { title: 'Deduction removed', description: `${invoiceNumber} does not deduct ${deposit.invoiceNumber} any more.` }
        : { title: 'Deposit deducted', description: `${invoiceNumber} now deducts ${deposit.invoiceNumber}.` },
    failed: ({ isUndo }) => (isUndo ? 'Failed to remove the deduction' : 'Failed to deduct the deposit'),
    refresh: refreshInvoices,
  })

const Row = ({ invoice, deposit }: { invoice: ListedInvoiceWire; deposit: DepositWire }) => {
  const { mutate, isPending } = useDeduction(invoice)
  const { id, invoiceNumber, status, deducted, left, currency } = deposit
  const isDraft = invoice.status === 'draft'
  const act = (isUndo: boolean) => () => mutate({ deposit, isUndo })
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <RecordLink href={`/invoices/${id}`} className="[overflow-wrap:anywhere]">
        {invoiceNumber}
      </RecordLink>
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
                <RecordLink href={`/invoices/${id}`} className="[overflow-wrap:anywhere]">
                  {invoiceNumber}
                </RecordLink>
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
