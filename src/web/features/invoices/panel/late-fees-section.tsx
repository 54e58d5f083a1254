import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { lateFeeEndpoints } from '#shared/contract/endpoints/late-fees.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { InvoiceLateFeesWire, LateFeeKey } from '#shared/contract/late-fees.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { PanelSection, RecordLink } from '#web/documents/panel/panel-section.tsx'
import { MovementRow } from '#web/documents/payments/movement-row.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'

type Fee = InvoiceLateFeesWire['fees'][number]
type Action = 'charge' | 'waive'

const InvoiceName = ({ id, invoiceNumber, isDeleted }: NonNullable<Fee['invoice']>) =>
  isDeleted ? <>{invoiceNumber}, which was deleted</> : <RecordLink href={`/invoices/${id}`}>{invoiceNumber}</RecordLink>

const formatDays = ({ firstDay, lastDay }: Pick<Fee, 'firstDay' | 'lastDay'>) => `${formatDay(firstDay)} to ${formatDay(lastDay)}`

const useLateFeeActions = ({ id, invoiceNumber }: ListedInvoiceWire, queryKey: readonly unknown[]) => {
  const client = useQueryClient()
  const reload = () => Promise.all([client.invalidateQueries({ queryKey: [lateFeeEndpoints.rule.path] }), refreshInvoices()])
  const restore = (feeInvoiceId: number) =>
    void runMutation((request) => call(invoiceEndpoints.restore, { params: { id: feeInvoiceId }, ...request })).then(reload, (error) =>
      toastFailure(error, { title: 'Not Done', description: 'The late fee could not be restored.', variant: 'destructive' }),
    )
  return useMutation({
    mutationFn: ({ what, key: { ruleId, occurrence } }: { what: Action; key: LateFeeKey; fee?: Fee }) =>
      runMutation((request) => call(lateFeeEndpoints[what], { params: { id }, body: { ruleId, occurrence }, ...request })),
    onSuccess: (reply, { what, fee }) => {
      client.setQueryData(queryKey, reply)
      const feeInvoice = fee?.invoice
      toast(
        what === 'charge'
          ? {
              title: 'Late fee charged',
              description: `Invoice ${reply.fees[0]?.invoice?.invoiceNumber} for the delay of ${invoiceNumber}.`,
            }
          : {
              title: 'Late fee waived',
              description: feeInvoice ? `Invoice ${feeInvoice.invoiceNumber} was deleted.` : `Nothing is charged for these days.`,
              ...(feeInvoice && { action: { label: 'Undo', run: () => restore(feeInvoice.id) } }),
            },
      )
      // Not awaited: what is shown is new already, and a click while the rest loads must not be lost.
      void reload()
    },
    onError: (error, { what }) => {
      toastFailed(error, what === 'charge' ? 'The late fee could not be charged.' : 'The late fee could not be waived.', 'Not Done')
      void client.invalidateQueries({ queryKey })
    },
  })
}

export const LateFeesSection = ({ invoice }: { invoice: ListedInvoiceWire }) => {
  const { id, status, invoiceNumber, customer } = invoice
  // The same first part as the rule's: both are refetched together.
  const queryKey = [lateFeeEndpoints.rule.path, 'invoice', id]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(lateFeeEndpoints.ofInvoice, { params: { id }, signal }),
    enabled: status !== 'draft',
  })
  const { mutate, isPending, variables } = useLateFeeActions(invoice, queryKey)
  if (!data) return null
  const { proposal, whyNot, fees, feeFor } = data
  if (!proposal && !whyNot && fees.length === 0 && !feeFor) return null
  const money = proposal && formatMoney(proposal.amount, proposal.currency)
  const charge = async (key: LateFeeKey) => {
    const question = `Charge a late fee of ${money} for ${invoiceNumber}? An invoice is created${customer.email ? ` and emailed to ${customer.email}` : ''}.`
    if (!isPending && (await confirmAction(question, { confirm: 'Charge late fee' }))) mutate({ what: 'charge', key })
  }
  return (
    <PanelSection
      title="Late fees"
      rows={fees}
      empty={null}
      top={
        <div className="grid gap-2.5 text-sm not-last:mb-2.5 empty:hidden">
          {feeFor && (
            <p className="text-muted [overflow-wrap:anywhere]">
              This is a late fee for invoice <InvoiceName {...feeFor} />.
            </p>
          )}
          {whyNot && <p className="text-muted">A late fee is due, and can’t be charged. {whyNot}</p>}
          {proposal && (
            <div className="rounded-lg bg-sunken px-3.5 py-3">
              <p className="font-medium tabular-nums">Late fee of {money} can be charged</p>
              <p className="text-[0.8125rem] text-muted tabular-nums">{formatDays(proposal)}</p>
              <div className="mt-2.5 flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  pending={isPending && variables.what === 'charge'}
                  onClick={() => void charge(proposal)}
                >
                  Charge…
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  className="text-muted"
                  onClick={() => !isPending && mutate({ what: 'waive', key: proposal })}
                >
                  Waive
                </Button>
              </div>
            </div>
          )}
        </div>
      }
    >
      {(rows) => (
        <ul aria-label="Charged and waived late fees" className="divide-y divide-line">
          {rows.map((fee) => (
            <FeeRow
              key={`${fee.ruleId} ${fee.occurrence}`}
              fee={fee}
              waive={() => !isPending && mutate({ what: 'waive', key: fee, fee })}
            />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

const FeeRow = ({ fee, waive }: { fee: Fee; waive: () => void }) => {
  const money = formatMoney(fee.amount, fee.currency)
  return (
    <MovementRow
      money={money}
      isVoid={fee.isWaived}
      badges={[{ label: fee.isWaived ? 'Waived' : 'Charged' }]}
      buttons={fee.isWaived ? [] : [{ label: 'Waive', name: `Waive the late fee of ${money}`, run: waive }]}
    >
      {fee.invoice && (
        <p>
          Invoice <InvoiceName {...fee.invoice} />
        </p>
      )}
      <p>{formatDays(fee)}</p>
    </MovementRow>
  )
}
