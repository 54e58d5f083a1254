import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import type { ReminderSettings } from '#shared/contract/reminders.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import { describeReminder, getDefaultReminderWords, type ReminderPlaceholder, reminderPlaceholders } from '#shared/reminders.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'

type Rule = ReminderSettings['rules'][number]

/** A rule is a number of days on one side of the due date. */
type RuleValues = { days: string; side: 'before' | 'on' | 'after'; hasOwnWords: boolean; subject: string; message: string }
type ReminderValues = Pick<ReminderSettings, 'isEnabled' | 'timeZone' | 'fromHour' | 'untilHour' | 'weekdays'> & {
  thankYou: string
  rules: RuleValues[]
}

export const ruleToValues = ({ offsetDays, subject, message }: Rule): RuleValues => ({
  days: String(Math.abs(offsetDays)),
  side: offsetDays === 0 ? 'on' : offsetDays < 0 ? 'before' : 'after',
  hasOwnWords: subject !== null || message !== null,
  subject: subject ?? '',
  message: message ?? '',
})

export const toReminderValues = ({
  isEnabled,
  timeZone,
  fromHour,
  untilHour,
  weekdays,
  thankYou,
  rules,
}: ReminderSettings): ReminderValues => ({
  ...{ isEnabled, timeZone, fromHour, untilHour, weekdays, thankYou: thankYou ?? '' },
  rules: rules.map(ruleToValues),
})

/** Below zero before the due date; NaN for what is no whole number. */
const readOffset = ({ days, side }: Pick<RuleValues, 'days' | 'side'>): number => {
  if (side === 'on') return 0
  if (!/^\d{1,4}$/.test(days.trim())) return Number.NaN
  const count = Number(days)
  return side === 'before' && count > 0 ? -count : count
}

export const toBody = ({ rules, ...values }: ReminderValues) => ({
  ...values,
  rules: rules.map((rule) => ({
    offsetDays: readOffset(rule),
    subject: rule.hasOwnWords ? rule.subject || null : null,
    message: rule.hasOwnWords ? rule.message || null : null,
  })),
})

const example: Record<ReminderPlaceholder, string> = {
  'invoice number': 'INV-0042',
  'amount due': '$1,200.00',
  'due date': 'Jan 31, 2026',
  'days overdue': '7 days',
  'customer name': 'Kim Lee',
  'business name': 'your business',
}

type Errors = FieldErrors<{ rules: { offsetDays: number; subject: string; message: string }[] }>

export const RuleFields = ({ index, remove }: { index: number; remove: () => void }) => {
  const { register, control, setValue, formState } = useFormContext<ReminderValues>()
  const rule = useWatch({ control, name: `rules.${index}` })
  const [isOpen, setOpen] = useState(false)
  const words = useId()
  const errors = (formState.errors as Errors).rules?.[index]
  const offset = readOffset(rule)
  const days = Number.isNaN(offset) ? 0 : offset
  const defaults = getDefaultReminderWords(days)
  const name = Number.isNaN(offset) ? `Reminder ${index + 1}` : describeReminder(offset)
  const areWordsShown = isOpen || Boolean(errors?.subject ?? errors?.message)
  const fill = (text: string) =>
    fillPlaceholders(text, (placeholder) =>
      placeholder === 'days overdue' ? `${Math.max(0, days)} days` : example[placeholder as ReminderPlaceholder],
    )
  const open = () => {
    setOpen((was) => !was)
    if (rule.hasOwnWords) return
    setValue(`rules.${index}.subject`, defaults.subject)
    setValue(`rules.${index}.message`, defaults.message)
  }
  return (
    <li aria-label={name} className="grid gap-3 rounded-lg border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-end gap-2">
        {rule.side !== 'on' && (
          <Field label="Days" hideLabel className="w-16" error={undefined}>
            <Input
              {...register(`rules.${index}.days`)}
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              aria-invalid={errors?.offsetDays ? true : undefined}
              aria-describedby={errors?.offsetDays ? `${words}-days` : undefined}
            />
          </Field>
        )}
        <Field label="Before, on or after" hideLabel className="min-w-52 flex-1">
          <Select {...register(`rules.${index}.side`)}>
            <option value="before">days before due date</option>
            <option value="on">On the due date</option>
            <option value="after">days after due date</option>
          </Select>
        </Field>
        <div className="flex gap-1">
          <Button variant="ghost" aria-expanded={areWordsShown} aria-controls={words} onClick={open}>
            {areWordsShown ? 'Close' : 'Edit email'}
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Remove: ${name}`} onClick={remove}>
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      {errors?.offsetDays && (
        <p id={`${words}-days`} role="alert" className="text-[0.8125rem] text-danger">
          {errors.offsetDays.message}
        </p>
      )}
      <div id={words} hidden={!areWordsShown} className="grid gap-4">
        {areWordsShown && (
          <>
            <Field label="Subject" error={errors?.subject?.message}>
              <Input
                {...register(`rules.${index}.subject`, { onChange: () => setValue(`rules.${index}.hasOwnWords`, true) })}
                autoComplete="off"
              />
            </Field>
            <Field
              label="Message"
              error={errors?.message?.message}
              hint={`Placeholders: ${reminderPlaceholders.map((each) => `{${each}}`).join(', ')}.`}
            >
              <Textarea
                {...register(`rules.${index}.message`, { onChange: () => setValue(`rules.${index}.hasOwnWords`, true) })}
                rows={5}
              />
            </Field>
            <div className="rounded-lg bg-sunken px-4 py-3 text-sm">
              <p className="text-[0.8125rem] text-muted">Example</p>
              <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
                {fill(rule.subject || defaults.subject)}
              </p>
              <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
                {fill(rule.message || defaults.message)}
              </p>
            </div>
            {rule.hasOwnWords && (
              <Button
                variant="ghost"
                size="sm"
                className="-ml-2.5 justify-self-start text-muted"
                onClick={() => {
                  setValue(`rules.${index}`, { ...rule, hasOwnWords: false, ...defaults }, { shouldDirty: true })
                }}
              >
                Use default email
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}
