import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { listCustomers } from './calls.ts'
import type { InvoiceDraft } from './invoice-draft.ts'
import { NewCustomer } from './new-customer.tsx'

/** Whom the invoice is for. Somebody new can be added right here. */
export const CustomerField = () => {
  const { register, control, setValue, formState } = useFormContext<InvoiceDraft>()
  const customers = useQuery({ queryKey: [listCustomers.path], queryFn: ({ signal }) => call(listCustomers, { signal }) })
  const chosenId = useWatch({ control, name: 'customerId' })
  const [adding, setAdding] = useState(false)
  const rows = customers.data ?? []
  const chosen = rows.find(({ id }) => String(id) === chosenId)
  const placeholder = customers.isPending
    ? 'Loading customers...'
    : customers.isError
      ? 'Customers could not be loaded'
      : rows.length === 0
        ? 'No customers yet'
        : 'Select a customer'

  return (
    <div className="relative min-w-0">
      <Field
        label="Customer"
        required
        error={formState.errors.customerId?.message}
        hint={chosen && !chosen.email ? 'Has no e-mail address: nothing can be sent by e-mail.' : undefined}
      >
        {/* Controlled: a customer that was added a moment ago has its option only after the list came back. */}
        <Select {...register('customerId')} value={chosenId}>
          <option value="">{placeholder}</option>
          {rows.map(({ id, name, company }) => (
            <option key={id} value={id}>
              {company ? `${name} (${company})` : name}
            </option>
          ))}
        </Select>
      </Field>
      {customers.isError && (
        <Button variant="ghost" size="sm" onClick={() => void customers.refetch()}>
          Try again
        </Button>
      )}
      {adding ? (
        <NewCustomer
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            setValue('customerId', String(id), { shouldDirty: true, shouldValidate: true })
          }}
        />
      ) : (
        <Button variant="ghost" size="sm" className="absolute -top-1 right-0 h-7 px-2 text-accent" onClick={() => setAdding(true)}>
          <UserPlus />
          {customers.isSuccess && rows.length === 0 ? 'Add your first customer' : 'New customer'}
        </Button>
      )}
    </div>
  )
}
