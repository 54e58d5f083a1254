import type { ChangeEvent } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney, toDecimal } from '#shared/money.ts'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { describeRate, useSuggestedRate } from '#web/documents/rates/suggested-rate.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { computeExchangeGain, computeValue, type PaidInvoice, type TypedPayment } from './payment-value.ts'

type Props = {
  form: Pick<UseFormReturn<TypedPayment>, 'control' | 'formState' | 'setValue' | 'clearErrors'>
  invoice: PaidInvoice & Pick<InvoiceWire, 'currency' | 'exchangeRate'>
}

/** By a rate or by the amount that arrived, whichever is typed; the other one follows. */
export const PaymentValueFields = ({ form: { control, formState, setValue, clearErrors }, invoice }: Props) => {
  const home = useHomeCurrency()
  const [amount, paymentDate, exchangeRate, homeAmount] = useWatch({
    control,
    name: ['amount', 'paymentDate', 'exchangeRate', 'homeAmount'],
  })
  const rateField = useController({ control, name: 'exchangeRate' }).field
  const homeField = useController({ control, name: 'homeAmount' }).field
  const { suggestion, isLoading } = useSuggestedRate(invoice.currency, String(paymentDate))
  const { errors } = formState
  // As the server does: a payment counts also when no rate is known on its day.
  const suggested = suggestion?.rate ?? (isLoading ? '' : (invoice.exchangeRate ?? ''))
  const value = computeValue({ amount, exchangeRate, homeAmount }, suggested, home)
  const gain = value.home && computeExchangeGain(invoice, amount, value.home, home)
  /** Left empty, a field follows the other one again. */
  const bind = ({ ref, name, onBlur }: typeof rateField | typeof homeField) => ({
    ref,
    name,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValue(name === 'exchangeRate' ? 'homeAmount' : 'exchangeRate', undefined)
      setValue(name, target.value, { shouldDirty: true })
      clearErrors(['exchangeRate', 'homeAmount'])
    },
    onBlur: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (target.value === '') setValue(name, undefined)
      onBlur()
    },
  })
  const getHint = () => {
    if (homeAmount) return 'Calculated from the amount received.'
    if (exchangeRate) return 'Clear it to use the rate of the payment date.'
    if (suggestion) return describeRate({ rateDay: suggestion.day, rateSource: suggestion.source })
    if (isLoading) return 'Looking for the rate...'
    return suggested && 'The invoice’s rate, as there is none for the payment date.'
  }
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-[3fr_2fr]">
        <Field label="Exchange Rate" error={errors.exchangeRate?.message} hint={getHint()}>
          <RateInput {...bind(rateField)} currency={invoice.currency} value={value.rate} />
        </Field>
        <Field label={`Received in ${home}`} error={errors.homeAmount?.message}>
          <Input {...bind(homeField)} type="number" min="0" step="any" value={value.homeAmount} className="text-right" />
        </Field>
      </div>
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums empty:hidden">
        {gain !== undefined &&
          (gain === 0
            ? 'No exchange gain or loss.'
            : `Exchange ${gain > 0 ? 'gain' : 'loss'} ${formatMoney(toDecimal(gain).replace('-', ''), home)}`)}
      </p>
    </div>
  )
}
