import { CustomerPicker } from '../../pick/customer-picker.tsx'
import { Field } from '../../ui/field.tsx'

/** Whose statement is shown. */
export default function StatementCustomer({ id, choose }: { id: number | null; choose: (id: number | null) => void }) {
  return (
    <Field label="Customer" hideLabel className="w-full sm:w-80">
      <CustomerPicker value={id} onChange={(customer) => choose(customer?.id ?? null)} />
    </Field>
  )
}
