import { Trash2 } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ItemWire } from '#shared/api/items.ts'
import { showMoney } from '#shared/money.ts'
import { ItemSearch, useHasItems } from '#web/pick/item-search.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { lineTotal, type PaperDraft } from './draft.ts'
import { useRetax } from './use-retax.ts'

type Props = {
  index: number
  /** The text that a picked item gives its line. */
  wordsFor: (item: ItemWire) => string
  onRemove: (() => void) | undefined
  /** Enter in one of the line's fields. */
  onEnter: () => void
}

/** One line: a row of the table on wide screens, a card with its own labels on phones. */
export const LineRow = ({ index, wordsFor, onRemove, onEnter }: Props) => {
  const { register, setValue, setFocus, getFieldState, control, formState } = useFormContext<PaperDraft>()
  const retax = useRetax()
  const hasItems = useHasItems()
  const [quantity, unitPrice] = useWatch({ control, name: [`lineItems.${index}.quantity`, `lineItems.${index}.unitPrice`] })
  const total = lineTotal({ quantity, unitPrice })
  const errors = formState.errors.lineItems?.[index]

  const fill = (field: 'description' | 'unitPrice', text: string) => {
    const name = `lineItems.${index}.${field}` as const
    setValue(name, text, { shouldDirty: true, shouldValidate: getFieldState(name).invalid })
  }
  const pick = (item: ItemWire) => {
    setValue(`lineItems.${index}.itemId`, item.id, { shouldDirty: true })
    fill('description', wordsFor(item))
    fill('unitPrice', item.unitPrice)
    retax()
    // The next thing to say about it.
    setFocus(`lineItems.${index}.quantity`, { shouldSelect: true })
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
            picker={hasItems && <ItemSearch label={`Pick an item for line ${index + 1}`} onPick={pick} />}
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
  <div className="relative">
    <Input {...rest} className={picker ? 'pr-9 pointer-coarse:pr-11' : undefined} />
    {picker}
  </div>
)
