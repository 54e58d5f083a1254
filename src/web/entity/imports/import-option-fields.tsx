import { type ReactNode, useId } from 'react'
import type { DayOrder } from '#shared/imports/days.ts'
import { Field, Select } from '#web/ui/field.tsx'
import type { ColumnMapping, ImportChoices, ImportOptions } from './use-mapping.ts'

type Props = { choices: ImportChoices; mapping: ColumnMapping; onChange: (choices: ImportChoices) => void }

/** What the columns alone don't say: the order of days, and what happens to rows that could come in two ways. */
export const ImportOptionFields = ({ choices, mapping, onChange }: Props) => {
  const { kind, columns } = mapping.plan
  const set = (options: Partial<ImportOptions>) => onChange({ ...choices, options: { ...choices.options, ...options } })
  return (
    <div className="grid gap-3">
      {mapping.asksOrder && (
        <Field
          label="Which comes first in the dates, the month or the day?"
          required
          hint="The file’s dates can be read both ways."
          error={mapping.orderIsOpen ? 'Choose one, so that no date is turned round.' : undefined}
          className="max-w-md"
        >
          <Select
            value={choices.dayOrder ?? ''}
            onChange={(event) => onChange({ ...choices, dayOrder: (event.target.value || undefined) as DayOrder | undefined })}
          >
            <option value="">Choose…</option>
            <option value="mdy">Month first: 03/04/2026 is March 4</option>
            <option value="dmy">Day first: 03/04/2026 is 3 April</option>
          </Select>
        </Field>
      )}
      <Tick checked={choices.options.skipExisting} onChange={(skipExisting) => set({ skipExisting })} hint={sameWords[kind]}>
        Skip rows that are already there
      </Tick>
      {kind === 'expenses' && (
        <Tick
          checked={choices.options.otherCategory}
          onChange={(otherCategory) => set({ otherCategory })}
          hint="Also for expenses without any category."
        >
          Put unknown categories under “Other”
        </Tick>
      )}
      {columns.includes('customer') && (
        <Tick
          checked={choices.options.unknownCustomersEmpty}
          onChange={(unknownCustomersEmpty) => set({ unknownCustomersEmpty })}
          hint="Customers are found by name or company. Otherwise an unknown one keeps the file out."
        >
          Import expenses of unknown customers without a customer
        </Tick>
      )}
    </div>
  )
}

const sameWords = {
  customers: 'Customers with the same name and e-mail.',
  items: 'Items with the same name and price.',
  expenses: 'Expenses with the same date, amount, description and vendor.',
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; hint: string; children: ReactNode }

const Tick = ({ checked, onChange, hint, children }: TickProps) => {
  const id = useId()
  return (
    <div className="relative flex items-start gap-2.5 text-sm">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4.5 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-6"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-hint`}
      />
      <span>
        {/* A thumb hits the label, which lies over the box and around it. */}
        <label
          htmlFor={id}
          className="font-medium pointer-coarse:before:absolute pointer-coarse:before:-top-2.5 pointer-coarse:before:-left-2.5 pointer-coarse:before:size-11"
        >
          {children}
        </label>
        <span id={`${id}-hint`} className="block text-muted">
          {hint}
        </span>
      </span>
    </div>
  )
}
