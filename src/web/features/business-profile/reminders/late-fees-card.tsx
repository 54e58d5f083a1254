import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { businessDefaults } from '#shared/business-defaults.ts'
import { lateFeeEndpoints } from '#shared/contract/endpoints/late-fees.ts'
import { type lateFeeRule, lateFeeRuleInput } from '#shared/contract/late-fees.ts'
import { describeLateFeeRule } from '#shared/late-fees.ts'
import { unsavedQuestion } from '#web/features/business-profile/form/profile-labels.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { getToday } from '#web/lib/format/today.ts'
import { toast } from '#web/lib/toast.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ruleQuery = readQuery(lateFeeEndpoints.rule)

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

/** Null while late fees are off. @param replaces the rule that is changed */
const toBody = (values: Values, replaces: Rule | null) => {
  const { isOn, kind, amount, percent, graceDays, repeats, isAutomatic, validFrom } = values
  return isOn
    ? {
        ...{ kind, isAutomatic, validFrom },
        ...(kind === 'fixed' ? { amount } : { percent }),
        graceDays: /^\d{1,4}$/.test(graceDays.trim()) ? Number(graceDays) : Number.NaN,
        repeats: kind === 'yearly' ? ('monthly' as const) : repeats,
        replaces: replaces?.id ?? null,
      }
    : null
}

/** A change makes a new rule. */
const LateFeesForm = ({ rule }: { rule: Rule | null }) => {
  const client = useQueryClient()
  const { data: profile } = useQuery(businessProfileQuery)
  const { form, errorOf, frame } = useSettingsForm({
    schema: lateFeeRuleInput.nullable(),
    defaults: toValues(rule),
    toBody: (values) => toBody(values, rule),
    toValues,
    save: async (body, once) => {
      if (body) return (await once(body, (request) => call(lateFeeEndpoints.saveRule, { body, ...request }))).rule
      await once({ removes: rule?.id }, (request) => call(lateFeeEndpoints.removeRule, request))
      return null
    },
    done: (saved) => {
      client.setQueryData(ruleQuery.queryKey, { rule: saved })
      void client.invalidateQueries(ruleQuery)
      toast({ title: 'Success', description: saved ? `Late fees saved. ${describeSaved(saved)}` : 'Saved. Late fees are off.' })
    },
    question: unsavedQuestion,
  })
  const { register, control } = form
  const [isOn, kind] = useWatch({ control, name: ['isOn', 'kind'] })
  const currency = rule?.currency ?? profile?.currency ?? businessDefaults.currency
  return (
    <SettingsForm frame={frame} label="Late fees" status={rule && !frame.isDirty ? `Now: ${describeLateFeeRule(rule)}.` : ''}>
      {rule?.problem && (
        <p role="status" className="rounded-lg bg-warn-soft px-3.5 py-3 text-sm">
          <span className="font-semibold text-warn">Some late fees could not be charged.</span> {rule.problem}
        </p>
      )}
      <Switch label="Charge late fees" hint="Fees that were charged stay when you switch this off." {...register('isOn')} />
      {isOn && (
        <>
          <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
            <Field label="Fee" error={errorOf('kind')}>
              <Select {...register('kind')}>
                <option value="fixed">Fixed amount</option>
                <option value="percent">Percentage of the balance due</option>
                <option value="yearly">Yearly interest on the balance due</option>
              </Select>
            </Field>
            {kind === 'fixed' ? (
              <Field label="Amount" error={errorOf('amount')} hint={`In ${currency}, for invoices in ${currency}.`}>
                <Input key="amount" {...register('amount')} inputMode="decimal" autoComplete="off" className="text-right tabular-nums" />
              </Field>
            ) : (
              <Field
                label="Percent"
                error={errorOf('percent')}
                hint={kind === 'yearly' ? 'Per year, charged every month by days.' : undefined}
              >
                <Input key="percent" {...register('percent')} inputMode="decimal" autoComplete="off" className="text-right tabular-nums" />
              </Field>
            )}
            <Field label="Grace days" error={errorOf('graceDays')} hint="Days after the due date without a fee.">
              <Input {...register('graceDays')} inputMode="numeric" autoComplete="off" className="text-right tabular-nums" />
            </Field>
            {kind !== 'yearly' && (
              <Field label="Repeats" error={errorOf('repeats')}>
                <Select {...register('repeats')}>
                  <option value="once">Once for each invoice</option>
                  <option value="monthly">Every month until paid</option>
                </Select>
              </Field>
            )}
            <Field label="From" error={errorOf('validFrom')} hint="Nothing is charged for days before it.">
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
    </SettingsForm>
  )
}

const describeSaved = ({ isAutomatic }: Rule) =>
  isAutomatic ? 'The first ones are charged tomorrow morning.' : 'Overdue invoices show which can be charged.'

export const LateFeesCard = () => (
  <section aria-label="Late fees">
    <Card>
      <CardTitle>Late fees</CardTitle>
      <p className="mt-1 mb-5 max-w-prose text-muted text-sm">
        Charge a fee for overdue invoices. Each fee is an invoice of its own, without sales tax. An invoice gets at most one a month.
      </p>
      <Loaded query={useQuery(ruleQuery)} fallback={<Skeleton className="h-40" />}>
        {({ rule }) => <LateFeesForm rule={rule} />}
      </Loaded>
    </Card>
  </section>
)
