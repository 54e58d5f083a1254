import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useProblemHint } from '#web/documents/lines/problems.tsx'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import type { FormDraft } from './form-draft.ts'

/** What few documents need: a discount, prices with tax, a delivery date. Open when one of them has a value or an error. */
export const MoreFields = () => {
  const { register, control, formState } = useFormContext<FormDraft>()
  const recalculateTax = useRecalculateTax()
  const { errors } = formState
  const values = useWatch({ control, name: ['discount', 'pricesIncludeTax', 'deliveryDate'] })
  const discountHint = useProblemHint('discount', errors.discount?.message)
  const deliveryHint = useProblemHint('deliveryDate', errors.deliveryDate?.message)
  const mustOpen = values.some(Boolean) || Boolean(errors.discount ?? errors.deliveryDate ?? deliveryHint)
  const [isOpen, setOpen] = useState(mustOpen)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line text-sm"
    >
      <summary className="flex min-h-9 list-none items-center justify-between gap-3 px-3 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate">
          <span className="font-medium">More</span> <span className="text-muted group-open:hidden">Discount, prices with tax</span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && (
        <div className="grid grid-cols-2 gap-3 px-3 pb-3">
          <Field label="Discount" error={errors.discount?.message} hint={discountHint ?? 'Of all items'}>
            <Input
              {...register('discount', { onChange: recalculateTax })}
              inputMode="decimal"
              autoComplete="off"
              placeholder="10% or 5.00"
              className="text-right"
            />
          </Field>
          <Field label="Delivery Date" error={errors.deliveryDate?.message} hint={deliveryHint}>
            <FormDateInput control={control} name="deliveryDate" />
          </Field>
          <label className="col-span-2 flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              {...register('pricesIncludeTax', { onChange: recalculateTax })}
              className="size-4 shrink-0 accent-accent"
            />
            Prices include tax
          </label>
        </div>
      )}
    </details>
  )
}
