import { type ReactNode, useId } from 'react'
import { useController, useFormState, useWatch } from 'react-hook-form'
import { toInputAmount } from '#shared/minor-units.ts'
import { unitNames } from '#shared/unit-names.ts'
import { unitCodes } from '#shared/units.ts'
import { TaxRateSelect } from '#web/entity/taxes/tax-rate-select.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { useDocumentCurrency } from './document-currency.ts'
import { useProblemHint } from './problems.tsx'
import { type LineForm, useHasLineRates } from './use-lines.ts'

type Props = {
  index: number
  form: LineForm
  label: (text: string) => ReactNode
}

export const LineDetails = ({ index, form, label }: Props) => {
  const { control, register, recalculateTax, isUntaxed } = form
  const { field: rate } = useController({ control, name: `lineItems.${index}.taxRateId` })
  const isCharge = useWatch({ control, name: `lineItems.${index}.kind` }) === 'charge'
  const { field: likeItems } = useController({ control, name: `lineItems.${index}.isTaxedLikeItems` })
  const changeTax = (id: number | null, isTaxedLikeItems: boolean) => {
    rate.onChange(id)
    if (isCharge) likeItems.onChange(isTaxedLikeItems)
    recalculateTax()
  }
  const errors = useFormState({ control, name: `lineItems.${index}` }).errors.lineItems?.[index]
  const taxHint = useProblemHint(`lineItems.${index}.taxRateId`, errors?.taxRateId?.message)
  const taxHintId = useId()
  const hasRates = useHasLineRates()
  const discountHint = useProblemHint(`lineItems.${index}.discount`, errors?.discount?.message)
  return (
    <td className="col-span-2 grid grid-cols-2 gap-3 md:col-span-5 md:grid-cols-[minmax(0,18rem)_8rem_minmax(0,12rem)] md:[&_label]:font-normal md:[&_label]:text-[0.8125rem] md:[&_label]:text-muted md:gap-2 md:pt-1 md:pb-2 md:pl-7 md:pointer-coarse:pl-11">
      {!isUntaxed && (
        <Field label={label('Tax')} error={errors?.taxRateId?.message} className="max-md:col-span-2">
          <TaxRateSelect
            ref={rate.ref}
            name={rate.name}
            aria-describedby={taxHint ? taxHintId : undefined}
            onBlur={rate.onBlur}
            value={rate.value}
            onChange={(id) => changeTax(id === '' ? null : id, false)}
            likeItems={isCharge ? { isChosen: likeItems.value === true, choose: () => changeTax(null, true) } : undefined}
            none={hasRates ? 'No tax' : 'The document’s rate'}
          />
        </Field>
      )}
      <Field label={label('Discount')} error={errors?.discount?.message} hint={discountHint}>
        <Input
          {...register(`lineItems.${index}.discount`, { onChange: recalculateTax })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={`10% or ${toInputAmount('5.00', useDocumentCurrency())}`}
          className="text-right"
        />
      </Field>
      <Field label={label('Unit')} error={errors?.unitCode?.message}>
        <Select {...register(`lineItems.${index}.unitCode`)}>
          {unitCodes.map((code) => (
            <option key={code} value={code}>
              {code === 'C62' ? 'No unit' : unitNames[code]}
            </option>
          ))}
        </Select>
      </Field>
      {taxHint && (
        <p id={taxHintId} className="col-span-full text-[0.8125rem]">
          {taxHint}
        </p>
      )}
      {isCharge && (
        <p className="col-span-full text-[0.8125rem] text-muted">
          Charges come after the items. The document discount doesn’t apply to them.
          {likeItems.value && ' Saved as one charge for each tax rate of the items, split in proportion.'}
        </p>
      )}
    </td>
  )
}
