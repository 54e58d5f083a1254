import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { isDay } from '#shared/dates.ts'
import { type Frequency, lastDayOfMonth } from '#shared/recurrence.ts'
import { weekdayNames } from '#shared/recurrence-text.ts'
import { intervalOptions, intervals } from '#web/documents/form/intervals.ts'
import { formatTimeOfDay } from '#web/lib/format/instant.ts'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FoldedFields } from '#web/ui/folded-fields.tsx'
import type { RecurringDraft } from './recurring-draft.ts'

const units: readonly (readonly [value: Frequency, one: string, many: string])[] = [
  ['daily', 'day', 'days'],
  ['weekly', 'week', 'weeks'],
  ['monthly', 'month', 'months'],
  ['yearly', 'year', 'years'],
]

type Props = {
  /** Then the number and the unit are shown, even where they are those of an interval. */
  isCustom: boolean
  /** Of a new one that can still be a single invoice. */
  onNever: (() => void) | undefined
}

export const ScheduleFields = ({ isCustom: startsCustom, onNever }: Props) => {
  const { register, control, setValue, formState } = useFormContext<RecurringDraft>()
  const { errors } = formState
  const [frequency, every] = useWatch({ control, name: ['frequency', 'every'] })
  const [chosen] = Object.entries(intervals).find(([, one]) => one.frequency === frequency && one.every === every.trim()) ?? []
  const [isCustom, setCustom] = useState(startsCustom)
  const shown = isCustom ? 'custom' : (chosen ?? 'custom')
  const choose = (value: string) => {
    if (value === 'never') return onNever?.()
    const interval = intervals[value]
    setCustom(!interval)
    if (!interval) return
    setValue('frequency', interval.frequency, { shouldDirty: true })
    setValue('every', interval.every, { shouldDirty: true, shouldValidate: Boolean(errors.every) })
  }
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <div className="grid min-w-0 content-start gap-2">
          <Field label="Repeats">
            <Select name="repeats" value={shown} onChange={({ target }) => choose(target.value)}>
              {onNever && <option value="never">Never</option>}
              {intervalOptions.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {shown === 'custom' && (
            <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-2">
              <Field label="Every" hideLabel error={errors.every?.message}>
                <Input {...register('every')} type="number" inputMode="numeric" min="1" max="365" className="text-right" />
              </Field>
              <Field label="Unit" hideLabel error={errors.frequency?.message}>
                <Select {...register('frequency')}>
                  {units.map(([value, one, many]) => (
                    <option key={value} value={value}>
                      {every.trim() === '1' ? one : many}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
          )}
        </div>
        <Field label="Start Date" required error={errors.startDay?.message}>
          <FormDateInput control={control} name="startDay" />
        </Field>
      </div>
      {frequency === 'weekly' && <Weekdays />}
      {frequency === 'monthly' && <DaysOfMonth />}
      <Ends />
      <TimeOfDay />
    </>
  )
}

const toggle = (days: readonly number[], day: number): number[] =>
  days.includes(day) ? days.filter((each) => each !== day) : [...days, day].sort((a, b) => a - b)

type DaysProps = {
  value: number[]
  onChange: (days: number[]) => void
  options: readonly { day: number; label: string; text: string; className?: string | undefined }[]
}

const Days = ({ value, onChange, options }: DaysProps) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-1.5">
    {options.map(({ day, label, text, className }) => (
      <label
        key={day}
        className={cx(
          'relative grid h-9 cursor-pointer place-items-center rounded-md border px-1 text-sm tabular-nums has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1 pointer-coarse:h-11',
          value.includes(day)
            ? 'border-accent bg-accent-soft font-medium text-accent'
            : 'border-line text-muted hover:bg-sunken hover:text-ink',
          className,
        )}
      >
        <input
          type="checkbox"
          aria-label={label}
          checked={value.includes(day)}
          onChange={() => onChange(toggle(value, day))}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <span aria-hidden>{text}</span>
      </label>
    ))}
  </div>
)

const weekdays = weekdayNames.map((name, i) => ({ day: i + 1, label: name, text: name.slice(0, 3) }))

const Weekdays = () => {
  const { control } = useFormContext<RecurringDraft>()
  const { value, onChange } = useController({ control, name: 'weekdays' }).field
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">On</legend>
      <Days {...{ value, onChange }} options={weekdays} />
      {value.length === 0 && <p className="mt-1.5 text-[0.8125rem] text-muted">Without a choice, the weekday of the start date.</p>}
    </fieldset>
  )
}

const dates = [
  ...Array.from({ length: 31 }, (_, i) => ({ day: i + 1, label: `Day ${i + 1}`, text: String(i + 1) })),
  { day: lastDayOfMonth, label: 'Last day', text: 'Last day', className: 'col-span-2' },
]

const describeShortMonths = (days: readonly number[]): string | undefined => {
  const longest = Math.max(...days)
  return longest > 28 ? `Months without day ${longest} use their last day, like Feb 28.` : undefined
}

const DaysOfMonth = () => {
  const { register, control, formState } = useFormContext<RecurringDraft>()
  const [monthly, startDay] = useWatch({ control, name: ['monthly', 'startDay'] })
  const { value, onChange } = useController({ control, name: 'monthDays' }).field
  const date = isDay(startDay) ? Number(startDay.slice(8, 10)) : undefined
  const days = monthly === 'start' ? [date ?? 1] : monthly === 'chosen' ? value : []
  const error = formState.errors.monthDays?.message
  return (
    <div className="grid gap-2">
      <Field label="On" hint={describeShortMonths(days)}>
        <Select {...register('monthly')}>
          <option value="start">{date === undefined ? 'The day of the start date' : `Day ${date}, as the start date`}</option>
          <option value="last">The last day of the month</option>
          <option value="chosen">Other days…</option>
        </Select>
      </Field>
      {monthly === 'chosen' && (
        <fieldset>
          <legend className="sr-only">Days of the month</legend>
          <Days {...{ value, onChange }} options={dates} />
          {error && (
            <p role="alert" data-problem tabIndex={-1} className="mt-1.5 text-[0.8125rem] text-danger">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </div>
  )
}

const Ends = () => {
  const { register, control, formState } = useFormContext<RecurringDraft>()
  const { errors } = formState
  const ends = useWatch({ control, name: 'ends' })
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label="Ends">
        <Select {...register('ends')}>
          <option value="never">Never</option>
          <option value="date">On a date</option>
          <option value="count">After a number of invoices</option>
        </Select>
      </Field>
      {ends === 'date' && (
        <Field label="End Date" required error={errors.untilDay?.message} hint="The last day on which an invoice can be created">
          <FormDateInput control={control} name="untilDay" isFarUsual />
        </Field>
      )}
      {ends === 'count' && (
        <Field label="Number of Invoices" required error={errors.maxCount?.message}>
          <Input {...register('maxCount')} type="number" inputMode="numeric" min="1" max="9999" className="text-right" />
        </Field>
      )}
    </div>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')
const listTimeZones = (chosen: string) => [...new Set(['UTC', ...timeZones, chosen])].sort()

const TimeOfDay = () => {
  const { register, control, formState } = useFormContext<RecurringDraft>()
  const { errors } = formState
  const [time, timeZone] = useWatch({ control, name: ['time', 'timeZone'] })
  return (
    <FoldedFields
      title="Time"
      summary={`${time && `${formatTimeOfDay(time)}, `}${timeZone.replaceAll('_', ' ')}`}
      mustOpen={Boolean(errors.time ?? errors.timeZone)}
      className="sm:grid-cols-[8rem_minmax(0,1fr)]"
    >
      <Field label="Time of Day" error={errors.time?.message}>
        <Input {...register('time')} type="time" />
      </Field>
      <Field label="Time Zone" error={errors.timeZone?.message}>
        <Select {...register('timeZone')}>
          {listTimeZones(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </FoldedFields>
  )
}
