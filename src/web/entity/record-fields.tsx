import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { type Fields, getFormLabel, type Field as RecordField } from '#model/fields.ts'
import type { Currency } from '#shared/currencies.ts'
import { documentLanguages } from '#shared/document-languages.ts'
import { Flag } from '#web/kit/flag.tsx'
import { getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { type ControlProps, Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { CurrencySelect } from './pickers/currency-select.tsx'
import { CountrySelect } from './taxes/country-select.tsx'
import { UnitPicker } from './taxes/unit-picker.tsx'

type Own = { hint?: ReactNode; control?: ReactElement<ControlProps> }
export type RecordFieldsProps<Values extends FieldValues> = {
  fields: Fields
  form: UseFormReturn<Values>
  errorOf: (name: Path<Values>) => string | undefined
  /** The fields of each line, one, two or three. */
  lines: readonly (readonly Path<Values>[])[]
  /** What a field has instead of what its kind and its declaration say. */
  own?: { readonly [Name in Path<Values>]?: Own } | undefined
}

const widths = ['', 'sm:col-span-6', 'sm:col-span-3', 'sm:col-span-2']

/** Draws the fields of a record by their kinds, in a grid of six columns. */
export const RecordFields = <Values extends FieldValues>({ fields, form, errorOf, lines, own }: RecordFieldsProps<Values>) =>
  lines.flatMap((line) =>
    line.map((name) => {
      const field = fields[name]!
      const { control, hint = field.hint }: Own = own?.[name] ?? {}
      if (field.kind === 'flag')
        return <Flag key={name} {...form.register(name)} label={getFormLabel(field)} hint={hint} className={widths[line.length]} />
      return (
        <Field
          key={name}
          label={getFormLabel(field)}
          hint={hint}
          error={errorOf(name)}
          required={!field.isOptional}
          className={widths[line.length]}
        >
          {control ?? <RecordInput name={name} field={field} form={form} />}
        </Field>
      )
    }),
  )

type InputProps<Values extends FieldValues> = ControlProps & { name: Path<Values>; field: RecordField; form: UseFormReturn<Values> }

const RecordInput = <Values extends FieldValues>({ name, field, form: { control, register }, ...aria }: InputProps<Values>) => {
  const home = useHomeCurrency()
  if (field.kind === 'moneyDay') return <FormDateInput {...aria} control={control} name={name} />
  if (field.kind === 'unit')
    return <Controller control={control} name={name} render={({ field: unit }) => <UnitPicker {...aria} {...unit} />} />
  const input = { ...aria, ...register(name) }
  if (field.kind === 'country') return <CountrySelect {...input} />
  if (field.kind === 'currency')
    return (
      <CurrencySelect {...input} without={home}>
        <option value="">Same as the business ({home})</option>
      </CurrencySelect>
    )
  if (field.kind === 'language')
    return (
      <Select {...input}>
        <option value="">Same as the business</option>
        {Object.entries(documentLanguages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </Select>
    )
  if (field.kind === 'choice')
    return (
      <Select {...input} className="has-[option[value='']:checked]:text-muted">
        <option value="">Select a {field.label.toLowerCase()}</option>
        {field.of.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    )
  if (field.kind === 'text' && typeof field.limit !== 'number') return <Textarea {...input} rows={4} />
  return <Input autoComplete="off" {...input} {...getInputProps(field, home)} />
}

const getInputProps = (field: RecordField, home: Currency): ComponentProps<'input'> => {
  const amount = { type: 'number', min: '0', placeholder: getZeroAmount(home) }
  if (field.kind === 'money') return { ...amount, ...(field.zero && { min: undefined }), step: getAmountStep(home) }
  if (field.kind === 'price') return { ...amount, step: 'any' }
  if (field.kind === 'part' || field.kind === 'count') return { inputMode: 'decimal', className: 'text-right' }
  if (field.kind === 'phone') return { type: 'tel' }
  if (field.kind === 'email') return { type: 'email' }
  if (field.kind === 'emails') return { inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
  if (field.kind === 'url') return { type: 'url', inputMode: 'url', placeholder: 'https://' }
  return field.kind === 'text' && field.capitals ? { autoCapitalize: field.capitals } : {}
}
