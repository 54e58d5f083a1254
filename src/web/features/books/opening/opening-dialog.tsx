import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import { type OpeningBalanceWire, openingBalanceInput } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import { formatMoney } from '#shared/money.ts'
import { NewCustomer } from '#web/documents/form/new-customer.tsx'
import { CustomerPicker, useHasNoCustomers } from '#web/entity/pickers/customer-picker.tsx'
import { refreshOpeningBalances } from '#web/features/books/query/queries.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'

type Typed = z.input<typeof openingBalanceInput>
/** Rules of invoices name the invoice's fields. */
const invoiceFields: Readonly<Record<string, keyof Typed>> = { issueDate: 'day', invoiceNumber: 'reference' }

const CustomerField = ({ control }: { control: Control<Typed> }) => {
  const { field, fieldState } = useController({ control, name: 'customerId' })
  const hasNone = useHasNoCustomers()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="relative min-w-0 sm:col-span-2">
      <Field label="Customer" required error={isAdding ? undefined : fieldState.error?.message}>
        <CustomerPicker
          ref={field.ref}
          name={field.name}
          value={field.value ? Number(field.value) : null}
          onChange={(customer) => field.onChange(customer?.id ?? '')}
          onBlur={field.onBlur}
        />
      </Field>
      {isAdding ? (
        <NewCustomer
          onClose={() => setAdding(false)}
          onAdded={(customer) => {
            setAdding(false)
            field.onChange(customer.id)
          }}
        />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="absolute -top-1 right-0 h-7 px-2 text-accent pointer-coarse:-top-4 pointer-coarse:-right-2 pointer-coarse:h-11"
          onClick={() => setAdding(true)}
        >
          <UserPlus aria-hidden /> {hasNone ? 'Add your first customer' : 'New customer'}
        </Button>
      )}
    </div>
  )
}

const OpeningForm = (ends: FormEnds) => {
  const currency = useHomeCurrency()
  const { form, errorOf, frame } = useRecordForm<Typed, OpeningBalanceWire>({
    ...ends,
    noun: 'opening balance',
    keptAs: 'opening-balance.new',
    schema: openingBalanceInput,
    defaults: { customerId: '', amount: '', day: getToday(), dueDate: '', reference: '' },
    first: 'customerId',
    toField: (path) => invoiceFields[path] ?? path,
    save: (body, request) => call(booksEndpoints.createOpeningBalance, { body, ...request }),
    done: ({ invoiceNumber, amount }) => ({
      title: 'Success',
      description: `Opening balance ${invoiceNumber} of ${formatMoney(amount, currency)} added`,
    }),
    refresh: refreshOpeningBalances,
  })
  const { register, control } = form
  return (
    <RecordForm frame={frame} label="Opening balance" send={['Add opening balance', 'Saving...']}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <CustomerField control={control} />
        <Field label="Open amount" required error={errorOf('amount')} hint="What was still unpaid.">
          <Input {...register('amount')} type="number" step={getAmountStep(currency)} min="0" placeholder={getZeroAmount(currency)} />
        </Field>
        <Field label="Invoice number" error={errorOf('reference')} hint="Of the old invoice. Optional.">
          <Input {...register('reference')} dir="auto" autoComplete="off" />
        </Field>
        <Field label="As of" required error={errorOf('day')} hint="Usually the day you moved.">
          <FormDateInput control={control} name="day" />
        </Field>
        <Field label="Due date" required error={errorOf('dueDate')} hint="Of the old invoice.">
          <FormDateInput control={control} name="dueDate" />
        </Field>
      </div>
    </RecordForm>
  )
}

export default function OpeningDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { close, formRef } = useDiscardGuard('Discard this opening balance?', onClose)
  return (
    <Modal title="Add opening balance" size="md" open={open} onClose={close} guard>
      <OpeningForm onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
