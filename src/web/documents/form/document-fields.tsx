import { useFormContext, useWatch } from 'react-hook-form'
import { hasLineRates } from '#shared/content-totals.ts'
import { getCurrencySymbol } from '#shared/currencies.ts'
import type { DocumentDraft } from '#shared/draft-totals.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { LineItemsEditor } from '#web/documents/lines/line-items-editor.tsx'
import { FormProblems, useProblemHint } from '#web/documents/lines/problems.tsx'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { DetailsFields, type DetailsProps } from './details-fields.tsx'
import { ExchangeRateField, type IssuedRate } from './exchange-rate-field.tsx'
import type { FormDraft } from './form-draft.ts'
import { DeliveryDateField, MoreFields } from './more-fields.tsx'
import { HomeTotal, TotalsCard } from './totals-card.tsx'
import { useFormProblems } from './use-form-problems.ts'
import { useSuggestedRates } from './use-suggested-rates.ts'

const TaxFields = () => {
  const currency = useDocumentCurrency()
  const { register, formState, control } = useFormContext<DocumentDraft>()
  const recalculateTax = useRecalculateTax()
  const amountHint = useProblemHint('taxAmount', formState.errors.taxAmount?.message)
  // The totals list the taxes of the lines.
  if (hasLineRates({ lineItems: useWatch({ control, name: 'lineItems' }) })) return null
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Tax Rate (%)" error={formState.errors.taxRate?.message}>
        <Input {...register('taxRate', { onChange: recalculateTax })} type="number" min="0" max="100" step="0.01" className="text-right" />
      </Field>
      <Field label={`Tax Amount (${getCurrencySymbol(currency)})`} error={formState.errors.taxAmount?.message} hint={amountHint}>
        <Input {...register('taxAmount')} type="number" min="0" step={getAmountStep(currency)} className="text-right" />
      </Field>
    </div>
  )
}

const suggestNone = () => null

type Props = DetailsProps & {
  /** Then its taxes are checked while it is written. */
  isToBeIssued: boolean
  /** It and the currency stay. */
  issued?: IssuedRate
  minQuantity?: string | undefined
}

export const DocumentFields = ({ minQuantity, isToBeIssued, issued, ...details }: Props) => {
  const { config } = details
  const { register, formState } = useFormContext<FormDraft>()
  const { errors } = formState
  const { suggestRate } = useSuggestedRates()
  const problems = useFormProblems(isToBeIssued)
  return (
    <FormProblems value={problems}>
      <DetailsFields {...details} />
      <LineItemsEditor
        describeItem={config.describeItem}
        suggestRate={config.isUntaxed ? suggestNone : suggestRate}
        isUntaxed={config.isUntaxed}
        minQuantity={minQuantity}
      />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4 max-md:order-last">
          <Field label={config.labels.notes} error={errors.notes?.message}>
            <Textarea {...register('notes')} dir="auto" placeholder={config.notesExample} />
          </Field>
          {config.labels.terms && (
            <Field label={config.labels.terms} error={errors.terms?.message}>
              <Textarea {...register('terms')} dir="auto" placeholder={config.termsExample} />
            </Field>
          )}
        </div>
        <div className="grid content-start gap-4">
          {!config.isUntaxed && <TaxFields />}
          <MoreFields isIssued={issued !== undefined} isUntaxed={config.isUntaxed}>
            <DeliveryDateField />
          </MoreFields>
          {config.noun !== 'estimate' && <ExchangeRateField issued={issued} />}
          <TotalsCard />
          {config.noun !== 'estimate' && <HomeTotal issued={issued} />}
        </div>
      </div>
    </FormProblems>
  )
}
