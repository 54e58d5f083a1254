import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import type { ItemWire } from '#shared/api/items.ts'
import { useHasItems } from '#web/pick/item-search.tsx'
import { Button } from '#web/ui/button.tsx'
import type { PaperDraft } from './draft.ts'
import { useLineForm } from './line-form.ts'
import { columns, LineRow } from './line-row.tsx'
import { Reorder } from './reorder.tsx'
import { useLines } from './use-lines.ts'

type Props = {
  /** The text that a picked item gives its line; must stay the same function. */
  wordsFor: (item: ItemWire) => string
  minQuantity?: string | undefined
}

/** Above so many lines the browser draws only those in sight. */
const drawnAtOnce = 60

const head = 'pb-0.5 text-left font-medium text-[0.8125rem] text-muted'

/**
 * The priced lines of a paper inside a form of `PaperDraft` shape. Enter goes to the next line, and below the last one makes it;
 * Alt with an arrow moves a line, and so does its handle.
 */
export const LineItemsEditor = ({ wordsFor, minQuantity = '0.01' }: Props) => {
  const addButton = useRef<HTMLButtonElement>(null)
  // The pressed button is gone: the focus stays near, without calling up a phone's keyboard.
  const { fields, said, actions } = useLines({ onRemoved: () => addButton.current?.focus() })
  const form = useLineForm({ wordsFor, minQuantity })
  const hasItems = useHasItems()

  return (
    <div>
      <Reorder ids={fields.map(({ id }) => id)} onMove={actions.move}>
        <table aria-label="Line items" className="block w-full">
          <thead className="block max-md:sr-only">
            <tr className={columns}>
              <th scope="col" className={`${head} md:pl-7`}>
                Description
              </th>
              <th scope="col" className={`${head} text-right`}>
                Qty
              </th>
              <th scope="col" className={`${head} text-right`}>
                Rate
              </th>
              <th scope="col" className={`${head} text-right`}>
                Amount
              </th>
              <th scope="col" className={`${head} text-right`}>
                Action
              </th>
            </tr>
          </thead>
          <tbody className="block max-md:grid max-md:gap-3">
            {fields.map((field, index) => (
              <LineRow
                key={field.id}
                id={field.id}
                index={index}
                isOnly={fields.length === 1}
                isOneOfMany={fields.length > drawnAtOnce}
                hasItems={hasItems}
                form={form}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </Reorder>
      <span className="sr-only" role="status">
        {said}
      </span>
      <Problem />
      <Button ref={addButton} variant="secondary" size="sm" className="mt-3 max-md:w-full" onClick={actions.add}>
        <Plus />
        Add Item
      </Button>
    </div>
  )
}

/** What is wrong with the lines as a whole, such as too many of them. */
const Problem = () => {
  const { control } = useFormContext<PaperDraft>()
  const all = useFormState({ control, name: 'lineItems' }).errors.lineItems
  const problem = all?.root?.message ?? all?.message
  return problem ? (
    <p role="alert" className="mt-2 text-[0.8125rem] text-danger">
      {problem}
    </p>
  ) : null
}
