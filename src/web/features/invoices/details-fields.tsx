import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Day, isDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CustomerField } from './customer-field.tsx'
import { dueAfter, type InvoiceDraft } from './invoice-draft.ts'

export type DetailsProps = {
  /** Whom a saved invoice is for, by the name that stands on it. */
  savedCustomer?: { id: number; name: string } | undefined
  /** The due date keeps this distance from the issue date until somebody types another one; undefined: the two are independent. */
  dueAfterDays?: number | undefined
  /** A free number to offer after the typed one turned out to be taken. */
  freeNumber: string | undefined
  onUseFreeNumber: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Customer, number and dates. */
export const DetailsFields = ({ savedCustomer, dueAfterDays, freeNumber, onUseFreeNumber, children }: DetailsProps) => {
  const { register, setValue, getValues, control, formState } = useFormContext<InvoiceDraft>()
  const [issueDate, dueDate] = useWatch({ control, name: ['issueDate', 'dueDate'] })
  // A date that is being typed is no date for a while.
  const lastIssueDate = useRef<Day>(undefined)
  useEffect(() => {
    if (isDay(issueDate)) lastIssueDate.current = issueDate
  }, [issueDate])
  const { errors } = formState
  const follow = ({ target: { value } }: { target: { value: string } }) => {
    const last = lastIssueDate.current
    if (dueAfterDays === undefined || !last || !isDay(value) || getValues('dueDate') !== dueAfter(last, dueAfterDays)) return
    setValue('dueDate', dueAfter(value, dueAfterDays), { shouldDirty: true })
  }
  const early = isDay(issueDate) && isDay(dueDate) && dueDate < issueDate
  return (
    <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      <CustomerField saved={savedCustomer} />
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
      <Field
        label="Due Date"
        required
        error={errors.dueDate?.message}
        hint={early ? <span className="text-warn">Lies before the issue date.</span> : undefined}
      >
        <Input {...register('dueDate')} type="date" />
      </Field>
      {children}
    </div>
  )
}
