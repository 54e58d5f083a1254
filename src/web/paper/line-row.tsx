import { Trash2 } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { showMoney } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { lineTotal, type PaperDraft } from './draft.ts'
import { ItemPicker, type PickableItem } from './item-picker.tsx'
import { useRetax } from './use-retax.ts'

type Props = {
  index: number
  items: readonly PickableItem[]
  /** The text that a picked item gives its line. */
  wordsFor: (item: PickableItem) => string
  onRemove: (() => void) | undefined
  /** Enter in one of the line's fields. */
  onEnter: () => void
}

/** One line: a row of the table on wide screens, a card with its own labels on phones. */
export const LineRow = ({ index, items, wordsFor, onRemove, onEnter }: Props) => {
  const { register, setValue, getFieldState, control, formState } = useFormContext<PaperDraft>()
  const retax = useRetax()
  const [itemId, quantity, unitPrice] = useWatch({
    control,
    name: [`lineItems.${index}.itemId`, `lineItems.${index}.quantity`, `lineItems.${index}.unitPrice`],
  })
  const total = lineTotal({ quantity, unitPrice })
  const errors = formState.errors.lineItems?.[index]

  const fill = (field: 'description' | 'unitPrice', text: string) => {
    const name = `lineItems.${index}.${field}` as const
    setValue(name, text, { shouldDirty: true, shouldValidate: getFieldState(name).invalid })
  }
  const pick = (item: PickableItem | null) => {
    setValue(`lineItems.${index}.itemId`, item?.id ?? null, { shouldDirty: true })
    if (!item) return
    fill('description', wordsFor(item))
    fill('unitPrice', item.unitPrice)
    retax()
  }
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const number = { type: 'number', step: '0.01', onKeyDown: enter, className: 'text-right' } as const
  const label = (words: string): ReactNode => (
    <>
      <span className="sr-only">Line {index + 1} </span>
      {words}
    </>
  )

  return (
    <tr className="align-top max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:rounded-lg max-md:border max-md:border-line max-md:p-3">
      <td className="max-md:col-span-2 md:pt-2">
        <Field label={label('Description')} error={errors?.description?.message} className="md:[&>label]:sr-only">
          <DescriptionInput
            {...register(`lineItems.${index}.description`)}
            onKeyDown={enter}
            dir="auto"
            autoComplete="off"
            picker={
              items.length > 0 && <ItemPicker label={`Pick an item for line ${index + 1}`} items={items} chosenId={itemId} onPick={pick} />
            }
          />
        </Field>
      </td>
      <td className="md:pt-2 md:pl-2">
        <Field label={label('Qty')} error={errors?.quantity?.message} className="md:[&>label]:sr-only">
          <Input {...register(`lineItems.${index}.quantity`, { onChange: retax })} {...number} min="0.01" />
        </Field>
      </td>
      <td className="md:pt-2 md:pl-2">
        <Field label={label('Rate')} error={errors?.unitPrice?.message} className="md:[&>label]:sr-only">
          <Input {...register(`lineItems.${index}.unitPrice`, { onChange: retax })} {...number} min="0" placeholder="0.00" />
        </Field>
      </td>
      <td className="flex items-center gap-2 text-sm tabular-nums max-md:font-medium md:table-cell md:pt-2 md:pl-3 md:text-right">
        <span className="text-muted md:hidden">Amount</span>
        <span className="md:leading-9 md:pointer-coarse:leading-11">{total === null ? '—' : showMoney(total)}</span>
      </td>
      <td className="text-right md:pt-2">
        <Button
          variant="ghost"
          size="icon"
          className="text-muted hover:text-danger"
          aria-label={`Remove line ${index + 1}`}
          title={onRemove ? 'Remove' : 'The last line stays'}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <Trash2 />
        </Button>
      </td>
    </tr>
  )
}

const DescriptionInput = ({ picker, ...rest }: ComponentProps<'input'> & { picker: ReactNode }) => (
  <span className="relative block">
    <Input {...rest} className={picker ? 'pr-9 pointer-coarse:pr-11' : undefined} />
    {picker && <span className="absolute inset-y-0 right-0">{picker}</span>}
  </span>
)
