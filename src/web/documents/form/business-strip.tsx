import { useFormContext, useWatch } from 'react-hook-form'
import { isCountryCode } from '#shared/countries.ts'
import type { Currency } from '#shared/currencies.ts'
import { textLimits } from '#shared/text-limits.ts'
import { CurrencySelect } from '#web/entity/pickers/currency-select.tsx'
import { CountrySelect } from '#web/entity/taxes/country-select.tsx'
import { getLanguage } from '#web/lib/format/language.ts'
import { getRegion, getUsualCurrency } from '#web/lib/format/region.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { useChangeCurrency } from './exchange-rate-field.tsx'
import type { FormDraft, NewBusiness } from './form-draft.ts'
import { getOwnName } from './new-business.ts'

/** From the account and the browser's language. */
export const proposeBusiness = (): NewBusiness => {
  const region = getRegion(getLanguage())
  return {
    businessName: getOwnName(),
    businessCountry: region && isCountryCode(region) ? region : '',
    businessCurrency: getUsualCurrency(region),
  }
}

/** Who the document is from. */
export default function BusinessStrip() {
  const { register, control, getValues, setValue, formState } = useFormContext<FormDraft>()
  const currency = useWatch({ control, name: 'businessCurrency' })
  const changeCurrency = useChangeCurrency()
  const change = (chosen: Currency) => {
    // One in a currency of its customer stays in it.
    if (getValues('currency') === currency) changeCurrency(chosen)
    setValue('businessCurrency', chosen, { shouldDirty: true })
  }
  return (
    <fieldset className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] items-center gap-2 rounded-lg bg-sunken px-3 py-2.5 sm:grid-cols-[auto_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <legend className="sr-only">Your business</legend>
      <span aria-hidden className="pr-1 font-medium text-sm">
        From
      </span>
      <Field label="Business name" hideLabel error={formState.errors.businessName?.message} className="max-sm:col-span-2">
        <Input
          {...register('businessName')}
          dir="auto"
          autoComplete="organization"
          maxLength={textLimits.name}
          placeholder={getOwnName()}
        />
      </Field>
      <Field label="Business country" hideLabel className="max-sm:col-start-2">
        <CountrySelect {...register('businessCountry')} autoComplete="country" />
      </Field>
      <Field label="Business currency" hideLabel>
        <CurrencySelect value={currency} onChange={({ target }) => change(target.value as Currency)} />
      </Field>
      <p className="col-span-full text-[0.8125rem] text-muted">
        Saved to your business profile. The currency can’t be changed once a document is issued.
      </p>
    </fieldset>
  )
}
