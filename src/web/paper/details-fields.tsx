import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CustomerField } from './customer-field.tsx'
import type { FormDraft } from './form-draft.ts'
import type { FormConfig } from './form-kind.ts'
import { useDependentDates } from './use-following.ts'

export type DetailsProps = {
  kind: FormConfig
  /** Whom a saved paper is for, by the name that stands on it. */
  savedCustomer?: { id: number; name: string } | undefined
  /** The end date keeps this distance from the issue date until somebody types another one; undefined: the two are independent. */
  daysToEnd?: number | undefined
  /** A free number to offer after the typed one turned out to be taken. */
  freeNumber: string | undefined
  onUseFreeNumber: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Customer, number and dates. */
export const DetailsFields = ({ kind, savedCustomer, daysToEnd, freeNumber, onUseFreeNumber, children }: DetailsProps) => {
  const { register, control, formState } = useFormContext<FormDraft>()
  const [issueDate, endDate] = useWatch({ control, name: ['issueDate', 'endDate'] })
  const follow = useDependentDates({ daysToEnd, movedTerms: kind.adjustTerms })
  const { errors } = formState
  const early = isDay(issueDate) && isDay(endDate) && endDate < issueDate
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 max-sm:*:col-span-2 sm:gap-x-4">
      <CustomerField noun={kind.noun} saved={savedCustomer} />
      <div className="grid gap-2">
        <Field label={kind.labels.number} required error={errors.number?.message}>
          <Input {...register('number')} autoComplete="off" autoCapitalize="characters" autoCorrect="off" spellCheck={false} />
        </Field>
        {freeNumber && (
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={onUseFreeNumber}>
            Use {freeNumber}
          </Button>
        )}
      </div>
      <Field label="Issue Date" required error={errors.issueDate?.message} className="max-sm:col-span-1!">
        <Input {...register('issueDate', { onChange: follow.issueDate })} type="date" />
      </Field>
      <Field
        label={kind.labels.endDate}
        required
        className="max-sm:col-span-1!"
        error={errors.endDate?.message}
        hint={early ? <span className="text-warn">Lies before the issue date.</span> : undefined}
      >
        <Input {...register('endDate', { onChange: follow.endDate })} type="date" />
      </Field>
      {children}
    </div>
  )
}
