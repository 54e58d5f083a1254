import { type ReactNode, useId } from 'react'
import type { DayOrder } from '#shared/imports/days.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { importTexts } from './import-texts.ts'
import type { ColumnMapping, ImportChoices, ImportOptions } from './use-mapping.ts'

type Props = { choices: ImportChoices; mapping: ColumnMapping; onChange: (choices: ImportChoices) => void }

/** Import settings that the columns don't determine: date order, duplicates, unknown categories and customers. */
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
          error={mapping.orderIsOpen ? 'Choose one so that dates are read correctly.' : undefined}
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
      <Checkbox
        checked={choices.options.skipExisting}
        onChange={(skipExisting) => set({ skipExisting })}
        hint={importTexts[kind].duplicates}
      >
        Skip rows that are already there
      </Checkbox>
      {kind === 'expenses' && (
        <Checkbox
          checked={choices.options.otherCategory}
          onChange={(otherCategory) => set({ otherCategory })}
          hint="Also for expenses without any category."
        >
          Put unknown categories under “Other”
        </Checkbox>
      )}
      {kind === 'expenses' && columns.includes('customer') && (
        <Checkbox
          checked={choices.options.unknownCustomersEmpty}
          onChange={(unknownCustomersEmpty) => set({ unknownCustomersEmpty })}
          hint="Customers are matched by name or company. Otherwise unknown customers block the import."
        >
          Import expenses of unknown customers without a customer
        </Checkbox>
      )}
    </div>
  )
}

type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; hint: string; children: ReactNode }

const Checkbox = ({ checked, onChange, hint, children }: CheckboxProps) => {
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
        {/* Enlarges the label's touch target around the checkbox. */}
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
