import { useState } from 'react'
import { z } from 'zod'
import { type ExpenseWire, expenseInput, receiptFile } from '#modules/expenses/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import type { EntityFormProps } from '#web/entity/entity-dialog.tsx'
import { EntityForm, useEntityForm } from '#web/entity/entity-form.tsx'
import { CustomerPicker } from '#web/entity/pickers/customer-picker.tsx'
import { getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { type ExpenseBody, expenses } from './expenses.ts'
import { ReceiptField } from './receipt-field.tsx'

const defaultsOf = (row: ExpenseWire | undefined, currency: Currency): ExpenseBody => ({
  description: row?.description ?? '',
  amount: row ? toInputAmount(row.amount, currency) : '',
  // No category is preselected; the empty choice fails validation.
  category: (row?.category ?? '') as ExpenseBody['category'],
  expenseDate: row?.expenseDate ?? getToday(),
  vendor: row?.vendor ?? '',
  customerId: row?.customerId ?? '',
  receiptUrl: row?.receiptUrl ?? '',
  receiptFileId: row?.receiptFileId ?? '',
})

/** Display values of references, stored with a draft. */
const storedReferences = z.object({ customerName: z.string().nullable(), receipt: receiptFile.nullable() })

const ExpenseForm = (props: EntityFormProps<ExpenseWire, ExpenseBody>) => {
  const currency = useHomeCurrency()
  const [receipt, setReceipt] = useState(props.row?.receiptFile ?? null)
  const [customerName, setCustomerName] = useState(props.row?.customerName ?? null)
  const { form, register, errorOf, frame } = useEntityForm({
    ...props,
    save: (body) => props.save(body, { customerName, receiptFile: receipt }),
    schema: expenseInput,
    defaults: defaultsOf(props.row, currency),
    first: 'description',
    shown: {
      read: () => ({ customerName, receipt }),
      restore: (stored) => {
        const { data } = storedReferences.safeParse(stored)
        setCustomerName(data?.customerName ?? null)
        setReceipt(data?.receipt ?? null)
      },
    },
  })
  const customerId = form.watch('customerId')
  return (
    <EntityForm {...props} {...frame}>
      <Field label="Description" required error={errorOf('description')} className="sm:col-span-6">
        <Input {...register('description')} autoComplete="off" />
      </Field>
      <Field label="Amount" required error={errorOf('amount')} className="sm:col-span-3">
        <Input {...register('amount')} type="number" step={getAmountStep(currency)} min="0" placeholder={getZeroAmount(currency)} />
      </Field>
      <Field label="Category" required error={errorOf('category')} className="sm:col-span-3">
        <Select {...register('category')} className="has-[option[value='']:checked]:text-muted">
          <option value="">Select a category</option>
          {expenseCategories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field label="Expense Date" required error={errorOf('expenseDate')} className="sm:col-span-3">
        <FormDateInput control={form.control} name="expenseDate" />
      </Field>
      <Field label="Vendor" error={errorOf('vendor')} className="sm:col-span-3">
        <Input {...register('vendor')} autoComplete="off" />
      </Field>
      <Field label="Customer" error={errorOf('customerId')} className="sm:col-span-6">
        <CustomerPicker
          value={customerId ? Number(customerId) : null}
          onChange={(customer) => {
            setCustomerName(customer?.name ?? null)
            form.setValue('customerId', customer?.id ?? '', { shouldDirty: true, shouldValidate: true })
          }}
          optional
        />
      </Field>
      <Field
        label="Receipt URL"
        error={errorOf('receiptUrl')}
        hint="Attach the receipt below, or upload it elsewhere and paste a link to it here."
        className="sm:col-span-6"
      >
        <Input {...register('receiptUrl')} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
      </Field>
      <div className="sm:col-span-6">
        <ReceiptField
          value={receipt}
          onChange={(file) => {
            setReceipt(file)
            form.setValue('receiptFileId', file?.id ?? '', { shouldDirty: true })
          }}
        />
      </div>
      {props.row && <RecordHistory entity={expenses} id={props.row.id} className="sm:col-span-6" />}
    </EntityForm>
  )
}

export default ExpenseForm
