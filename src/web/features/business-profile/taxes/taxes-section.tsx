import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { CountrySelect } from '#web/entity/taxes/country-select.tsx'
import { TaxRateSelect } from '#web/entity/taxes/tax-rate-select.tsx'
import { useVatIdProblem } from '#web/entity/taxes/use-vat-id-problem.ts'
import { getLabel } from '#web/features/business-profile/form/profile-labels.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { TextLine } from '#web/features/business-profile/form/text-field.tsx'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { Field, Input } from '#web/ui/field.tsx'

export const TaxesSection = () => {
  const { control, register, formState } = useFormContext<Values>()
  const [vatId, countryCode] = useWatch({ control, name: ['vatId', 'countryCode'] })
  const { problem, leave } = useVatIdProblem(vatId, countryCode)
  return (
    <SectionCard id="taxes" title="Tax details">
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextLine
          name="taxNumber"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Printed on your invoices and estimates, such as an EIN."
        />
        <Field
          label={getLabel('vatId')}
          error={problem ?? formState.errors.vatId?.message}
          hint="With the country prefix, like DE136695976. Printed on your invoices and estimates."
        >
          <Input {...register('vatId', { onBlur: leave })} autoComplete="off" autoCapitalize="characters" spellCheck={false} dir="ltr" />
        </Field>
        <Field
          label={getLabel('countryCode')}
          error={formState.errors.countryCode?.message}
          hint="Sets which tax rules apply. Your printed address uses its own country field."
        >
          <CountrySelect {...register('countryCode')} />
        </Field>
        <DefaultRate />
        <Switch
          label={getLabel('pricesIncludeTax')}
          hint="New invoices and estimates start with prices that already contain their tax."
          {...register('pricesIncludeTax')}
          className="sm:col-span-2"
        />
        <TextLine
          name="defaultWithholdingPercent"
          inputMode="decimal"
          autoComplete="off"
          hint="Of the net amount. Your customer keeps it and pays it to the tax office for you, such as IRPF or TDS. You can change it on each invoice."
        />
      </div>
    </SectionCard>
  )
}

/** A rate of the list, once there is one; otherwise, and where none is chosen, a plain percentage. */
const DefaultRate = () => {
  const { control, formState } = useFormContext<Values>()
  const { field } = useController({ control, name: 'defaultTaxRateId' })
  const { data } = useQuery(taxRatesQuery)
  const hasRates = field.value !== '' || data?.some(({ archivedAt }) => archivedAt === null)
  return (
    <>
      {hasRates && (
        <Field
          label={getLabel('defaultTaxRateId')}
          error={formState.errors.defaultTaxRateId?.message}
          hint="For new lines. You can change it on each one."
        >
          <TaxRateSelect {...field} onChange={(id) => field.onChange(String(id))} none="A plain percentage" />
        </Field>
      )}
      {field.value === '' && (
        <TextLine name="defaultTaxRate" type="number" min="0" max="100" step="0.01" hint="From 0 to 100. You can change it on each one." />
      )}
    </>
  )
}
