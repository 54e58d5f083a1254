import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { addDays, isDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CustomerField } from './customer-field.tsx'
import { dueAfterDays, type InvoiceDraft } from './invoice-draft.ts'

type Props = {
  /** A free number to offer after the typed one turned out to be taken. */
  freeNumber: string | undefined
  onUseFreeNumber: () => void
}

/** Customer, number and dates. The due date follows the issue date until somebody types one. */
export const DetailsFields = ({ freeNumber, onUseFreeNumber }: Props) => {
  const { register, setValue, control, formState } = useFormContext<InvoiceDraft>()
  const dueWasTyped = useRef(false)
  const [issueDate, dueDate] = useWatch({ control, name: ['issueDate', 'dueDate'] })
  const { errors } = formState
  const follow = (event: { target: { value: string } }) => {
    if (!dueWasTyped.current && isDay(event.target.value)) setValue('dueDate', addDays(event.target.value, dueAfterDays))
  }
  const early = isDay(issueDate) && isDay(dueDate) && dueDate < issueDate
  return (
    <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      <CustomerField />
      <div className="grid gap-2">
        <Field label="Invoice Number" required error={errors.invoiceNumber?.message}>
          <Input {...register('invoiceNumber')} autoComplete="off" />
        </Field>
        {freeNumber && (
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={onUseFreeNumber}>
            Use {freeNumber}
          </Button>
        )}
      </div>
      <Field label="Issue Date" required error={errors.issueDate?.message}>
        <Input {...register('issueDate', { onChange: follow })} type="date" />
      </Field>
      <Field label="Due Date" required error={errors.dueDate?.message} hint={early ? 'Lies before the issue date.' : undefined}>
        <Input
          {...register('dueDate', {
            onChange: () => {
              dueWasTyped.current = true
            },
          })}
          type="date"
        />
      </Field>
    </div>
  )
}
