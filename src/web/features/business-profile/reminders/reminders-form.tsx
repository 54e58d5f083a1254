import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import { type ReminderSettings, reminderSettingsInput } from '#shared/contract/reminders.ts'
import { maxReminderRules, thankYouPlaceholders } from '#shared/reminders.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { TimeZoneOptions } from '#web/features/business-profile/form/time-zone-options.tsx'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select, Textarea } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'
import { type ReminderValues, ruleToValues, toBody, toReminderValues } from './reminder-values.ts'
import { RuleFields } from './rule-fields.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const formatHour = (hour: number) =>
  hour === 24 ? 'Midnight' : new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString('en-US', { hour: 'numeric', timeZone: 'UTC' })

const resolver = async (values: ReminderValues, context: unknown, options: never) => {
  const checked = await zodResolver(reminderSettingsInput as never)(toBody(values) as never, context, options)
  return (Object.keys(checked.errors).length > 0 ? { values: {}, errors: checked.errors } : { values, errors: {} }) as never
}

export const RemindersForm = ({ settings }: { settings: ReminderSettings }) => {
  const client = useQueryClient()
  const form = useForm<ReminderValues>({ resolver: resolver as never, defaultValues: toReminderValues(settings) })
  const { register, control, handleSubmit, setError, reset, formState } = form
  const { errors, isDirty } = formState
  const rules = useFieldArray({ control, name: 'rules' })
  const chosenDays = useWatch({ control, name: 'weekdays' })
  useUnsavedChanges(isDirty, unsavedQuestion)
  const saves = useIdempotentSave()
  const { element, failure, show, clear } = useFormFailure<ReminderValues>(setError, (path) =>
    path.startsWith('rules.') || path in toReminderValues(settings) ? path : undefined,
  )
  const save = useMutation({
    mutationFn: (values: ReminderValues) => {
      const body = { ...toBody(values), version: settings.version }
      return saves.save(body, (request) => call(reminderEndpoints.saveSettings, { body, ...request }))
    },
    onSuccess: (saved) => {
      client.setQueryData([reminderEndpoints.settings.path], saved)
      reset(toReminderValues(saved))
      toast({
        title: 'Success',
        description: saved.isEnabled ? 'Reminders saved. New ones begin tomorrow.' : 'Saved. Reminders are off.',
      })
    },
    onMutate: clear,
    onError: show,
  })
  const addRule = () => {
    const taken = form.getValues('rules').map(({ days, side }) => (side === 'after' ? Number(days) : 0))
    rules.append(ruleToValues({ offsetDays: Math.max(0, ...taken) + 7, subject: null, message: null }), {
      focusName: `rules.${rules.fields.length}.days`,
    })
  }
  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-6">
        <FormError failure={failure} />
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
              {(errors.weekdays as { message?: string }).message}
            </p>
          )}
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-4">
            <Field label="From" error={errors.fromHour?.message}>
              <Select {...register('fromHour', { valueAsNumber: true })}>
                {Array.from({ length: 24 }, (_, hour) => (
                  <option key={formatHour(hour)} value={hour}>
                    {formatHour(hour)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Until" error={errors.untilHour?.message}>
              <Select {...register('untilHour', { valueAsNumber: true })}>
                {Array.from({ length: 24 }, (_, n) => (
                  <option key={formatHour(n + 1)} value={n + 1}>
                    {formatHour(n + 1)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Time zone" error={errors.timeZone?.message} className="sm:col-span-2">
              <Select {...register('timeZone')}>
                <TimeZoneOptions saved={settings.timeZone} />
              </Select>
            </Field>
          </div>
        </fieldset>
        <Field
          label="Thank-you in receipts"
          error={errors.thankYou?.message}
          hint={`Optional. Added to the receipt that customers get for a payment. You can use ${thankYouPlaceholders.map((name) => `{${name}}`).join(', ')}.`}
        >
          <Textarea {...register('thankYou')} placeholder="e.g. Thank you for paying so quickly, {customer name}." />
        </Field>
        <div className="flex flex-wrap items-center justify-end gap-4">
          <SavePendingNotice saves={saves} message="It will be saved when you are back online." />
          <Button type="submit" pending={save.isPending} disabled={!isDirty}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
