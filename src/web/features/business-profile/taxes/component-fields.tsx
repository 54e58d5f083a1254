import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { type Path, type UseFormReturn, useFieldArray } from 'react-hook-form'
import { maxTaxComponents } from '#shared/tax-categories.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Input } from '#web/ui/field.tsx'
import type { TaxRateBody } from './tax-rates.ts'

export const newComponent: TaxRateBody['components'][number] = { name: '', percent: '', isCompound: false }

type Props = {
  form: UseFormReturn<TaxRateBody>
  errorAt: (path: Path<TaxRateBody>) => string | undefined
}

/** Usually one tax, more for rates like GST + QST. */
export const ComponentFields = ({ form: { control, register, setValue }, errorAt }: Props) => {
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'components' })
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLFieldSetElement>(null)
  const isSingle = fields.length === 1
  const drop = (index: number) => {
    // There is nothing below the first for it to be charged on.
    if (index === 0) setValue('components.1.isCompound', false)
    remove(index)
    requestAnimationFrame(() => (addButton.current ?? list.current?.querySelector<HTMLElement>('input'))?.focus())
  }
  const move = (from: number, to: number) => {
    swap(from, to)
    if (Math.min(from, to) === 0) setValue('components.0.isCompound', false, { shouldDirty: true })
    // The pressed button moves with its tax, and may be disabled at the end of the list.
    requestAnimationFrame(() => list.current?.querySelectorAll('li')[to]?.querySelector<HTMLElement>('[data-moves]:enabled')?.focus())
  }
  return (
    <fieldset ref={list} className="grid min-w-0 gap-3 sm:col-span-6">
      <legend className={cx('mb-1.5 font-medium text-sm', isSingle && 'sr-only')}>Taxes</legend>
      <ul className="grid gap-3">
        {fields.map(({ id }, i) => (
          <li key={id} className={cx('grid gap-2.5', !isSingle && 'rounded-lg border border-line p-3')}>
            <div
              className={cx(
                'grid items-start gap-x-3',
                isSingle
                  ? 'grid-cols-[minmax(0,1fr)_8rem]'
                  : 'grid-cols-[minmax(0,1fr)_6.5rem_auto] sm:grid-cols-[minmax(0,1fr)_8rem_auto]',
              )}
            >
              <Field label={isSingle ? 'Tax' : `Tax ${i + 1}`} required error={errorAt(`components.${i}.name`)}>
                <Input {...register(`components.${i}.name`)} placeholder={i === 0 ? 'e.g. VAT' : ''} autoComplete="off" dir="auto" />
              </Field>
              <Field label="Percent" required error={errorAt(`components.${i}.percent`)}>
                <Input {...register(`components.${i}.percent`)} type="number" min="0" max="100" step="any" placeholder="0" />
              </Field>
              {!isSingle && (
                <Button
                  variant="ghost"
                  size="icon"
                  className="mt-6.5 -mr-1.5 text-muted hover:text-ink"
                  aria-label={`Remove tax ${i + 1}`}
                  title="Remove"
                  onClick={() => drop(i)}
                >
                  <X aria-hidden />
                </Button>
              )}
            </div>
            {!isSingle && (
              <div className="flex items-center gap-1">
                {i > 0 && (
                  <label className="flex min-h-6 min-w-0 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
                    <input type="checkbox" {...register(`components.${i}.isCompound`)} className="size-4 shrink-0 accent-accent" />
                    On top of the taxes above (compound)
                  </label>
                )}
                <MoveButton
                  label={`Move tax ${i + 1} up`}
                  icon={ArrowUp}
                  disabled={i === 0}
                  onClick={() => move(i, i - 1)}
                  className="ml-auto"
                />
                <MoveButton
                  label={`Move tax ${i + 1} down`}
                  icon={ArrowDown}
                  disabled={i === fields.length - 1}
                  onClick={() => move(i, i + 1)}
                  className="-mr-1.5"
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {fields.length < maxTaxComponents && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button ref={addButton} variant="secondary" size="sm" onClick={() => append({ ...newComponent })}>
            <Plus aria-hidden /> Add another tax
          </Button>
          {isSingle && <p className="text-[0.8125rem] text-muted">For rates of two taxes, such as GST + QST.</p>}
        </div>
      )}
    </fieldset>
  )
}

type MoveProps = { label: string; icon: LucideIcon; disabled: boolean; onClick: () => void; className: string }

const MoveButton = ({ label, icon: Icon, className, ...rest }: MoveProps) => (
  <Button
    {...rest}
    variant="ghost"
    size="icon"
    aria-label={label}
    title={label}
    data-moves
    className={cx('shrink-0 text-muted hover:text-ink', className)}
  >
    <Icon aria-hidden />
  </Button>
)
