import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Customer } from '#modules/customers/contract.ts'
import { CustomerPicker, useCustomer, useHasNoCustomers } from '#web/entity/pickers/customer-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useFollowCurrency } from './exchange-rate-field.tsx'
import { type FormDraft, toEarlyDiscount } from './form-draft.ts'
import { NewCustomer } from './new-customer.tsx'
import { useSuggestedRates } from './use-suggested-rates.ts'

type Props = {
  noun: string
  /** `name` is printed on the saved document. */
  saved?: { id: number; name: string } | undefined
  /** Before the discount, which depends on the due date. */
  onChange?: (customer: Customer | null) => void
}

export const CustomerField = ({ noun, saved, onChange }: Props) => {
  const { control, setValue, getValues } = useFormContext<FormDraft>()
  const { field, fieldState } = useController({ control, name: 'customerId' })
  const id = field.value === '' ? null : Number(field.value)
  const chosen = useCustomer(id)
  const { changeCustomer } = useSuggestedRates()
  const followCurrency = useFollowCurrency()
  const change = (customer: Customer | null) => {
    onChange?.(customer)
    // A saved document keeps its currency, its discount and its reference.
    if (!saved) {
      followCurrency(customer)
      setValue('buyerReference', customer?.buyerReference ?? '', { shouldDirty: true })
      const { earlyDiscountPercent, ...dates } = getValues()
      if (earlyDiscountPercent !== undefined)
        for (const [name, value] of Object.entries(toEarlyDiscount(customer, dates)))
          setValue(name as 'earlyDiscountPercent', value, { shouldDirty: true })
    }
    void changeCustomer(customer)
  }
  const hasNone = useHasNoCustomers()
  const [adding, setAdding] = useState(false)
  const savedName = saved && saved.id === id ? saved.name : undefined

  return (
    <div className="relative min-w-0">
      <Field
        label="Customer"
        required
        error={fieldState.error && (adding ? "The new customer hasn't been added yet" : fieldState.error.message)}
        hint={
          chosen && savedName && chosen.name !== savedName
            ? `The ${noun} keeps the name ${savedName}, as it was sent.`
            : chosen && !chosen.email
              ? 'No email address, so nothing can be sent by email.'
              : undefined
        }
      >
        <CustomerPicker
          ref={field.ref}
          name={field.name}
          value={id}
          knownAs={savedName}
          onChange={(customer) => {
            change(customer)
            field.onChange(customer ? String(customer.id) : '')
          }}
          onBlur={field.onBlur}
        />
      </Field>
      {adding ? (
        <NewCustomer
          onClose={() => setAdding(false)}
          onAdded={(customer) => {
            setAdding(false)
            change(customer)
            setValue('customerId', String(customer.id), { shouldDirty: true, shouldValidate: true })
          }}
        />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="absolute -top-1 right-0 h-7 px-2 text-accent pointer-coarse:-top-4 pointer-coarse:-right-2 pointer-coarse:h-11"
          onClick={() => setAdding(true)}
        >
          <UserPlus />
          {hasNone ? 'Add your first customer' : 'New customer'}
        </Button>
      )}
    </div>
  )
}
