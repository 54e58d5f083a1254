import { BookOpen, Trash2 } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, memo, type ReactNode, type Ref, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { emptyLine, lineTotal } from '#shared/draft-totals.ts'
import { formatWrappingMoney, getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { useDocumentCurrency } from './document-currency.ts'
import { LineDetails } from './line-details.tsx'
import { type LineChoice, LineMatches } from './line-search.tsx'
import { ReorderHandle, ReorderRow } from './reorder.tsx'
import type { LineActions, LineForm } from './use-lines.ts'
import { useTakenLine } from './use-taken-line.ts'
import { useVirtualizedRow } from './virtualized-rows.tsx'

type Props = {
  id: string
  index: number
  isOnly: boolean
  /** With many lines only those near the viewport are: a thousand would take seconds. */
  alwaysRendered: boolean
  initiallyRendered: boolean
  showsDetails: boolean
  form: LineForm
  actions: LineActions
}

/** On wide screens. A grid keeps its widths whichever rows are rendered. */
export const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_8rem_8rem_8rem_3.25rem]'

const frame = 'max-md:rounded-lg max-md:border max-md:border-line max-md:p-3'

export const LineRow = memo(function LineRow(props: Props) {
  const { id, index, alwaysRendered, initiallyRendered, form, actions } = props
  const { isNear, ref } = useVirtualizedRow(initiallyRendered)
  const keys = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const up = event.key === 'ArrowUp'
    if (!event.altKey || (!up && event.key !== 'ArrowDown') || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    actions.move(index, index + (up ? -1 : 1))
  }
  if (!alwaysRendered && !isNear)
    return (
      <tr ref={ref} className={cx(frame, 'block h-58.5 md:h-11 md:pointer-coarse:h-13')}>
        <td className="block truncate md:pt-2 md:pl-10 md:leading-9">{form.getValues(`lineItems.${index}.description`)}</td>
      </tr>
    )
  return (
    <ReorderRow
      id={id}
      ref={ref}
      onKeyDown={keys}
      className={cx(columns, frame, 'items-start max-md:relative max-md:grid max-md:grid-cols-2 max-md:gap-3')}
    >
      <LineCells {...props} />
    </ReorderRow>
  )
})

const LineCells = memo(function LineCells({ index, isOnly, showsDetails, form, actions }: Props) {
  const { register, control, recalculateTax, renderBelow } = form
  const currency = useDocumentCurrency()
  const line = useWatch({ control, name: `lineItems.${index}` })
  const errors = useFormState({ control, name: `lineItems.${index}` }).errors.lineItems?.[index]
  const total = lineTotal({ ...emptyLine, ...line }, currency)

  const taken = useTakenLine(index, form)
  const enter = (event: KeyboardEvent<HTMLElement>) => {
    // Shift+Enter begins a new line within the description, Ctrl+Enter saves.
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    actions.enter(index)
  }
  const number = { type: 'number', step: '0.01', enterKeyHint: 'next', onKeyDown: enter, className: 'text-right' } as const
  const label = (text: string): ReactNode => (
    <>
      <span className="sr-only">Line {index + 1} </span>
      {text}
    </>
  )

  return (
    <>
      <td className="max-md:col-span-2 md:relative md:pt-2 md:pl-7 md:pointer-coarse:pl-11">
        <Field label={label('Description')} error={errors?.description?.message} hint={taken.hint} className="md:[&>label]:sr-only">
          <DescriptionInput
            {...register(`lineItems.${index}.description`)}
            onKeyDown={enter}
            dir="auto"
            autoComplete="off"
            enterKeyHint="next"
            pickerLabel={`Pick an item for line ${index + 1}`}
            maySave={line?.itemId === null}
            onTake={taken.take}
            onEnter={() => actions.enter(index)}
          />
        </Field>
        {renderBelow?.(index)}
        {!isOnly && (
          <ReorderHandle
            label={`Move line ${index + 1}`}
            className="absolute max-md:right-14 max-md:bottom-3 max-md:size-11 md:top-2 md:left-0 md:h-9 md:w-6 md:pointer-coarse:h-11 md:pointer-coarse:w-11"
          />
        )}
      </td>
      <td className="md:pt-2 md:pl-2">
        <Field label={label('Qty')} error={errors?.quantity?.message} className="md:[&>label]:sr-only">
          <Input {...register(`lineItems.${index}.quantity`, { onChange: recalculateTax })} {...number} />
        </Field>
      </td>
      <td className="md:pt-2 md:pl-2">
        <Field label={label('Rate')} error={errors?.unitPrice?.message} className="md:[&>label]:sr-only">
          <Input
            {...register(`lineItems.${index}.unitPrice`, { onChange: recalculateTax, onBlur: taken.onPriced })}
            {...number}
            step={getAmountStep(currency)}
            min="0"
            placeholder={getZeroAmount(currency)}
            readOnly={line?.followsItemPrice === true}
          />
        </Field>
      </td>
      {/* On phones amount and buttons end the card, below the details. */}
      <td className="flex flex-col text-sm tabular-nums max-md:order-last max-md:self-center max-md:font-medium md:block md:pt-2 md:pl-3 md:text-right">
        <span className="font-normal text-[0.8125rem] text-muted leading-4 md:hidden">Amount</span>
        <span className="md:inline-block md:py-2 md:leading-5 md:pointer-coarse:py-3">
          {total === null ? '—' : formatWrappingMoney(total, currency)}
        </span>
      </td>
      <td className="text-right max-md:order-last md:pt-2">
        <Button
          variant="ghost"
          size="icon"
          className="text-muted hover:text-danger"
          aria-label={`Remove line ${index + 1}`}
          title={isOnly ? 'The last line can’t be removed' : 'Remove'}
          disabled={isOnly}
          data-removes
          onClick={() => actions.remove(index)}
        >
          <Trash2 />
        </Button>
      </td>
      {showsDetails && <LineDetails index={index} form={form} label={label} />}
    </>
  )
})

const growsByItself = CSS.supports('field-sizing', 'content')
/** Firefox can't size a field by its content. */
const grow = (area: HTMLTextAreaElement) => {
  if (growsByItself) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + 2}px`
}

type DescriptionProps = ComponentProps<'textarea'> & {
  ref: Ref<HTMLTextAreaElement>
  pickerLabel: string
  maySave: boolean
  onTake: (choice: LineChoice) => void
  onEnter: () => void
}

/** Any text, searched for among items and lines used before while it is one line. */
const DescriptionInput = ({ pickerLabel, maySave, onTake, onEnter, ref, onKeyDown, onBlur, ...rest }: DescriptionProps) => {
  const anchor = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [searched, setSearched] = useState<string>()
  const close = () => setSearched(undefined)
  return (
    <div ref={anchor} className="relative">
      <Textarea
        {...rest}
        ref={(area) => {
          field.current = area
          if (area) grow(area)
          return typeof ref === 'function' ? ref(area) : undefined
        }}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        onInput={({ currentTarget }) => {
          grow(currentTarget)
          const text = currentTarget.value.trim()
          setSearched(text === '' || text.includes('\n') ? undefined : text)
        }}
        onKeyDown={(event) => {
          // In a text of several lines the arrow key moves the caret.
          if (event.key !== 'ArrowDown' || event.altKey || event.currentTarget.value.includes('\n')) return onKeyDown?.(event)
          event.preventDefault()
          setSearched('')
        }}
        onBlur={(event) => {
          // Where an element goes while nothing has the focus, the dialog takes it, and the pressed field would not get it.
          setTimeout(close)
          onBlur?.(event)
        }}
        rows={1}
        className="block min-h-9 resize-none overflow-y-auto py-[0.4375rem] pr-9 leading-5 pointer-coarse:min-h-11 pointer-coarse:py-[0.6875rem] pointer-coarse:pr-11"
      />
      {/* By keyboard the arrow key opens the list. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={pickerLabel}
        aria-haspopup="listbox"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          field.current?.focus()
          field.current?.select()
          setSearched(searched === '' ? undefined : '')
        }}
        className="absolute top-0 right-0 grid size-9 place-items-center rounded-r-md text-muted hover:text-ink pointer-coarse:size-11"
      >
        <BookOpen className="size-4" aria-hidden />
      </button>
      {searched !== undefined && <LineMatches {...{ field, anchor, maySave, onTake, onEnter }} text={searched} onClose={close} />}
    </div>
  )
}
