import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Day, isDay } from '#shared/dates.ts'
import { type DueTerms, describeDueTerms } from '#shared/due-terms.ts'
import { capitalize } from '#shared/record-types.ts'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CustomerField } from './customer-field.tsx'
import type { FormConfig } from './form-config.ts'
import { adjustTerms, areDatesInOrder, daysAfter, type FormDraft } from './form-draft.ts'

const businessTerms: DueTerms = { dueDays: null, dueEndOfMonth: false }

type Options = {
  daysToEnd: number | undefined
  adjust: FormConfig['adjustTerms'] | undefined
  /** Of the customer, where the end date depends on them. */
  terms: DueTerms | undefined
}

/** The end date keeps its distance from the issue date, or follows the customer's terms, and the texts that mention it follow. */
const useDependentDates = ({ daysToEnd, adjust, terms }: Options) => {
  const { setValue, getValues, control } = useFormContext<FormDraft>()
  const [issueDate, endDate] = useWatch({ control, name: ['issueDate', 'endDate'] })
  // While a date is being typed, it is not a valid date.
  const lastIssueDate = useRef<Day>(undefined)
  const lastInOrder = useRef({ issueDate, endDate })
  useEffect(() => {
    if (isDay(issueDate)) lastIssueDate.current = issueDate
    if (areDatesInOrder({ issueDate, endDate })) lastInOrder.current = { issueDate, endDate }
  }, [issueDate, endDate])

  const updateTerms = (dates: { issueDate: string; endDate: string }) => {
    if (!adjust) return
    const terms = getValues('terms')
    const adjusted = adjustTerms(adjust, terms, lastInOrder.current, dates)
    if (adjusted !== terms) setValue('terms', adjusted, { shouldDirty: true })
  }
  /** Until the user edits the end date. */
  const moveEnd = (value: string, of = terms) => {
    const last = lastIssueDate.current
    if (daysToEnd !== undefined && last && isDay(value) && getValues('endDate') === daysAfter(last, daysToEnd, terms))
      setValue('endDate', daysAfter(value, daysToEnd, of), { shouldDirty: true })
    updateTerms({ issueDate: value, endDate: getValues('endDate') })
  }
  return {
    issueDate: (value: string) => moveEnd(value),
    endDate: (value: string) => updateTerms({ issueDate: getValues('issueDate'), endDate: value }),
    /** @param next undefined for a customer without own terms */
    terms: (next: DueTerms | undefined) => moveEnd(getValues('issueDate'), next ?? businessTerms),
  }
}

export type DetailsProps = {
  config: FormConfig
  /** `name` is printed on the saved document. */
  savedCustomer?: { id: number; name: string } | undefined
  /** Days from issue date to end date, kept until the user edits the end date; undefined: the two are independent. */
  daysToEnd?: number | undefined
  freeNumber: string | undefined
  onUseFreeNumber: () => void
  children?: ReactNode
}

type TermsProps = {
  isChosen: (days: number) => boolean
  onChoose: (days: number) => void
  className?: string
  children?: ReactNode
}

const Term = (props: { 'aria-pressed': boolean; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    {...props}
    className="h-7 rounded-full border border-line px-2.5 text-[0.8125rem] text-muted transition-colors hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:h-11 pointer-coarse:px-3.5"
  />
)

export const PaymentTerms = ({ isChosen, onChoose, className, children }: TermsProps) => (
  <fieldset className={cx('flex flex-wrap gap-1.5', className)}>
    <legend className="sr-only">Payment terms in days</legend>
    {[0, 7, 14, 30].map((days) => (
      <Term key={days} aria-pressed={isChosen(days)} onClick={() => onChoose(days)}>
        {days === 0 ? 'On receipt' : `Net ${days}`}
      </Term>
    ))}
    {children}
  </fieldset>
)

export const DetailsFields = ({ config, savedCustomer, daysToEnd, freeNumber, onUseFreeNumber, children }: DetailsProps) => {
  const { register, control, setValue, getFieldState, formState } = useFormContext<FormDraft>()
  const [issueDate, endDate, customerId] = useWatch({ control, name: ['issueDate', 'endDate', 'customerId'] })
  const terms = useCustomer(config.hasPaymentTerms && customerId !== '' ? Number(customerId) : null)
  const follow = useDependentDates({ daysToEnd, adjust: config.adjustTerms, terms })
  const chooseEnd = (day: Day) => {
    setValue('endDate', day, { shouldDirty: true, shouldValidate: getFieldState('endDate').invalid })
    follow.endDate(day)
  }
  const { errors } = formState
  const isEarly = isDay(issueDate) && isDay(endDate) && endDate < issueDate
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 max-sm:*:col-span-2 sm:gap-x-4">
      <CustomerField
        noun={config.noun}
        saved={savedCustomer}
        onChange={(customer) => config.hasPaymentTerms && follow.terms(customer ?? undefined)}
      />
      {config.labels.number && (
        <div className="grid gap-2">
          <Field label={config.labels.number} required error={errors.number?.message}>
            <Input {...register('number')} autoComplete="off" autoCapitalize="characters" autoCorrect="off" spellCheck={false} />
          </Field>
          {freeNumber && (
            <Button variant="secondary" size="sm" className="justify-self-start" onClick={onUseFreeNumber}>
              Use {freeNumber}
            </Button>
          )}
        </div>
      )}
      <Field label="Issue Date" required error={errors.issueDate?.message} className="max-sm:col-span-1!">
        <FormDateInput control={control} name="issueDate" onChange={follow.issueDate} />
      </Field>
      {config.labels.endDate && (
        <div className="grid min-w-0 gap-2 max-sm:contents">
          <Field
            label={config.labels.endDate}
            required
            className="max-sm:col-span-1!"
            error={errors.endDate?.message}
            hint={
              isEarly ? (
                <span className="text-warn">{`The ${config.labels.endDate.toLowerCase()} is before the issue date.`}</span>
              ) : undefined
            }
          >
            <FormDateInput control={control} name="endDate" onChange={follow.endDate} />
          </Field>
          {config.hasPaymentTerms && isDay(issueDate) && (
            <PaymentTerms
              className="max-sm:col-span-2 max-sm:-mt-2"
              isChosen={(days) => daysAfter(issueDate, days) === endDate}
              onChoose={(days) => chooseEnd(daysAfter(issueDate, days))}
            >
              {terms?.dueEndOfMonth && (terms.dueDays ?? daysToEnd) !== undefined && (
                <Term
                  aria-pressed={daysAfter(issueDate, daysToEnd ?? 0, terms) === endDate}
                  onClick={() => chooseEnd(daysAfter(issueDate, daysToEnd ?? 0, terms))}
                >
                  {capitalize(describeDueTerms(terms)!)}
                </Term>
              )}
            </PaymentTerms>
          )}
        </div>
      )}
      {Object.entries(config.own).map(([name, { label, choices, isFolded }]) =>
        choices || isFolded ? null : (
          <Field key={name} label={label} error={getFieldState(name as 'notes', formState).error?.message}>
            <Input {...register(name as 'notes')} />
          </Field>
        ),
      )}
      {children}
    </div>
  )
}
