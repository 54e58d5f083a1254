import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { columns, LineRow } from './line-row.tsx'
import { Reorder } from './reorder.tsx'
import { type LineDetailsSwitch, type LineOptions, useLineForm, useLines } from './use-lines.ts'
import { VirtualizedRows } from './virtualized-rows.tsx'

const virtualizeAbove = 60
/** Enough lines to fill the tallest dialog. */
const initialRows = 20

const head = 'pb-0.5 text-left font-medium text-[0.8125rem] text-muted'

export const LineItemsEditor = ({
  details,
  describeItem,
  picksOne,
  suggestRate,
  isUntaxed = false,
  renderBelow,
}: LineOptions & { details: LineDetailsSwitch }) => {
  const addButton = useRef<HTMLButtonElement>(null)
  const rows = useRef<HTMLTableSectionElement>(null)
  const onAdded = () => [...(rows.current?.rows ?? [])].at(-1)?.querySelector('textarea')?.focus()
  // The pressed button is removed: the focus moves to its neighbor, without opening a phone's keyboard.
  const onRemoved = (index: number) => {
    const row = rows.current?.rows[index] ?? rows.current?.rows[index - 1]
    const next = row?.querySelector<HTMLElement>('[data-removes]:enabled') ?? addButton.current
    next?.focus()
  }
  const { fields, announcement, actions } = useLines({ onAdded, onRemoved })
  const form = useLineForm({ describeItem, picksOne, suggestRate, isUntaxed, renderBelow })
  const problems = useFormState({ control: form.control, name: 'lineItems' }).errors.lineItems
  // Errors of the list as a whole, such as too many lines.
  const problem = problems?.root?.message ?? problems?.message
  const isVirtualized = fields.length > virtualizeAbove

  return (
    // The dialog keeps its width however long the descriptions are.
    <div className="min-w-0">
      <Reorder ids={fields.map(({ key }) => key)} onMove={actions.move}>
        <table aria-label="Line items" className="block w-full">
          <thead className="block max-md:sr-only">
            <tr className={columns}>
              <th scope="col" className={`${head} md:pl-7 md:pointer-coarse:pl-11`}>
                Description
              </th>
              {['Qty', 'Rate', 'Amount', 'Action'].map((name) => (
                <th key={name} scope="col" className={`${head} text-right`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <VirtualizedRows>
            <tbody ref={rows} className="block max-md:grid max-md:gap-3">
              {fields.map((field, index) => (
                <LineRow
                  key={field.key}
                  id={field.key}
                  index={index}
                  isOnly={fields.length === 1}
                  // A line with an error is rendered, so that the focus can move to it.
                  alwaysRendered={!isVirtualized || problems?.[index] !== undefined}
                  // The last line may have just been added, and gets the focus.
                  initiallyRendered={index < initialRows || index === fields.length - 1}
                  showsDetails={details.isShown}
                  form={form}
                  actions={actions}
                />
              ))}
            </tbody>
          </VirtualizedRows>
        </table>
      </Reorder>
      <span className="sr-only" role="status">
        {announcement}
      </span>
      {problem && (
        <p role="alert" data-problem tabIndex={-1} className="mt-2 text-[0.8125rem] text-danger">
          {problem}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={addButton} variant="secondary" size="sm" className="max-md:w-full" onClick={actions.add}>
          <Plus />
          Add Item
        </Button>
        {details.isShown && (
          <Button variant="ghost" size="sm" title="Such as shipping: below the items, and outside the discount" onClick={actions.addCharge}>
            Add Charge
          </Button>
        )}
        {isUntaxed && (
          <Button
            variant="ghost"
            size="sm"
            className="aria-pressed:text-accent md:ml-auto"
            aria-pressed={details.isShown}
            onClick={details.toggle}
          >
            Discount and Unit per Line
          </Button>
        )}
      </div>
    </div>
  )
}
