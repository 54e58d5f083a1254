import { useFormContext } from 'react-hook-form'
import type { ItemWire } from '#shared/api/items.ts'
import { LineItemsEditor } from '#web/paper/line-items-editor.tsx'
import { TaxFields } from '#web/paper/tax-fields.tsx'
import { TotalsCard } from '#web/paper/totals-card.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { DetailsFields, type DetailsProps } from './details-fields.tsx'
import type { InvoiceDraft } from './invoice-draft.ts'

const nameOf = (item: ItemWire) => item.name

/** Everything that is typed of an invoice, new or saved. */
export const InvoiceFields = ({ minQuantity, ...details }: DetailsProps & { minQuantity?: string }) => {
  const { register, formState } = useFormContext<InvoiceDraft>()
  const { errors } = formState
  return (
    <>
      <DetailsFields {...details} />
      <LineItemsEditor wordsFor={nameOf} minQuantity={minQuantity} />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4 max-md:order-last">
          <Field label="Notes" error={errors.notes?.message}>
            <Textarea {...register('notes')} dir="auto" placeholder="Anything your customer should know" />
          </Field>
          <Field label="Payment Terms" error={errors.terms?.message}>
            <Textarea {...register('terms')} dir="auto" placeholder="e.g. Payment within 30 days" />
          </Field>
        </div>
        <div className="grid content-start gap-4">
          <TaxFields />
          <TotalsCard />
        </div>
      </div>
    </>
  )
}
