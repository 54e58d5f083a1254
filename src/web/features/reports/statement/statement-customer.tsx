import { CustomerPicker } from '#web/entity/pickers/customer-picker.tsx'
import { Field } from '#web/ui/field.tsx'

export default function StatementCustomer({ id, choose }: { id: number | null; choose: (id: number | null) => void }) {
  return (
    <Field label="Customer" hideLabel className="w-full sm:w-80">
      <CustomerPicker value={id} onChange={(customer) => choose(customer?.id ?? null)} />
    </Field>
  )
}
