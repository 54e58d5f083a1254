import { useFormContext, useWatch } from 'react-hook-form'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { Field, Select } from '#web/ui/field.tsx'
import type { InvoiceDraft } from './invoice-draft.ts'
import { statusHint } from './status-hint.ts'

const words = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' }

/** The status, and what choosing another one does besides. */
export const StatusField = ({ saved }: { saved: InvoiceWire }) => {
  const { register, control, formState } = useFormContext<InvoiceDraft>()
  const [status, dueDate, lineItems, taxAmount] = useWatch({ control, name: ['status', 'dueDate', 'lineItems', 'taxAmount'] })
  return (
    <Field label="Status" error={formState.errors.status?.message} hint={statusHint(saved, { status, dueDate, lineItems, taxAmount })}>
      <Select {...register('status')}>
        {invoiceStatuses.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
