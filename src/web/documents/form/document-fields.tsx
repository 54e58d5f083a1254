import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { emptyLine, type LineDraft } from '#shared/draft-totals.ts'
import { findSharedRate } from '#shared/suggested-tax-rates.ts'
import { LineItemsEditor } from '#web/documents/lines/line-items-editor.tsx'
import { FormProblems } from '#web/documents/lines/problems.tsx'
import type { LineDetailsSwitch } from '#web/documents/lines/use-lines.ts'
import { Field, Textarea } from '#web/ui/field.tsx'
import { DetailsFields, type DetailsProps } from './details-fields.tsx'
import { ExchangeRateField, type IssuedRate } from './exchange-rate-field.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'
import { DeliveryFields, MoreFields } from './more-fields.tsx'
import { TaxFields } from './tax-fields.tsx'
import { HomeTotal, TotalsCard } from './totals-card.tsx'
import { useFormProblems } from './use-form-problems.ts'
import { useSuggestedRates } from './use-suggested-rates.ts'

const suggestNone = () => null

type ContentProps = {
  config: Pick<FormConfig, 'noun' | 'labels' | 'notesExample' | 'termsExample' | 'describeItem' | 'picksOne' | 'isUntaxed'>
  /** Then its taxes are checked while it is written. */
  isToBeIssued: boolean
  above?: ReactNode
  /** Stand at a text, and below a line. Must be stable functions. */
  renderAtText?: (name: 'notes' | 'terms', label: string) => ReactNode
  renderBelow?: (index: number) => ReactNode
  /** Of the tax; not of what is repeated, whose amounts are those of each day. */
  hasTaxAmount?: boolean
  /** Below the tax: totals. */
  children: ReactNode
}

const hasDetails = ({ kind, unitCode, discount }: LineDraft) => kind !== 'item' || unitCode !== emptyLine.unitCode || discount !== ''

/** Shown once a line has any, or one with a fault. */
const useLineDetails = (): LineDetailsSwitch => {
  const { control, formState } = useFormContext<FormDraft>()
  const lines = useWatch({ control, name: 'lineItems' })
  const problems = formState.errors.lineItems
  const mustShow =
    findSharedRate(lines) === undefined ||
    lines.some(hasDetails) ||
    (Array.isArray(problems) && problems.some((each) => each?.discount ?? each?.taxRateId ?? each?.unitCode))
  const [isShown, setShown] = useState(mustShow)
  useEffect(() => {
    if (mustShow) setShown(true)
  }, [mustShow])
  return { isShown, toggle: () => setShown(!isShown) }
}

/** Lines, texts and totals. */
export const ContentFields = ({ config, isToBeIssued, above, renderAtText, renderBelow, hasTaxAmount = true, children }: ContentProps) => {
  const { labels, notesExample, termsExample, describeItem, picksOne, isUntaxed } = config
  const { register, formState } = useFormContext<FormDraft>()
  const { suggestRate } = useSuggestedRates()
  const details = useLineDetails()
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
    <FormProblems value={useFormProblems(isToBeIssued, config.noun)}>
      {above}
      <LineItemsEditor
        suggestRate={isUntaxed ? suggestNone : suggestRate}
        {...{ details, describeItem, picksOne, isUntaxed, renderBelow }}
      />
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4 max-md:order-last">
          {renderText('notes', notesExample)}
          {renderText('terms', termsExample)}
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          {!isUntaxed && <TaxFields details={details} hasAmount={hasTaxAmount} />}
          {children}
        </div>
      </div>
    </FormProblems>
  )
}

type Props = DetailsProps &
  Pick<ContentProps, 'isToBeIssued'> & {
    /** It and the currency stay. */
    issued?: IssuedRate
  }

export const DocumentFields = ({ isToBeIssued, issued, ...details }: Props) => {
  const { config } = details
  const { isInBooks } = config
  return (
    <ContentFields {...{ config, isToBeIssued }} above={<DetailsFields {...details} />}>
      <MoreFields isIssued={issued !== undefined} own={config.own}>
        <DeliveryFields />
      </MoreFields>
      {isInBooks && <ExchangeRateField issued={issued} />}
      <TotalsCard isUntaxed={config.isUntaxed} />
      {isInBooks && <HomeTotal issued={issued} />}
    </ContentFields>
  )
}
