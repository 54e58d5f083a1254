import { useState } from 'react'
import { z } from 'zod'
import { type ExpenseWire, expenseInput, receiptFile } from '#modules/expenses/contract.ts'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { ModelForm, useModelForm } from '#web/entity/model-form.tsx'
import { CustomerPicker } from '#web/entity/pickers/customer-picker.tsx'
import { createRecordDialog, type RecordEditorProps } from '#web/entity/record-editor.tsx'
import { expenses } from './expenses.ts'
import { ReceiptField } from './receipt-field.tsx'

/** Kept with a draft, which has their ids alone. */
const storedReferences = z.object({ customerName: z.string().nullable(), receiptFile: receiptFile.nullable() })
type References = z.input<typeof storedReferences>
const readReferences = (stored: unknown): References => storedReferences.safeParse(stored).data ?? { customerName: null, receiptFile: null }

const ExpenseForm = (props: RecordEditorProps<ExpenseWire>) => {
  const [shown, setShown] = useState(() => readReferences(props.row))
  const change = (changed: Partial<References>) => setShown((was) => ({ ...was, ...changed }))
  const record = useModelForm(expenses, props, {
    schema: expenseInput,
    beside: { read: () => shown, restore: (stored) => setShown(readReferences(stored)) },
  })
  const { watch, setValue } = record.form
  const customerId = watch('customerId')
  return (
    <ModelForm
      entity={expenses}
      record={record}
      shown={shown}
      texts={{ customerId: ({ customerName }) => customerName ?? '', receiptFileId: ({ receiptFile }) => receiptFile?.fileName ?? '' }}
      lines={[['description'], ['amount', 'category'], ['expenseDate', 'vendor'], ['customerId'], ['receiptUrl']]}
      own={{
        customerId: {
          control: (
            <CustomerPicker
              value={customerId ? Number(customerId) : null}
              onChange={(customer) => {
                change({ customerName: customer?.name ?? null })
                setValue('customerId', customer?.id ?? '', { shouldDirty: true, shouldValidate: true })
              }}
              optional
            />
          ),
        },
      }}
    >
      <div className="sm:col-span-6">
        <ReceiptField
          value={shown.receiptFile}
          onChange={(file) => {
            change({ receiptFile: file })
            setValue('receiptFileId', file?.id ?? '', { shouldDirty: true })
          }}
        />
      </div>
      {props.row && <RecordHistory entity={expenses} id={props.row.id} className="sm:col-span-6" />}
    </ModelForm>
  )
}

export default createRecordDialog<ExpenseWire>(expenses.noun, ExpenseForm)
