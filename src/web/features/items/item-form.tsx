import { useQuery } from '@tanstack/react-query'
import { type FocusEventHandler, type Ref, useState } from 'react'
import { useController } from 'react-hook-form'
import { type ItemWire, itemInput } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { Currency } from '#shared/currencies.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { defaultUnit, type UnitCode } from '#shared/units.ts'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import type { EntityFormProps } from '#web/entity/entity-dialog.tsx'
import { EntityForm, useEntityForm } from '#web/entity/entity-form.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { UnitPicker } from '#web/entity/taxes/unit-picker.tsx'
import { call } from '#web/lib/api/client.ts'
import { getZeroAmount } from '#web/lib/format/amount.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { SuggestInput } from '#web/ui/combobox/suggest-input.tsx'
import { type ControlProps, Field, Input, Textarea } from '#web/ui/field.tsx'
import { type ItemBody, items } from './items.ts'

type Props = ControlProps & {
  value: string
  onChange: (category: string) => void
  name?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined
}

/** Any text; existing categories are suggestions. */
const CategoryInput = ({ onChange, ...rest }: Props) => {
  const [hadFocus, setHadFocus] = useState(false)
  const categories = useQuery({
    // Below the items' path, so that a changed item reloads the categories.
    queryKey: [apiPaths.items, 'categories'],
    queryFn: ({ signal }) => call(itemEndpoints.categories, { signal }),
    enabled: hadFocus,
  })
  return <SuggestInput {...rest} onValueChange={onChange} suggestions={categories.data ?? []} onFocus={() => setHadFocus(true)} />
}

const defaultsOf = (row: ItemWire | undefined, currency: Currency): ItemBody => ({
  name: row?.name ?? '',
  description: row?.description ?? '',
  unitPrice: row ? toInputAmount(row.unitPrice, currency) : '',
  unitCode: (row?.unitCode as UnitCode | undefined) ?? defaultUnit,
  taxRateId: row?.taxRateId ?? '',
  category: row?.category ?? '',
})

const ItemForm = (props: EntityFormProps<ItemWire, ItemBody>) => {
  const currency = useHomeCurrency()
  const { form, register, errorOf, frame } = useEntityForm({
    ...props,
    schema: itemInput,
    defaults: defaultsOf(props.row, currency),
    first: 'name',
  })
  const { field: unit } = useController({ control: form.control, name: 'unitCode' })
  const { field: taxRate } = useController({ control: form.control, name: 'taxRateId' })
  const taxRateHint = useTaxRateHint('Suggested on lines with this item.')
  const { field: category } = useController({ control: form.control, name: 'category' })
  return (
    <EntityForm {...props} {...frame}>
      <Field label="Name" required error={errorOf('name')} className="sm:col-span-6">
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label="Unit Price" required error={errorOf('unitPrice')} className="sm:col-span-3">
        <Input {...register('unitPrice')} type="number" step="any" min="0" placeholder={getZeroAmount(currency)} />
      </Field>
      <Field label="Unit" error={errorOf('unitCode')} className="sm:col-span-3">
        <UnitPicker {...unit} />
      </Field>
      <Field label="Category" error={errorOf('category')} className="sm:col-span-3">
        <CategoryInput {...category} value={category.value ?? ''} />
      </Field>
      <Field label="Tax Rate" error={errorOf('taxRateId')} hint={taxRateHint} className="sm:col-span-3">
        <TaxRateSelect {...taxRate} none="The document's rate" />
      </Field>
      <Field label="Description" error={errorOf('description')} className="sm:col-span-6">
        <Textarea {...register('description')} rows={4} />
      </Field>
      {props.row && <RecordHistory entity={items} id={props.row.id} className="sm:col-span-6" />}
    </EntityForm>
  )
}

export default ItemForm
