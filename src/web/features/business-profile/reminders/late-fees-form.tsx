import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { businessDefaults } from '#shared/business-defaults.ts'
import { lateFeeEndpoints } from '#shared/contract/endpoints/late-fees.ts'
import { type lateFeeRule, lateFeeRuleInput } from '#shared/contract/late-fees.ts'
import { describeLateFeeRule } from '#shared/late-fees.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'

type Rule = z.input<typeof lateFeeRule>
type Values = Pick<Rule, 'kind' | 'repeats' | 'isAutomatic' | 'validFrom'> & {
  isOn: boolean
  amount: string
  percent: string
  graceDays: string
}

const toValues = (rule: Rule | null): Values => ({
  isOn: rule !== null,
  kind: rule?.kind ?? 'fixed',
  amount: rule?.amount ?? '',
  percent: rule?.percent ?? '',
  graceDays: String(rule?.graceDays ?? 0),
  repeats: rule?.repeats ?? 'once',
  isAutomatic: rule?.isAutomatic ?? false,
  validFrom: rule?.validFrom ?? getToday(),
})

const toBody = ({ kind, amount, percent, graceDays, repeats, isAutomatic, validFrom }: Values) => ({
  ...{ kind, isAutomatic, validFrom },
  ...(kind === 'fixed' ? { amount } : { percent }),
  graceDays: /^\d{1,4}$/.test(graceDays.trim()) ? Number(graceDays) : Number.NaN,
  repeats: kind === 'yearly' ? ('monthly' as const) : repeats,
})

/** Checks what is sent; nothing while late fees are off. */
const resolver = async (values: Values, context: unknown, options: never) => {
  if (!values.isOn) return { values, errors: {} } as never
  const checked = await zodResolver(lateFeeRuleInput as never)(toBody(values) as never, context, options)
  return (Object.keys(checked.errors).length > 0 ? { values: {}, errors: checked.errors } : { values, errors: {} }) as never
}

/** A change makes a new rule. */
export const LateFeesForm = ({ rule }: { rule: Rule | null }) => {
  const client = useQueryClient()
  const { data: profile } = useQuery(businessProfileQuery)
  const { register, control, handleSubmit, setError, reset, formState } = useForm<Values>({
    resolver: resolver as never,
    defaultValues: toValues(rule),
  })
  const { errors, isDirty } = formState
  const [isOn, kind] = useWatch({ control, name: ['isOn', 'kind'] })
  useUnsavedChanges(isDirty, unsavedQuestion)
  const saves = useIdempotentSave()
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in toValues(rule) ? path : undefined))
  const save = useMutation({
    mutationFn: async (values: Values): Promise<Rule | null> => {
      if (!values.isOn) {
        await saves.save({ removes: rule?.id }, (request) => call(lateFeeEndpoints.removeRule, request))
        return null
      }
      const body = { ...toBody(values), replaces: rule?.id ?? null }
      return (await saves.save(body, (request) => call(lateFeeEndpoints.saveRule, { body, ...request }))).rule
    },
    onSuccess: (saved) => {
      client.setQueryData([lateFeeEndpoints.rule.path], { rule: saved })
      void client.invalidateQueries({ queryKey: [lateFeeEndpoints.rule.path] })
      reset(toValues(saved))
      toast({ title: 'Success', description: saved ? `Late fees saved. ${describeSaved(saved)}` : 'Saved. Late fees are off.' })
    },
    onMutate: clear,
    onError: show,
  })
  const currency = rule?.currency ?? profile?.currency ?? businessDefaults.currency
  return (
    <form ref={element} noValidate onSubmit={handleSubmit((values) => save.mutate(values))} aria-label="Late fees" className="grid gap-5">
      <FormError failure={failure} />
      {rule?.problem && (
        <p role="status" className="rounded-lg bg-warn-soft px-3.5 py-3 text-sm">
          <span className="font-semibold text-warn">Some late fees could not be charged.</span> {rule.problem}
        </p>
      )}
      <Switch label="Charge late fees" hint="Fees that were charged stay when you switch this off." {...register('isOn')} />
      {isOn && (
        <>
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            <Field label="Fee" error={errors.kind?.message}>
              <Select {...register('kind')}>
                <option value="fixed">Fixed amount</option>
                <option value="percent">Percentage of the balance due</option>
                <option value="yearly">Yearly interest on the balance due</option>
              </Select>
            </Field>
            {kind === 'fixed' ? (
              <Field label="Amount" error={errors.amount?.message} hint={`In ${currency}, for invoices in ${currency}.`}>
                <Input key="amount" {...register('amount')} inputMode="decimal" autoComplete="off" className="text-right tabular-nums" />
              </Field>
            ) : (
              <Field
                label="Percent"
                error={errors.percent?.message}
                hint={kind === 'yearly' ? 'Per year, charged every month by days.' : undefined}
              >
                <Input key="percent" {...register('percent')} inputMode="decimal" autoComplete="off" className="text-right tabular-nums" />
              </Field>
            )}
            <Field label="Grace days" error={errors.graceDays?.message} hint="Days after the due date without a fee.">
              <Input {...register('graceDays')} inputMode="numeric" autoComplete="off" className="text-right tabular-nums" />
            </Field>
            {kind !== 'yearly' && (
              <Field label="Repeats" error={errors.repeats?.message}>
                <Select {...register('repeats')}>
                  <option value="once">Once for each invoice</option>
                  <option value="monthly">Every month until paid</option>
                </Select>
              </Field>
            )}
            <Field label="From" error={errors.validFrom?.message} hint="Nothing is charged for days before it.">
              <FormDateInput control={control} name="validFrom" />
            </Field>
          </div>
          <Switch
            label="Charge automatically"
            hint="Each morning, from tomorrow on. Otherwise you charge or waive each fee on its invoice."
            {...register('isAutomatic')}
          />
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-4">
        <p aria-live="polite" className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {rule && !isDirty ? `Now: ${describeLateFeeRule(rule)}.` : ''}
        </p>
        <SavePendingNotice saves={saves} message="It will be saved when you are back online." />
        <Button type="submit" pending={save.isPending} disabled={!isDirty}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

const describeSaved = ({ isAutomatic }: Rule) =>
  isAutomatic ? 'The first ones are charged tomorrow morning.' : 'Overdue invoices show which can be charged.'
