import { useController, useWatch } from 'react-hook-form'
import { customerModel } from '#modules/customers/model.ts'
import { RecordFields } from '#web/entity/record-fields.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { useVatIdProblem } from '#web/entity/taxes/use-vat-id-problem.ts'
import { Input } from '#web/ui/field.tsx'
import { FoldedSection, type SectionForm } from './folded-section.tsx'

export const TaxFields = (record: SectionForm) => (
  <FoldedSection {...record} title="Tax details" summary="VAT ID, tax rate" names={['vatId', 'registrationId', 'countryCode', 'taxRateId']}>
    <Fields {...record} />
  </FoldedSection>
)

const Fields = ({ form, errorOf }: SectionForm) => {
  const { control, register } = form
  const [vatId, countryCode] = useWatch({ control, name: ['vatId', 'countryCode'] })
  const { problem, leave } = useVatIdProblem(vatId ?? '', countryCode ?? '')
  const { field: taxRate } = useController({ control, name: 'taxRateId' })
  const taxRateHint = useTaxRateHint('Suggested on new invoices and estimates.')
  return (
    <RecordFields
      fields={customerModel.fields}
      form={form}
      errorOf={(name) => (name === 'vatId' ? problem : undefined) ?? errorOf(name)}
      lines={[
        ['vatId', 'registrationId'],
        ['countryCode', 'taxRateId'],
      ]}
      own={{
        vatId: {
          control: (
            <Input {...register('vatId', { onBlur: leave })} autoComplete="off" autoCapitalize="characters" spellCheck={false} dir="ltr" />
          ),
        },
        registrationId: { control: <Input {...register('registrationId')} autoComplete="off" spellCheck={false} dir="auto" /> },
        taxRateId: { control: <TaxRateSelect {...taxRate} none="Your default" />, hint: taxRateHint },
      }}
    />
  )
}
