import { useQuery } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { type TaxRateWire, taxRateInput } from '#modules/tax-rates/contract.ts'
import { getUsualExemption, isUsualReason } from '#shared/exemption-reasons.ts'
import { findTaxRateProblems, type TaxCategory, taxCategories, taxCategoryCodes } from '#shared/tax-categories.ts'
import { formatTaxes } from '#shared/tax-rate-text.ts'
import { textLimits } from '#shared/text-limits.ts'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import { createRecordDialog, RecordEditor, type RecordEditorProps, useRecordEditor } from '#web/entity/record-editor.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { ComponentFields, newComponent } from './component-fields.tsx'
import { type TaxRateBody, taxRates } from './tax-rates.ts'

const newSuffix = ' (new)'
const defaultsOf = (row: TaxRateWire | undefined, startAs: TaxRateWire | undefined): TaxRateBody => {
  const from = row ?? startAs
  const copiedName =
    startAs && startAs.archivedAt === null ? [...startAs.name].slice(0, textLimits.taxName - newSuffix.length).join('') : ''
  return {
    name: row?.name ?? (copiedName ? copiedName + newSuffix : (startAs?.name ?? '')),
    category: from?.category ?? null,
    exemptionCode: from?.exemptionCode ?? '',
    exemptionReason: from?.exemptionReason ?? '',
    components: from?.components.map((component) => ({ ...component })) ?? [newComponent],
  }
}

const isNumber = (text: unknown) => /^\d+(\.\d*)?$/.test(String(text ?? '').trim())

/** What is still empty is asked for when the form is sent. */
const findLiveProblems = ({ category, exemptionCode, exemptionReason, components }: TaxRateBody): Map<string, string> => {
  const rate = {
    category: category ?? null,
    exemptionCode: exemptionCode ?? null,
    exemptionReason: exemptionReason ?? null,
    components: components.map(({ percent, isCompound }) => ({
      percent: isNumber(percent) ? String(percent) : '0',
      isCompound: isCompound ?? false,
    })),
  }
  const isTyped = (path: string) => {
    const [, index] = /^components\.(\d)\.percent$/.exec(path) ?? []
    return index === undefined ? path !== 'exemptionReason' || Boolean(exemptionReason) : isNumber(components[Number(index)]?.percent)
  }
  const problems = findTaxRateProblems(rate).filter(({ path }) => isTyped(path))
  return new Map(problems.map(({ path, message }) => [path, message]))
}

type Props = { startAs?: TaxRateWire; onCopy: () => void }

/** Of a rate that documents were computed with, only the name can change. */
const TaxRateForm = ({ startAs, onCopy, ...props }: Props & RecordEditorProps<TaxRateWire>) => {
  const record = useRecordEditor(taxRates, props, {
    schema: taxRateInput,
    defaults: defaultsOf(undefined, startAs),
    toValues: (row) => defaultsOf(row, undefined),
    first: startAs ? 'components.0.percent' : 'name',
  })
  const { form, errorOf } = record
  const { control, register, setValue, clearErrors, getValues } = form
  const { data: profile } = useQuery(businessProfileQuery)
  const values = useWatch({ control }) as TaxRateBody
  const problems = findLiveProblems(values)
  const errorAt = (path: Parameters<typeof errorOf>[0]) => problems.get(path) ?? errorOf(path)
  /** Keeps a reason that was typed. */
  const changeCategory = (category: TaxCategory | null) => {
    const usual = category
      ? getUsualExemption(category, { country: profile?.countryCode ?? null, language: profile?.documentLanguage ?? 'en' })
      : undefined
    const reason = getValues('exemptionReason') ?? ''
    const needsReason = category !== null && taxCategories[category].needsReason
    if (!needsReason || isUsualReason(reason) || reason === '') {
      setValue('exemptionReason', usual?.reason ?? '', { shouldDirty: true })
      setValue('exemptionCode', usual?.code ?? '', { shouldDirty: true })
    }
    clearErrors()
  }
  const isLocked = props.row?.isUsed === true
  const needsReason = Boolean(values.category && taxCategories[values.category].needsReason)

  return (
    <RecordEditor record={record} describe={describeRate}>
      {isLocked && <UsedNote onCopy={onCopy} />}
      <Field
        label="Name"
        required
        error={errorOf('name')}
        hint="Shown where you choose a rate, such as “VAT 19%”."
        className="sm:col-span-6"
      >
        <Input {...register('name')} autoComplete="off" dir="auto" />
      </Field>
      {isLocked ? (
        <LockedFields rate={props.row!} />
      ) : (
        <>
          <ComponentFields form={form} errorAt={errorAt} />
          <Field
            label="VAT Category"
            error={errorAt('category')}
            hint="Only for VAT in Europe. Electronic invoices need it."
            className="sm:col-span-6"
          >
            <Select
              {...register('category', {
                setValueAs: (value: string | null) => value || null,
                onChange: ({ target: { value } }) => changeCategory((value || null) as TaxCategory | null),
              })}
            >
              <option value="">None</option>
              {taxCategoryCodes.map((code) => (
                <option key={code} value={code}>
                  {taxCategories[code].name}
                </option>
              ))}
            </Select>
          </Field>
          {needsReason && (
            <>
              <Field
                label="Reason"
                required
                error={errorAt('exemptionReason')}
                hint="Why no tax is charged. Printed on documents."
                className="sm:col-span-4"
              >
                <Textarea {...register('exemptionReason')} rows={2} autoComplete="off" dir="auto" />
              </Field>
              <Field label="Reason Code" error={errorAt('exemptionCode')} hint="Optional, from the VATEX list." className="sm:col-span-2">
                <Input {...register('exemptionCode')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
              </Field>
            </>
          )}
        </>
      )}
      {props.row && <RecordHistory entity={taxRates} id={props.row.id} className="sm:col-span-6" />}
    </RecordEditor>
  )
}

export default createRecordDialog<TaxRateWire, Props>(taxRates.noun, TaxRateForm)

const UsedNote = ({ onCopy }: { onCopy: () => void }) => (
  <div className="rounded-lg bg-note-soft px-3.5 py-3 text-sm sm:col-span-6">
    <p>
      Invoices or estimates use this rate, so only its name can change. To charge another percentage, add a new rate and archive this one.
    </p>
    <Button variant="secondary" size="sm" className="mt-2.5" onClick={onCopy}>
      <CopyPlus aria-hidden /> Add a new rate with another percentage
    </Button>
  </div>
)

const describeRate = ({ name, components, category, exemptionReason, exemptionCode }: TaxRateWire): [label: string, text: string][] => [
  ['Name', name],
  ['Taxes', formatTaxes(components)],
  ['VAT Category', category ? taxCategories[category].name : ''],
  ['Reason', exemptionReason ?? ''],
  ['Reason Code', exemptionCode ?? ''],
]

/** The name is the field above. */
const LockedFields = ({ rate }: { rate: TaxRateWire }) => (
  <dl className="grid gap-3 text-sm sm:col-span-6">
    {describeRate(rate)
      .slice(1)
      .map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt className="font-medium">{label}</dt>
              <dd className="mt-0.5 text-muted [overflow-wrap:anywhere]" dir="auto">
                {text}
              </dd>
            </div>
          ),
      )}
  </dl>
)
