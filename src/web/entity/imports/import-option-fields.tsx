import { type ReactNode, useId } from 'react'
import { readAmount } from '#modules/imports/amounts.ts'
import type { DayOrder } from '#modules/imports/days.ts'
import { importFields } from '#modules/imports/fields.ts'
import type { CostSign } from '#modules/imports/rows.ts'
import { formatAmount, normalizeDecimal } from '#shared/money.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { importTexts } from './import-texts.ts'
import type { ColumnMapping, ImportChoices, ImportOptions } from './use-mapping.ts'

type Props = { choices: ImportChoices; mapping: ColumnMapping; onChange: (choices: ImportChoices) => void }

export const ImportOptionFields = ({ choices, mapping, onChange }: Props) => {
  const { kind, columns } = mapping.plan
  const set = (options: Partial<ImportOptions>) => onChange({ ...choices, options: { ...choices.options, ...options } })
  return (
    <div className="grid gap-4">
      <Questions choices={choices} mapping={mapping} onChange={onChange} />
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

const Questions = ({ choices, mapping: { plan, questions, unanswered }, onChange }: Props) => {
  const { amount, cost } = questions
  const isPoint = amount?.includes('.') ?? false
  const label = importFields[plan.kind].find(({ type }) => type === 'amount')?.label.toLowerCase()
  return (
    <>
      {questions.days && (
        <Question
          label="Which comes first in the dates, the month or the day?"
          hint="The file’s dates can be read both ways."
          error={unanswered.days ? 'Choose one so that dates are read correctly.' : undefined}
          value={choices.dayOrder}
          options={[
            ['mdy', 'Month first: 03/04/2026 is March 4'],
            ['dmy', 'Day first: 03/04/2026 is 3 April'],
          ]}
          onChoose={(dayOrder) => onChange({ ...choices, dayOrder: dayOrder as DayOrder | undefined })}
        />
      )}
      {amount !== undefined && (
        <Question
          label={`What does the ${isPoint ? 'point' : 'comma'} in ${amount} separate?`}
          hint={`The file’s ${label}s can be read both ways.`}
          error={unanswered.amount ? 'Choose one so that amounts are read correctly.' : undefined}
          value={choices.decimalComma === undefined ? undefined : choices.decimalComma ? 'comma' : 'point'}
          options={[
            [isPoint ? 'comma' : 'point', `Thousands: ${amount} is ${writeAmount(amount, isPoint)}`],
            [isPoint ? 'point' : 'comma', `Decimals: ${amount} is ${writeAmount(amount, !isPoint)}`],
          ]}
          onChoose={(mark) => onChange({ ...choices, decimalComma: mark === undefined ? undefined : mark === 'comma' })}
        />
      )}
      {cost !== undefined && (
        <Question
          label="Which amounts are costs, the positive or the negative ones?"
          hint="The file has negative amounts. In a list of expenses they are refunds from suppliers; in a bank’s list they are what you spent."
          error={unanswered.cost ? 'Choose one so that costs and refunds are told apart.' : undefined}
          value={choices.costSign}
          options={[
            ['positive', `Positive amounts: ${cost} is a refund`],
            ['negative', `Negative amounts: ${cost} is a cost, and positive ones are left out`],
          ]}
          onChoose={(costSign) => onChange({ ...choices, costSign: costSign as CostSign | undefined })}
        />
      )}
    </>
  )
}

/** '1.500' -> '1,500.00' or '1.50'. */
const writeAmount = (text: string, decimalComma: boolean): string => formatAmount(normalizeDecimal(readAmount(text, decimalComma)))

type QuestionProps = {
  label: string
  hint: string
  error: string | undefined
  value: string | undefined
  options: [value: string, text: string][]
  onChoose: (value: string | undefined) => void
}

const Question = ({ label, hint, error, value, options, onChoose }: QuestionProps) => (
  <Field label={label} required hint={hint} error={error} className="max-w-md">
    <Select value={value ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
      <option value="">Choose…</option>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
)

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
