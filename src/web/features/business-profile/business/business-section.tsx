import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { CurrencySelect, labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { normalizeWebsite, type Values } from '#web/features/business-profile/form/profile-values.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { ProfileField, TextLine } from '#web/features/business-profile/form/text-field.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Input } from '#web/ui/field.tsx'
import { LogoField } from './logo-field.tsx'

export const BusinessSection = () => {
  const { control, setValue, clearErrors, formState } = useFormContext<Values>()
  const [logoUrl, businessName] = useWatch({ control, name: ['logoUrl', 'businessName'] })
  const refusal = formState.errors.logoUrl?.message
  return (
    <SectionCard id="business" title="Business" text="Shown at the top of your invoices and estimates.">
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <LogoField
            value={logoUrl}
            onChange={(path) => {
              setValue('logoUrl', path, { shouldDirty: true })
              clearErrors('logoUrl')
            }}
            businessName={businessName}
          />
          {refusal && (
            <p role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
              {refusal}
            </p>
          )}
        </div>
        <TextLine name="businessName" required autoComplete="organization" className="sm:col-span-2" />
        <TextLine name="contactName" autoComplete="name" autoCapitalize="words" />
        <TextLine name="email" type="email" autoComplete="email" dir="ltr" />
        <TextLine name="phone" type="tel" autoComplete="tel" dir="ltr" />
        <TextLine
          name="website"
          type="url"
          inputMode="url"
          autoComplete="url"
          dir="ltr"
          placeholder="https://"
          onBlur={({ target: { value } }) => {
            const normalized = normalizeWebsite(value)
            if (normalized !== value)
              setValue('website', normalized, { shouldDirty: true, shouldValidate: Boolean(formState.errors.website) })
          }}
        />
        <CurrencyField />
      </div>
    </SectionCard>
  )
}

const CurrencyField = () => {
  const { register } = useFormContext<Values>()
  const { data: profile } = useQuery(businessProfileQuery)
  return profile?.isCurrencyFixed ? (
    <ProfileField name="currency" hint="Can't be changed after the first document is issued." className="sm:col-span-2">
      <Input readOnly autoComplete="off" value={labelCurrency(profile.currency)} />
    </ProfileField>
  ) : (
    <ProfileField
      name="currency"
      hint="Of your documents, expenses and books. Once you have issued a document, it stays."
      className="sm:col-span-2"
    >
      <CurrencySelect {...register('currency')} />
    </ProfileField>
  )
}

export const AddressSection = () => (
  <SectionCard id="address" title="Address">
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-6">
      <TextLine name="address" autoComplete="street-address" className="sm:col-span-6" />
      <TextLine name="city" autoComplete="address-level2" className="sm:col-span-3" />
      <TextLine name="state" autoComplete="address-level1" className="sm:col-span-3" />
      <TextLine name="zipCode" autoComplete="postal-code" className="sm:col-span-3" />
      <TextLine name="country" autoComplete="country-name" className="sm:col-span-3" />
    </div>
  </SectionCard>
)
