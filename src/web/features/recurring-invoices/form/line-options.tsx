import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { itemEndpoints } from '#modules/items/model.ts'
import { addDays } from '#shared/dates.ts'
import { fillPlaceholder, type PlaceholderName, placeholderNames } from '#shared/invoice-placeholders.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { listDays } from '#shared/recurrence.ts'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { proposeFor } from '#web/features/recurring-invoices/schedule/due-date.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { findDueDate, parseSchedule, type RecurringDraft } from './recurring-draft.ts'

const useExample = () => {
  const { getValues } = useFormContext<RecurringDraft>()
  const { data: profile } = useQuery(businessProfileQuery)
  const client = useQueryClient()
  return (name: PlaceholderName): string => {
    const draft = getValues()
    const [day, language] = [getToday(), profile?.documentLanguage ?? 'en']
    const { schedule } = parseSchedule({ ...draft, startDay: day, ends: 'never' })
    const nextDay = schedule ? (listDays(schedule, addDays(day, 1), 1)[0] ?? null) : null
    return fillPlaceholder(name, { day, nextDay, dueDate: findDueDate(draft, day, proposeFor(client, draft)), language })
  }
}

type TextName = 'notes' | 'terms' | `lineItems.${number}.description`

/** The chosen placeholder is inserted where the cursor is in the field. */
export const InsertMenu = ({ name, label, className }: { name: TextName; label: string; className?: string }) => {
  const { getValues, setValue } = useFormContext<RecurringDraft>()
  const getExample = useExample()
  const insert = (placeholder: PlaceholderName) => {
    const text = getValues(name)
    const [field] = document.getElementsByName(name)
    const at = field instanceof HTMLTextAreaElement ? (field.selectionStart ?? text.length) : text.length
    setValue(name, `${text.slice(0, at)}{${placeholder}}${text.slice(at)}`, { shouldDirty: true })
  }
  return (
    <LazyMenu
      trigger={
        <Button variant="ghost" size="sm" className={cx('text-accent', className)} title="Insert a date that each invoice fills in">
          <Braces aria-hidden /> Insert date
          <span className="sr-only"> into {label}</span>
        </Button>
      }
    >
      {({ MenuItem }) =>
        placeholderNames.map((placeholder) => (
          <MenuItem key={placeholder} onSelect={() => insert(placeholder)}>
            <span className="grid min-w-0 py-1">
              <span className="font-medium">{`{${placeholder}}`}</span>
              <span className="text-[0.8125rem] text-muted">{getExample(placeholder)}</span>
            </span>
          </MenuItem>
        ))
      }
    </LazyMenu>
  )
}

export const LineOptions = ({ index }: { index: number }) => {
  const { control } = useFormContext<RecurringDraft>()
  const itemId = useWatch({ control, name: `lineItems.${index}.itemId` })
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-[0.8125rem]">
      <InsertMenu name={`lineItems.${index}.description`} label={`line ${index + 1}`} className="-ml-2.5 h-7! pointer-coarse:h-11!" />
      {itemId !== null && <FollowsPrice index={index} itemId={itemId} />}
    </div>
  )
}

const FollowsPrice = ({ index, itemId }: { index: number; itemId: number }) => {
  const { control, setValue, getValues } = useFormContext<RecurringDraft>()
  const { field } = useController({ control, name: `lineItems.${index}.followsItemPrice` })
  const recalculateTax = useRecalculateTax()
  const follow = async (follows: boolean) => {
    field.onChange(follows)
    if (!follows) return
    try {
      const { unitPrice } = await call(itemEndpoints.one, { params: { id: itemId } })
      setValue(`lineItems.${index}.unitPrice`, toInputAmount(unitPrice, getValues('currency')), { shouldDirty: true })
      recalculateTax()
    } catch (error) {
      field.onChange(false)
      toast({ title: 'Error', description: toFailure(error as Error, true).message, variant: 'destructive' })
    }
  }
  return (
    <label
      className="flex min-h-7 cursor-pointer items-center gap-2 text-muted pointer-coarse:min-h-11"
      title="Each invoice takes the price that the item has on its day"
    >
      <input
        type="checkbox"
        checked={field.value === true}
        onChange={({ target }) => void follow(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="sr-only">Line {index + 1} </span>
      Follow the item's price
    </label>
  )
}
