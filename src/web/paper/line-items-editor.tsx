import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { ItemWire } from '#shared/api/items.ts'
import { Button } from '#web/ui/button.tsx'
import { emptyLine, type PaperDraft } from './draft.ts'
import { LineRow } from './line-row.tsx'
import { useRetax } from './use-retax.ts'

type Props = {
  /** The text that a picked item gives its line. */
  wordsFor: (item: ItemWire) => string
}

const head = 'pb-0.5 text-left font-medium text-[0.8125rem] text-muted'

/** The priced lines of a paper inside a form of `PaperDraft` shape. Enter goes to the next line, and below the last one makes it. */
export const LineItemsEditor = ({ wordsFor }: Props) => {
  const { control, setFocus, formState } = useFormContext<PaperDraft>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lineItems' })
  const retax = useRetax()
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => append(emptyLine, { focusName: `lineItems.${fields.length}.description` })
  const all = formState.errors.lineItems
  const problem = all?.root?.message ?? all?.message

  return (
    <div>
      <table aria-label="Line items" className="w-full max-md:block md:table-fixed">
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={head}>
              Description
            </th>
            <th scope="col" className={`${head} w-24 text-right`}>
              Qty
            </th>
            <th scope="col" className={`${head} w-36 text-right`}>
              Rate
            </th>
            <th scope="col" className={`${head} w-36 text-right`}>
              Amount
            </th>
            <th scope="col" className={`${head} w-14 text-right`}>
              Action
            </th>
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {fields.map((field, index) => (
            <LineRow
              key={field.id}
              index={index}
              wordsFor={wordsFor}
              onRemove={
                fields.length === 1
                  ? undefined
                  : () => {
                      remove(index)
                      retax()
                      // The pressed button is gone: the focus stays near, without calling up a phone's keyboard.
                      addButton.current?.focus()
                    }
              }
              onEnter={() => (index === fields.length - 1 ? add() : setFocus(`lineItems.${index + 1}.description`))}
            />
          ))}
        </tbody>
      </table>
      {problem && (
        <p role="alert" className="mt-2 text-[0.8125rem] text-danger">
          {problem}
        </p>
      )}
      <Button ref={addButton} variant="secondary" size="sm" className="mt-3 max-md:w-full" onClick={add}>
        <Plus />
        Add Item
      </Button>
    </div>
  )
}
