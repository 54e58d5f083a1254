import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { Customer } from '#modules/customers/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import { computedTax } from '#shared/draft-totals.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { describeRate, useSuggestedRate } from '#web/documents/rates/suggested-rate.ts'
import { getKnownCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Field } from '#web/ui/field.tsx'
import type { FormDraft, SavedDocument } from './form-draft.ts'

export type IssuedRate = Pick<SavedDocument, 'exchangeRate' | 'rateDay' | 'rateSource'> | undefined

/** The issued or typed rate, or that of the issue date; '' while there is none. */
export const useFormRate = (issued: IssuedRate) => {
  const { control } = useFormContext<FormDraft>()
  const [currency, issueDate, typed] = useWatch({ control, name: ['currency', 'issueDate', 'exchangeRate'] })
  const { suggestion, isLoading } = useSuggestedRate(currency, issued ? '' : issueDate)
  const rate = issued ? issued.exchangeRate : (typed ?? suggestion?.rate)
  return { currency, suggestion, isLoading, rate: rate ?? '', followsDay: typed === null || typed === suggestion?.rate }
}

export const ExchangeRateField = ({ issued }: { issued: IssuedRate }) => {
  const { control } = useFormContext<FormDraft>()
  const { field, fieldState } = useController({ control, name: 'exchangeRate' })
  const { currency, suggestion, isLoading, rate, followsDay } = useFormRate(issued)
  if (currency === useHomeCurrency()) return null
  if (issued)
    return (
      <Field label="Exchange Rate" hint={describeRate(issued)}>
        <RateInput readOnly currency={currency} value={rate} />
      </Field>
    )
  const getHint = () => {
    if (followsDay && suggestion) return describeRate({ rateDay: suggestion.day, rateSource: suggestion.source })
    if (rate !== '') return 'Clear it to use the rate of the issue date.'
    return isLoading ? 'Looking for the rate...' : 'A draft can be saved without a rate. Issuing needs one.'
  }
  return (
    <Field label="Exchange Rate" error={fieldState.error?.message} hint={getHint()}>
      <RateInput
        ref={field.ref}
        name={field.name}
        currency={currency}
        value={rate}
        onChange={({ target }) => field.onChange(target.value)}
        onBlur={() => {
          if (rate.trim() === '') field.onChange(null)
          field.onBlur()
        }}
      />
    </Field>
  )
}

/** Forgets the rate of the currency before. The function is stable. */
export const useChangeCurrency = () => {
  const { getValues, setValue, clearErrors } = useFormContext<FormDraft>()
  return useCallback(
    (currency: Currency) => {
      const draft = getValues()
      const rates = getTaxRates()
      // Currencies round differently. An amount that the user typed stays.
      if (draft.taxAmount === computedTax(draft, draft.currency, rates)) setValue('taxAmount', computedTax(draft, currency, rates))
      setValue('currency', currency, { shouldDirty: true })
      setValue('exchangeRate', null)
      clearErrors('exchangeRate')
    },
    [getValues, setValue, clearErrors],
  )
}

/** Unless the user has chosen another currency. Call it before the form has the customer. */
export const useFollowCurrency = () => {
  const client = useQueryClient()
  const home = useHomeCurrency()
  const { getValues } = useFormContext<FormDraft>()
  const changeCurrency = useChangeCurrency()
  return (chosen: Customer | null) => {
    const { currency, customerId } = getValues()
    const before = (customerId === '' ? null : getKnownCustomer(client, Number(customerId))?.currency) ?? home
    const now = chosen?.currency ?? home
    if (currency === before && now !== before) changeCurrency(now)
  }
}
