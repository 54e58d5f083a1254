import { useFormContext, useWatch } from 'react-hook-form'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { draftTotals, parseDiscount } from '#shared/draft-totals.ts'
import { divideTotal, maxInstalments, minInstalments } from '#shared/instalments.ts'
import { type Amount, formatMoney } from '#shared/money.ts'
import { computeWithheld, subtractWithheld } from '#shared/withholding.ts'
import { type FormDraft, listPlannedDays, type NewPlan } from '#web/documents/form/form-draft.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { Field, Select } from '#web/ui/field.tsx'

/** A deposit is asked for on the saved draft. */
const plans: Record<NewPlan['plan'], string> = { once: 'All at once', deposit: 'Deposit and rest', schedule: 'Instalments' }
const rhythms: Record<NewPlan['partsEvery'], string> = { month: 'Monthly', week: 'Weekly' }

export const newPlan: NewPlan = { repeats: 'never', plan: 'once', parts: '3', partsEvery: 'month' }

/** '3 × $500.00'; what doesn't divide is in the first ones: '$333.34, then 2 × $333.33'. */
export const describeParts = (total: Amount, count: number, currency: Currency): string => {
  const [first, ...others] = divideTotal(total, Array(count).fill(1), currency)
  const last = others.at(-1)!
  const larger = others.filter((amount) => amount !== last).length + 1
  const times = (n: number, amount: Amount) => (n === 1 ? formatMoney(amount, currency) : `${n} × ${formatMoney(amount, currency)}`)
  return first === last ? times(count, last) : `${times(larger, first!)}, then ${times(count - larger, last)}`
}

const Instalments = () => {
  const { register } = useFormContext<FormDraft>()
  const draft = useWatch<FormDraft>() as FormDraft
  const days = listPlannedDays(draft)
  const totals = draftTotals(draft, draft.currency, getTaxRates())
  const percent = parseDiscount(`${draft.withholdingPercent ?? ''}%`, draft.currency)?.discountPercent ?? null
  const total = subtractWithheld({ ...totals, withheld: computeWithheld(totals.netAmount, percent, draft.currency) })
  return (
    <>
      <Field label="Number of instalments" className="max-sm:col-span-1!">
        <Select {...register('parts')}>
          {Array.from({ length: maxInstalments - minInstalments + 1 }, (_, i) => i + minInstalments).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Due" className="max-sm:col-span-1!">
        <Select {...register('partsEvery')}>
          {Object.entries(rhythms).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <p className="col-span-full -mt-1 text-[0.8125rem] text-muted tabular-nums">
        {total > 0 && `${describeParts(total, Number(draft.parts), draft.currency)}. `}
        {days.length > 0 && `Due ${formatDay(days[0]!)} to ${formatDay(days.at(-1)!)}. `}
        Amounts and dates can be changed in the saved invoice.
      </p>
    </>
  )
}

export const PaymentPlan = () => {
  const { control, register } = useFormContext<FormDraft>()
  const plan = useWatch({ control, name: 'plan' })
  return (
    <>
      <Field
        label="Payment"
        className="max-sm:col-span-1!"
        hint={plan === 'deposit' ? 'Saved as a draft. Next, choose how much is due first.' : undefined}
      >
        <Select {...register('plan')}>
          {Object.entries(plans).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {plan === 'schedule' && <Instalments />}
    </>
  )
}
