import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { numberPatternInput } from '#shared/contract/document-numbering.ts'
import { formatDocumentNumber } from '#shared/document-numbers.ts'
import { getToday } from '#web/lib/format/today.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'
import type { NumberSeries, Pattern } from './form/api.ts'
import { unsavedQuestion } from './form/profile-labels.ts'
import { Switch } from './form/switch.tsx'

type Values = { prefix: string; includeYear: boolean; padding: string; restartYearly: boolean; nextCounter: string }

const toValues = ({ prefix, includeYear, padding, restartYearly, nextCounter }: Pattern): Values => ({
  prefix,
  includeYear,
  padding: String(padding),
  restartYearly,
  nextCounter: String(nextCounter),
})

export default function NumberForm({ series, pattern }: { series: NumberSeries; pattern: Pattern }) {
  const client = useQueryClient()
  const { register, control, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver<Values, unknown, unknown>(numberPatternInput as never, undefined, { raw: true }) as never,
    defaultValues: toValues(pattern),
  })
  const { errors, isDirty } = formState
  useUnsavedChanges(isDirty, unsavedQuestion)
  const typed = useWatch({ control }) as Values
  const saves = useIdempotentSave()
  const nth = useRef(0)
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in formState.defaultValues! ? path : undefined))
  const save = useMutation({
    mutationFn: (values: Values) => {
      const body = { ...values, restartYearly: values.includeYear && values.restartYearly }
      // Saving the same pattern again on purpose is a new save.
      const send = (request: IdempotentRequest) => series.save(body, request)
      return saves.save({ body, nth: nth.current++ }, send, (_, request) => send(request))
    },
    onSuccess: (saved) => {
      client.setQueryData([series.path], saved)
      reset(toValues(saved))
      toast({ title: 'Success', description: `Saved. The next ${series.noun} number is ${saved.nextNumber}.` })
    },
    onMutate: clear,
    onError: show,
  })
  const year = getToday().slice(0, 4)
  const checked = numberPatternInput.safeParse(typed)
  const example = (counter: (from: number) => number) =>
    checked.success && formatDocumentNumber(checked.data, year, counter(checked.data.nextCounter))

  return (
    <form ref={element} noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-5">
      <FormError failure={failure} />
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-3">
        <Field label="Prefix" error={errors.prefix?.message} hint="Optional.">
          <Input {...register('prefix')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label="Next number" required error={errors.nextCounter?.message} hint="Can't be lower than a number already used.">
          <Input {...register('nextCounter')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
        <Field label="Digits" required error={errors.padding?.message} hint="Shorter numbers are padded with zeros.">
          <Input {...register('padding')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
      </div>
      <div className="grid gap-3">
        <Switch label="Year" hint="Adds the current year between prefix and number." {...register('includeYear')} />
        <Switch
          label="Restart every year"
          hint={typed.includeYear ? `The first ${series.noun} of each year gets number 1.` : 'Requires the year in the number.'}
          disabled={!typed.includeYear}
          {...register('restartYearly')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg bg-sunken px-4 py-3">
        <p aria-live="polite" className="min-w-0 text-sm [overflow-wrap:anywhere]">
          <span className="block text-[0.8125rem] text-muted">Example</span>
          {checked.success ? (
            <span className="tabular-nums">
              <span className="font-semibold">{example((n) => n)}</span>
              <span className="text-muted">, {example((n) => n + 1)}, …</span>
            </span>
          ) : (
            <span className="text-muted">Shown when all fields are valid.</span>
          )}
        </p>
        <SavePendingNotice saves={saves} message="It will be saved when you are back online." />
        <Button type="submit" pending={save.isPending} disabled={!isDirty}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
