import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatDay } from '#shared/dates.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { staysBefore, suggestTimes } from './send-time.ts'

type Values = { day: string; time: string }

const chip =
  'h-8 rounded-full border border-line px-3 text-[0.8125rem] text-muted transition-colors hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:h-11 pointer-coarse:px-3.5'

type Props = {
  timeZone: string
  /** Of a draft; null for a document that was sent. */
  issueDate: string | null
  takesFocus: boolean
}

export const SendLater = ({ timeZone, issueDate, takesFocus }: Props) => {
  const { control, register, setValue, clearErrors, formState } = useFormContext<Values>()
  const { errors } = formState
  const [day, time] = useWatch({ control, name: ['day', 'time'] })
  const [suggestions] = useState(suggestTimes)
  const [isOther, setOther] = useState(!suggestions.some((one) => one.day === day && one.time === time))
  const choose = (chosen: Values) => {
    setOther(false)
    clearErrors(['day', 'time'])
    for (const name of ['day', 'time'] as const) setValue(name, chosen[name], { shouldDirty: true })
  }
  return (
    <fieldset ref={takesFocus ? focusChosen : scrollIntoView} className="grid gap-3 rounded-lg border border-line px-4 py-3">
      <legend className="-mx-1 px-1 font-medium text-sm">Send later</legend>
      <div className="flex flex-wrap gap-1.5">
        {suggestions.map(({ label, ...one }) => (
          <button
            key={label}
            type="button"
            aria-pressed={!isOther && one.day === day && one.time === time}
            onClick={() => choose(one)}
            className={chip}
          >
            {label}
          </button>
        ))}
        <button type="button" aria-pressed={isOther} onClick={() => setOther(true)} className={chip}>
          Pick date and time
        </button>
      </div>
      {isOther && (
        <div className="grid grid-cols-2 items-start gap-3 max-[22rem]:grid-cols-1">
          <Field label="Date" required error={errors.day?.message}>
            <FormDateInput control={control} name="day" />
          </Field>
          <Field label="Time" required error={errors.time?.message}>
            <Input type="time" {...register('time')} className="tabular-nums" />
          </Field>
        </div>
      )}
      <p className="text-[0.8125rem] text-muted">
        Time zone: {timeZone.replaceAll('_', ' ')}.{' '}
        {issueDate === null
          ? 'It is emailed as it is then.'
          : `Until then it stays a draft that you can edit.${staysBefore(issueDate, day) ? ` Issue date stays ${formatDay(issueDate)}.` : ''}`}
      </p>
    </fieldset>
  )
}

const scrollIntoView = (choice: HTMLElement | null) => choice?.scrollIntoView({ block: 'nearest' })
const focusChosen = (choice: HTMLElement | null) => choice?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
