import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { getCurrencySymbol } from '#shared/currencies.ts'
import type { DocumentDraft } from '#shared/draft-totals.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { LineItemsEditor } from '#web/documents/lines/line-items-editor.tsx'
import { FormProblems, useProblemHint } from '#web/documents/lines/problems.tsx'
import { useHasLineRates, useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { DetailsFields, type DetailsProps } from './details-fields.tsx'
import { ExchangeRateField, type IssuedRate } from './exchange-rate-field.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'
import { DeliveryDateField, MoreFields } from './more-fields.tsx'
import { HomeTotal, TotalsCard } from './totals-card.tsx'
import { useFormProblems } from './use-form-problems.ts'
import { useSuggestedRates } from './use-suggested-rates.ts'

/** The totals list the taxes of lines that name their rates. */
export const TaxRateField = () => {
  const { register, formState } = useFormContext<DocumentDraft>()
  const recalculateTax = useRecalculateTax()
  if (useHasLineRates()) return null
  return (
    <Field label="Tax Rate (%)" error={formState.errors.taxRate?.message}>
      <Input {...register('taxRate', { onChange: recalculateTax })} type="number" min="0" max="100" step="0.01" className="text-right" />
    </Field>
  )
}

const TaxFields = () => {
  const currency = useDocumentCurrency()
  const { register, formState } = useFormContext<DocumentDraft>()
  const error = formState.errors.taxAmount?.message
  const hint = useProblemHint('taxAmount', error)
  if (useHasLineRates()) return null
  return (
    <div className="grid grid-cols-2 gap-3">
      <TaxRateField />
      <Field label={`Tax Amount (${getCurrencySymbol(currency)})`} error={error} hint={hint}>
        <Input {...register('taxAmount')} type="number" min="0" step={getAmountStep(currency)} className="text-right" />
      </Field>
    </div>
  )
}

const suggestNone = () => null

type ContentProps = {
  config: Pick<FormConfig, 'labels' | 'notesExample' | 'termsExample' | 'describeItem' | 'isUntaxed'>
  /** Then its taxes are checked while it is written. */
  isToBeIssued: boolean
  minQuantity?: string | undefined
  above?: ReactNode
  /** Stand at a text, and below a line. Must be stable functions. */
  renderAtText?: (name: 'notes' | 'terms', label: string) => ReactNode
  renderBelow?: (index: number) => ReactNode
  /** Taxes and totals. */
  children: ReactNode
}

/** Lines, texts and totals. */
export const ContentFields = ({ config, isToBeIssued, minQuantity, above, renderAtText, renderBelow, children }: ContentProps) => {
  const { labels, notesExample, termsExample, describeItem, isUntaxed } = config
  const { register, formState } = useFormContext<FormDraft>()
  const { suggestRate } = useSuggestedRates()
  const renderText = (name: 'notes' | 'terms', placeholder: string) =>
    labels[name] && (
      <div className="relative">
        <Field label={labels[name]} error={formState.errors[name]?.message}>
          <Textarea {...register(name)} dir="auto" placeholder={placeholder} />
        </Field>
        {renderAtText?.(name, labels[name])}
      </div>
    )
  return (
    <FormProblems value={useFormProblems(isToBeIssued)}>
      {above}
      <LineItemsEditor suggestRate={isUntaxed ? suggestNone : suggestRate} {...{ describeItem, isUntaxed, minQuantity, renderBelow }} />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4 max-md:order-last">
          {renderText('notes', notesExample)}
          {renderText('terms', termsExample)}
        </div>
        <div className="grid content-start gap-4">{children}</div>
      </div>
    </FormProblems>
  )
}

type Props = DetailsProps &
  Pick<ContentProps, 'isToBeIssued' | 'minQuantity'> & {
    /** It and the currency stay. */
    issued?: IssuedRate
  }

export const DocumentFields = ({ minQuantity, isToBeIssued, issued, ...details }: Props) => {
  const { config } = details
  const { isUntaxed, isInBooks } = config
  return (
    <ContentFields {...{ config, isToBeIssued, minQuantity }} above={<DetailsFields {...details} />}>
      {!isUntaxed && <TaxFields />}
      <MoreFields isIssued={issued !== undefined} isUntaxed={isUntaxed}>
        <DeliveryDateField />
      </MoreFields>
      {isInBooks && <ExchangeRateField issued={issued} />}
      <TotalsCard />
      {isInBooks && <HomeTotal issued={issued} />}
    </ContentFields>
  )
}
