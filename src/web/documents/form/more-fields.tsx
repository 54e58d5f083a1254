import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Currency } from '#shared/currencies.ts'
import { type DocumentReferences, documentReferences, referenceNames } from '#shared/document-references.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { toTitle } from '#shared/record-types.ts'
import { useDocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { useProblemHint } from '#web/documents/lines/problems.tsx'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { CurrencySelect, labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FoldedFields } from '#web/ui/folded-fields.tsx'
import { useChangeCurrency } from './exchange-rate-field.tsx'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'

const CurrencyField = ({ isIssued }: Pick<Props, 'isIssued'>) => {
  const { formState } = useFormContext<FormDraft>()
  const currency = useDocumentCurrency()
  const changeCurrency = useChangeCurrency()
  const home = useHomeCurrency()
  return isIssued ? (
    <Field label="Currency" className="col-span-2">
      <Input readOnly autoComplete="off" value={labelCurrency(currency)} />
    </Field>
  ) : (
    <Field label="Currency" error={formState.errors.currency?.message} className="col-span-2">
      <CurrencySelect value={currency} onChange={({ target }) => changeCurrency(target.value as Currency)} without={home}>
        <option value={home}>{labelCurrency(home)}</option>
      </CurrencySelect>
    </Field>
  )
}

type Props = {
  /** Then its currency stays. */
  isIssued: boolean
  own?: FormConfig['own']
  children?: ReactNode
}

const DeliveryField = ({ name }: { name: 'deliveryDate' | 'deliveryUntil' }) => {
  const { control, formState } = useFormContext<FormDraft>()
  const error = formState.errors[name]?.message
  const hint = useProblemHint(name, error)
  return (
    <Field
      label={name === 'deliveryDate' ? 'Delivery Date' : 'Delivery Until'}
      {...{ error, hint }}
      className={name === 'deliveryDate' ? 'col-start-1' : undefined}
    >
      <FormDateInput control={control} name={name} />
    </Field>
  )
}

/** From and to: the last day only of a service that took longer. */
export const DeliveryFields = () => (
  <>
    <DeliveryField name="deliveryDate" />
    <DeliveryField name="deliveryUntil" />
  </>
)

const placeOf: { [Name in keyof DocumentReferences]?: string } = { orderNumber: 'col-start-1', project: 'col-span-2' }

const ReferenceField = ({ name }: { name: keyof DocumentReferences }) => {
  const { register, formState } = useFormContext<FormDraft>()
  const error = formState.errors[name]?.message
  const hint = useProblemHint(name, error)
  return (
    <Field label={toTitle(documentReferences[name])} {...{ error, hint }} className={placeOf[name]}>
      <Input {...register(name)} autoComplete="off" dir="auto" />
    </Field>
  )
}

export const MoreFields = ({ isIssued, own = {}, children }: Props) => {
  const { register, control, formState } = useFormContext<FormDraft>()
  const recalculateTax = useRecalculateTax()
  const currency = useDocumentCurrency()
  const { errors } = formState
  // Those of a type are not named in the draft.
  const folded = Object.entries(own).flatMap(([name, { label, isFolded }]) => (isFolded ? [{ name: name as 'notes', label }] : []))
  const values = useWatch({
    control,
    name: ['discount', 'deliveryDate', 'deliveryUntil', ...referenceNames, ...folded.map(({ name }) => name)],
  })
  const discountHint = useProblemHint('discount', errors.discount?.message)
  const deliveryHint = useProblemHint('deliveryDate', errors.deliveryDate?.message)
  const orderHint = useProblemHint('orderNumber', errors.orderNumber?.message)
  return (
    <FoldedFields
      title="More"
      summary="Discount, order number, currency"
      mustOpen={
        values.some(Boolean) ||
        Boolean(errors.discount ?? errors.deliveryDate ?? errors.deliveryUntil ?? errors.currency ?? deliveryHint ?? orderHint) ||
        [...referenceNames, ...folded.map(({ name }) => name)].some((name) => errors[name])
      }
      className="grid-cols-2"
    >
      <Field label="Discount" error={errors.discount?.message} hint={discountHint ?? 'On items, not charges'}>
        <Input
          {...register('discount', { onChange: recalculateTax })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={`10% or ${toInputAmount('5.00', currency)}`}
          className="text-right"
        />
      </Field>
      {folded.map(({ name, label }) => (
        <Field key={name} label={label} error={errors[name]?.message}>
          <Input {...register(name)} inputMode="decimal" autoComplete="off" className="text-right" />
        </Field>
      ))}
      {children}
      {referenceNames.map((name) => (
        <ReferenceField key={name} name={name} />
      ))}
      <CurrencyField isIssued={isIssued} />
    </FoldedFields>
  )
}
