import { useFormContext, useWatch } from 'react-hook-form'
import { Field, Input } from '#web/ui/field.tsx'
import type { RecurringDraft } from './recurring-draft.ts'

const terms = [0, 7, 14, 30]

const options = [
  { value: 'send', label: 'Send automatically', note: 'Each invoice is issued and emailed to the customer on its day.' },
  { value: 'draft', label: 'Create drafts', note: 'Each invoice waits as a draft until you send it.' },
] as const

export const CreationFields = () => (
  <section aria-labelledby="creation" className="grid gap-5 border-line border-t pt-5">
    <h3 id="creation" className="font-semibold">
      When it is created
    </h3>
    <Sending />
    <SavedCard />
    <DueDays />
  </section>
)

const Sending = () => {
  const { register } = useFormContext<RecurringDraft>()
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2 sm:gap-3">
      <legend className="sr-only">Invoices</legend>
      {options.map(({ value, label, note }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft/60"
        >
          <input type="radio" {...register('sending')} value={value} className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span className="min-w-0">
            <span className="block font-medium">{label}</span>
            <span className="text-[0.8125rem] text-muted">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Only an invoice that is emailed can be charged: its email announces the payment. */
const SavedCard = () => {
  const { register, control } = useFormContext<RecurringDraft>()
  if (useWatch({ control, name: 'sending' }) !== 'send') return null
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft/60">
      <input type="checkbox" {...register('chargesSavedCard')} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0">
        <span className="block font-medium">Charge the customer's saved card automatically</span>
        <span className="text-[0.8125rem] text-muted">
          The customer agrees on the pay page of an invoice, and gets a notice 3 days before each charge. Nothing is charged without their
          consent.
        </span>
      </span>
    </label>
  )
}

const DueDays = () => {
  const { register, control, setValue, formState } = useFormContext<RecurringDraft>()
  const dueDays = useWatch({ control, name: 'dueDays' })
  return (
    <div className="grid gap-2 sm:max-w-80">
      <Field label="Payment Due" error={formState.errors.dueDays?.message} hint="Days after the issue date">
        <Input {...register('dueDays')} type="number" inputMode="numeric" min="0" max="365" className="max-w-28 text-right" />
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Payment terms in days</legend>
        {terms.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={dueDays.trim() === String(count)}
            onClick={() => setValue('dueDays', String(count), { shouldDirty: true, shouldValidate: formState.isSubmitted })}
            className="h-7 rounded-full border border-line px-2.5 text-[0.8125rem] text-muted transition-colors hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:h-11 pointer-coarse:px-3.5"
          >
            {count === 0 ? 'On receipt' : `Net ${count}`}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
