import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useContext, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { getCurrencySymbol } from '#shared/currencies.ts'
import type { DocumentDraft } from '#shared/draft-totals.ts'
import { findSharedRate } from '#shared/suggested-tax-rates.ts'
import { describeTaxRate, formatTotalPercent } from '#shared/tax-rate-text.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { FormProblems, useProblemHint } from '#web/documents/lines/problems.tsx'
import { loadTaxRates } from '#web/documents/lines/tax-rates.ts'
import { type LineDetailsSwitch, useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { Button } from '#web/ui/button.tsx'
import { SuggestInput } from '#web/ui/combobox/suggest-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'

/** A percentage, or the saved rate that all lines name. */
const TaxRateField = ({ rateId, showsProblem }: { rateId: number | null; showsProblem: boolean }) => {
  const { control, getValues, setValue } = useFormContext<DocumentDraft>()
  const { field, fieldState } = useController({ control, name: 'taxRate' })
  const recalculateTax = useRecalculateTax()
  const [hadFocus, setHadFocus] = useState(false)
  const { data: rates = [] } = useQuery({ ...taxRatesQuery, enabled: hadFocus || rateId !== null })
  const pricesIncludeTax = useWatch({ control, name: 'pricesIncludeTax' })
  const paths = useContext(FormProblems).keys()
  const taxPath = [...paths].find((path) => /^lineItems\.\d+\.taxRateId$/.test(path)) ?? ''
  const problem = useProblemHint(taxPath, undefined)
  const named = rates.find(({ id }) => id === rateId)
  const setRate = async (id: number | null) => {
    // The totals need its percentages.
    if (id !== null) await loadTaxRates()
    for (const [i, line] of getValues('lineItems').entries())
      if (!line.isTaxedLikeItems && line.taxRateId !== id) setValue(`lineItems.${i}.taxRateId`, id, { shouldDirty: true })
    recalculateTax()
  }
  const offered = rates.filter(({ archivedAt }) => archivedAt === null)
  const change = (text: string) => {
    const chosen = offered.find((rate) => describeTaxRate(rate) === text)
    if (!chosen) field.onChange(text)
    void setRate(chosen?.id ?? null)
  }
  const hint = [named && describeTaxRate(named), pricesIncludeTax && 'Included in the prices'].filter(Boolean).join(' · ')
  return (
    <Field
      label="Tax Rate (%)"
      error={fieldState.error?.message}
      hint={
        (hint || (showsProblem && problem)) && (
          <>
            {hint} {showsProblem && problem}
          </>
        )
      }
    >
      <SuggestInput
        ref={field.ref}
        name={field.name}
        onBlur={field.onBlur}
        value={named ? formatTotalPercent(named.components).slice(0, -1) : field.value}
        onValueChange={change}
        suggestions={offered.map(describeTaxRate)}
        onFocus={() => setHadFocus(true)}
        type="number"
        min="0"
        max="100"
        step="0.01"
        className="text-right"
      />
    </Field>
  )
}

const TaxAmountField = ({ isComputed }: { isComputed: boolean }) => {
  const currency = useDocumentCurrency()
  const { register, formState } = useFormContext<DocumentDraft>()
  const error = formState.errors.taxAmount?.message
  const hint = useProblemHint('taxAmount', error)
  return (
    <Field label={`Tax Amount (${getCurrencySymbol(currency)})`} error={error} hint={hint}>
      <Input {...register('taxAmount')} readOnly={isComputed} type="number" min="0" step={getAmountStep(currency)} className="text-right" />
    </Field>
  )
}

const TaxOptions = ({ details, hasAmount }: { details: LineDetailsSwitch; hasAmount: boolean }) => {
  const { setValue } = useFormContext<DocumentDraft>()
  const recalculateTax = useRecalculateTax()
  const pricesIncludeTax = useWatch<DocumentDraft, 'pricesIncludeTax'>({ name: 'pricesIncludeTax' })
  return (
    <LazyMenu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          className="absolute -top-1.5 right-0 size-7 text-muted hover:text-ink pointer-coarse:-top-4 pointer-coarse:size-11"
          aria-label="Tax options"
          title="Tax options"
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      }
    >
      {({ MenuCheck, MenuItem }) => (
        <>
          <MenuCheck checked={details.isShown} onSelect={details.toggle}>
            Tax, discount and unit per line
          </MenuCheck>
          <MenuCheck
            checked={pricesIncludeTax}
            onSelect={() => {
              setValue('pricesIncludeTax', !pricesIncludeTax, { shouldDirty: true })
              recalculateTax()
            }}
          >
            Prices include tax
          </MenuCheck>
          {hasAmount && <MenuItem onSelect={recalculateTax}>Recalculate tax amount</MenuItem>}
        </>
      )}
    </LazyMenu>
  )
}

type Props = {
  details: LineDetailsSwitch
  /** Not of what is repeated: its amounts are those of each day. */
  hasAmount: boolean
}

/** All that is said of tax, in one place. */
export const TaxFields = ({ details, hasAmount }: Props) => {
  const rateId = findSharedRate(useWatch<DocumentDraft, 'lineItems'>({ name: 'lineItems' }))
  return (
    <div className="relative grid grid-cols-2 gap-3">
      {rateId === undefined ? (
        <p className="col-span-2 text-muted text-sm">Tax is set per line.</p>
      ) : (
        <>
          <TaxRateField rateId={rateId} showsProblem={!details.isShown} />
          {hasAmount && <TaxAmountField isComputed={rateId !== null} />}
        </>
      )}
      <TaxOptions details={details} hasAmount={hasAmount && rateId === null} />
    </div>
  )
}
