import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { writeOffFields } from '#model/money-actions.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { writeOffInput } from '#shared/contract/settlements.ts'
import { type Amount, formatMoney, parseAmount, scale } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useUndoWriteOff } from '#web/features/invoices/actions/use-settlements.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { Flag } from '#web/kit/flag.tsx'
import { call } from '#web/lib/api/client.ts'

type Typed = z.input<typeof writeOffInput>

const readTaxPart = ({ taxAmount, total, currency }: InvoiceWire, typed: unknown): Amount => {
  try {
    return scale(parseAmount(taxAmount), parseAmount(String(typed)), parseAmount(total), currency)
  } catch {
    return parseAmount('0')
  }
}

const TaxPart = ({ invoice, control, ...input }: { invoice: InvoiceWire; control: Control<Typed> }) => (
  <Flag
    {...input}
    label={`Take back the tax part, ${formatMoney(readTaxPart(invoice, useWatch({ control, name: 'amount' })), invoice.currency)}`}
    hint="Lowers the sales tax you owe on that date, where your tax rules allow it."
  />
)

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

export default function WriteOffDialog({ invoice: listed, open, onClose }: Props) {
  const { id, invoiceNumber, currency, balanceDue } = listed
  // A row of the list has no taxes. A closed dialog asks no more: the invoice may be deleted then.
  const { data: loaded } = useQuery({
    queryKey: [invoiceEndpoints.list.path, 'one', id],
    queryFn: ({ signal }) => call(invoiceEndpoints.one, { params: { id }, signal }),
    enabled: open,
  })
  const invoice = loaded ?? listed
  const undo = useUndoWriteOff(listed)
  return (
    <ActionDialog
      title="Write Off"
      description={`Invoice ${invoiceNumber}: ${formatMoney(balanceDue, currency)} due`}
      noun="write-off"
      keptAs={`write-off.${id}`}
      fields={writeOffFields({ ...invoice, due: parseAmount(invoice.balanceDue) })}
      schema={writeOffInput}
      own={{
        recoversTax: ({ register, control }) =>
          loaded && parseAmount(loaded.taxAmount) > 0 ? <TaxPart invoice={loaded} control={control} {...register('recoversTax')} /> : null,
      }}
      note="No email is sent, and reminders stop once nothing is due. If the customer pays later, the write-off is undone."
      send={['Write Off', 'Writing off...']}
      save={(body, request) => call(invoiceEndpoints.writeOff, { params: { id }, body, ...request })}
      done={({ writeOff, balanceDue: due }) => {
        const rest = due === '0.00' ? 'Nothing is due any more.' : `${formatMoney(due, currency)} is still due.`
        return {
          title: 'Written off',
          description: `${formatMoney(writeOff.amount, currency)} of invoice ${invoiceNumber}. ${rest}`,
          action: { label: 'Undo', run: () => undo.mutate(writeOff) },
        }
      }}
      refresh={refreshInvoices}
      {...{ open, onClose }}
    />
  )
}
