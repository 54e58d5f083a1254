import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { FormProvider, useFieldArray, useWatch } from 'react-hook-form'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { type ReminderSettings, reminderSettingsInput } from '#shared/contract/reminders.ts'
import { maxReminderRules, thankYouPlaceholders } from '#shared/reminders.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { TimeZoneOptions } from '#web/features/business-profile/form/time-zone-options.tsx'
import { SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, Textarea } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LateFeesCard } from './late-fees-card.tsx'
import { RuleFields, ruleToValues, toBody, toReminderValues } from './rule-fields.tsx'

const settingsQuery = readQuery(reminderEndpoints.settings)

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const formatHour = (hour: number) =>
  hour === 24 ? 'Midnight' : new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString('en-US', { hour: 'numeric', timeZone: 'UTC' })

const RemindersForm = ({ settings }: { settings: ReminderSettings }) => {
  const client = useQueryClient()
  const { form, errorOf, frame } = useSettingsForm({
    schema: reminderSettingsInput,
    defaults: toReminderValues(settings),
    toBody: (values) => ({ ...toBody(values), version: settings.version }),
    toValues: toReminderValues,
    save: (body, once) => once(body, (request) => call(reminderEndpoints.saveSettings, { body, ...request })),
    done: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved)
      toast({
        title: 'Success',
        description: saved.isEnabled ? 'Reminders saved. New ones begin tomorrow.' : 'Saved. Reminders are off.',
      })
    },
    question: unsavedQuestion,
  })
  const { register, control, formState } = form
  const { errors } = formState
  const rules = useFieldArray({ control, name: 'rules' })
  const chosenDays = useWatch({ control, name: 'weekdays' })
  const addRule = () => {
    const taken = form.getValues('rules').map(({ days, side }) => (side === 'after' ? Number(days) : 0))
    rules.append(ruleToValues({ offsetDays: Math.max(0, ...taken) + 7, subject: null, message: null }), {
      focusName: `rules.${rules.fields.length}.days`,
    })
  }
  return (
    <FormProvider {...form}>
      <SettingsForm frame={frame} className="grid gap-6">
        {settings.problem && (
          <p role="status" className="rounded-lg bg-warn-soft px-3.5 py-3 text-sm">
            <span className="font-semibold text-warn">Some reminders are waiting.</span> {settings.problem}
          </p>
        )}
        <Switch label="Send reminders" hint="The first ones go out tomorrow at the earliest." {...register('isEnabled')} />
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium text-sm">Reminders</legend>
          <ul className="grid gap-3">
            {rules.fields.map(({ id }, index) => (
              <RuleFields key={id} index={index} remove={() => rules.remove(index)} />
            ))}
          </ul>
          {errors.rules?.message || errors.rules?.root?.message ? (
            <p role="alert" className="text-[0.8125rem] text-danger">
              {errors.rules.message ?? errors.rules.root?.message}
            </p>
          ) : null}
          {rules.fields.length < maxReminderRules && (
            <Button variant="secondary" size="sm" className="justify-self-start" onClick={addRule}>
              <Plus aria-hidden /> Add reminder
            </Button>
          )}
        </fieldset>
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium text-sm">Days and hours</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {weekdays.map((label, n) => (
              <label key={label} className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={chosenDays.includes(n + 1)}
                  aria-invalid={errors.weekdays ? true : undefined}
                  onChange={({ target }) =>
                    form.setValue('weekdays', target.checked ? [...chosenDays, n + 1].sort() : chosenDays.filter((day) => day !== n + 1), {
                      shouldDirty: true,
                      shouldValidate: formState.isSubmitted,
                    })
                  }
                />
                {label}
              </label>
            ))}
          </div>
          {errors.weekdays && (
            <p role="alert" className="text-[0.8125rem] text-danger">
              {errorOf('weekdays')}
            </p>
          )}
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-4">
            <Field label="From" error={errorOf('fromHour')}>
              <Select {...register('fromHour', { valueAsNumber: true })}>
                {Array.from({ length: 24 }, (_, hour) => (
                  <option key={formatHour(hour)} value={hour}>
                    {formatHour(hour)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Until" error={errorOf('untilHour')}>
              <Select {...register('untilHour', { valueAsNumber: true })}>
                {Array.from({ length: 24 }, (_, n) => (
                  <option key={formatHour(n + 1)} value={n + 1}>
                    {formatHour(n + 1)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Time zone" error={errorOf('timeZone')} className="sm:col-span-2">
              <Select {...register('timeZone')}>
                <TimeZoneOptions saved={settings.timeZone} />
              </Select>
            </Field>
          </div>
        </fieldset>
        <Field
          label="Thank-you in receipts"
          error={errorOf('thankYou')}
          hint={`Optional. Added to the receipt that customers get for a payment. You can use ${thankYouPlaceholders.map((name) => `{${name}}`).join(', ')}.`}
        >
          <Textarea {...register('thankYou')} placeholder="e.g. Thank you for paying so quickly, {customer name}." />
        </Field>
      </SettingsForm>
    </FormProvider>
  )
}

export default function RemindersCard() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <SectionCard
        id="reminders"
        title="Payment reminders"
        text="Emails about open invoices. They stop when an invoice is paid, and a customer gets at most one a day."
      >
        <Loaded
          query={useQuery(settingsQuery)}
          fallback={
            <div role="status" aria-label="Loading the form" className="grid gap-4">
              <Skeleton className="h-10" />
              <Skeleton className="h-40" />
              <Skeleton className="h-15" />
            </div>
          }
        >
          {(settings) => <RemindersForm settings={settings} />}
        </Loaded>
      </SectionCard>
      <LateFeesCard />
    </div>
  )
}
