import { useController } from 'react-hook-form'
import { type ItemWire, itemInput } from '#shared/contract/items.ts'
import type { EntityFormProps } from '#web/entity/entity-dialog.tsx'
import { EntityForm, useEntityForm } from '#web/entity/entity-form.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { CategoryInput } from './category-input.tsx'
import type { ItemBody } from './items.ts'

const defaultsOf = (row: ItemWire | undefined): ItemBody => ({
  name: row?.name ?? '',
  description: row?.description ?? '',
  unitPrice: row?.unitPrice ?? '',
  category: row?.category ?? '',
})

const ItemForm = (props: EntityFormProps<ItemWire, ItemBody>) => {
  const { form, register, errorOf, submit, offer } = useEntityForm({
    ...props,
    schema: itemInput,
    defaults: defaultsOf(props.row),
    first: 'name',
  })
  const { field: category } = useController({ control: form.control, name: 'category' })
  return (
    <EntityForm {...props} offer={offer} submit={submit}>
      <Field label="Name" required error={errorOf('name')} className="sm:col-span-6">
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <Field label="Category" error={errorOf('category')} className="sm:col-span-3">
        <CategoryInput {...category} value={category.value ?? ''} />
      </Field>
      <Field label="Unit Price" required error={errorOf('unitPrice')} className="sm:col-span-3">
        <Input {...register('unitPrice')} type="number" step="0.01" min="0" placeholder="0.00" />
      </Field>
      <Field label="Description" error={errorOf('description')} className="sm:col-span-6">
        <Textarea {...register('description')} rows={4} />
      </Field>
    </EntityForm>
  )
}

export default ItemForm
