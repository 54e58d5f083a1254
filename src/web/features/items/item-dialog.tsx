import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { type ItemWire, itemInput } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import { RecordHistory } from '#web/documents/panel/record-history.tsx'
import type { BodyAt } from '#web/entity/entity.ts'
import { ModelForm, useModelForm } from '#web/entity/model-form.tsx'
import { createRecordDialog, type RecordEditorProps } from '#web/entity/record-editor.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { call } from '#web/lib/api/client.ts'
import { SuggestInput } from '#web/ui/combobox/suggest-input.tsx'
import type { ControlProps } from '#web/ui/field.tsx'
import { items } from './items.ts'

/** Any text; existing categories are suggestions. */
const CategoryInput = ({ control, ...aria }: ControlProps & { control: Control<BodyAt<typeof itemEndpoints>> }) => {
  const { field } = useController({ control, name: 'category' })
  const [hadFocus, setHadFocus] = useState(false)
  const { data: suggestions = [] } = useQuery({
    // Below the items' path, so that a changed item reloads the categories.
    queryKey: [items.path, 'categories'],
    queryFn: ({ signal }) => call(itemEndpoints.categories, { signal }),
    enabled: hadFocus,
  })
  const props = { ...aria, ...field, value: field.value ?? '', onValueChange: field.onChange }
  return <SuggestInput {...props} suggestions={suggestions} onFocus={() => setHadFocus(true)} />
}

const ItemForm = (props: RecordEditorProps<ItemWire>) => {
  const record = useModelForm(items, props, { schema: itemInput })
  const { control } = record.form
  const { field: taxRate } = useController({ control, name: 'taxRateId' })
  const taxRateHint = useTaxRateHint('Suggested on lines with this item.')
  return (
    <ModelForm
      entity={items}
      record={record}
      lines={[['name'], ['unitPrice', 'unitCode'], ['category', 'taxRateId'], ['description']]}
      own={{
        category: { control: <CategoryInput control={control} /> },
        taxRateId: { control: <TaxRateSelect {...taxRate} none="The document's rate" />, hint: taxRateHint },
      }}
    >
      {props.row && <RecordHistory entity={items} id={props.row.id} className="sm:col-span-6" />}
    </ModelForm>
  )
}

export default createRecordDialog<ItemWire>(items.noun, ItemForm)
