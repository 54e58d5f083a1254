import { useFormContext, useWatch } from 'react-hook-form'
import { hasLineRates } from '#shared/content-totals.ts'
import type { DocumentDraft } from '#shared/draft-totals.ts'
import { LineItemsEditor } from '#web/documents/lines/line-items-editor.tsx'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { DetailsFields, type DetailsProps } from './details-fields.tsx'
import type { FormDraft } from './form-draft.ts'
import { MoreFields } from './more-fields.tsx'
import { TotalsCard } from './totals-card.tsx'

/** The tax rate, and the tax amount that follows it until the user edits the amount. */
const TaxFields = () => {
  const { register, formState, control } = useFormContext<DocumentDraft>()
  const recalculateTax = useRecalculateTax()
  // The totals list the taxes of the lines.
  if (hasLineRates({ lineItems: useWatch({ control, name: 'lineItems' }) })) return null
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Tax Rate (%)" error={formState.errors.taxRate?.message}>
        <Input {...register('taxRate', { onChange: recalculateTax })} type="number" min="0" max="100" step="0.01" className="text-right" />
      </Field>
      <Field label="Tax Amount ($)" error={formState.errors.taxAmount?.message}>
        <Input {...register('taxAmount')} type="number" min="0" step="0.01" className="text-right" />
      </Field>
    </div>
  )
}

type Props = DetailsProps & {
  /** The minimum of the quantity's stepper arrows. */
  minQuantity?: string | undefined
}

/** All fields of a document, new or saved. */
export const DocumentFields = ({ minQuantity, ...details }: Props) => {
  const { config } = details
  const { register, formState } = useFormContext<FormDraft>()
  const { errors } = formState
  return (
    <>
      <DetailsFields {...details} />
      <LineItemsEditor describeItem={config.describeItem} minQuantity={minQuantity} />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4 max-md:order-last">
          <Field label="Notes" error={errors.notes?.message}>
            <Textarea {...register('notes')} dir="auto" placeholder="Anything your customer should know" />
          </Field>
          <Field label={config.labels.terms} error={errors.terms?.message}>
            <Textarea {...register('terms')} dir="auto" placeholder={config.termsExample} />
          </Field>
        </div>
        <div className="grid content-start gap-4">
          <TaxFields />
          <MoreFields />
          <TotalsCard />
        </div>
      </div>
    </>
  )
}
