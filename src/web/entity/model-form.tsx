import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { z } from 'zod'
import { type Field, type Fields, getFormLabel } from '#model/fields.ts'
import { getCountryName } from '#shared/countries.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { defaultUnit, getPrintedUnit } from '#shared/units.ts'
import { getTaxRateName } from '#web/lib/api/tax-rates.ts'
import { formatAmountInput } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import type { Entity, EntityRow } from './entity.ts'
import { RecordEditor, type RecordEditorProps, type RecordEditorState, useRecordEditor } from './record-editor.tsx'
import { RecordFields, type RecordFieldsProps } from './record-fields.tsx'

const firstValues: { [K in Field['kind']]?: () => unknown } = { moneyDay: getToday, unit: () => defaultUnit, flag: () => false }

/** @param stored null or missing in a new record */
const toValue = ({ kind }: Field, stored: unknown, currency: Currency): unknown => {
  if (stored === undefined || stored === null) return firstValues[kind]?.() ?? ''
  return kind === 'money' || kind === 'price' ? toInputAmount(String(stored), currency) : stored
}

const toValues = <Body,>(fields: Fields, row: object | undefined, currency: Currency): Body => {
  const stored = (row ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field, stored[name], currency)])) as Body
}

/** A reference is to a tax rate; the name of another record is among the `texts` of its form. */
const describers: { [K in Field['kind']]?: (value: string, currency: Currency) => string } = {
  money: formatAmountInput,
  moneyDay: (day) => (isDay(day) ? formatDay(day) : day),
  unit: getPrintedUnit,
  country: getCountryName,
  ref: getTaxRateName,
}

/** The form of a record with a model: its values are those of the fields. */
export const useModelForm = <Row extends EntityRow, Body extends FieldValues>(
  entity: Entity<Row, Body>,
  props: RecordEditorProps<Row>,
  options: { schema: z.ZodType<unknown, Body>; beside?: { read: () => unknown; restore: (stored: unknown) => void } },
) => {
  const currency = useHomeCurrency()
  const { fields, title } = entity.model
  return useRecordEditor<Row, Body>(entity, props, {
    ...options,
    defaults: toValues<Body>(fields, undefined, currency),
    toValues: (row) => toValues<Body>(fields, row, currency),
    first: title as Path<Body>,
  })
}

type Props<Row extends EntityRow, Body extends FieldValues> = Pick<RecordFieldsProps<Body>, 'lines' | 'own'> & {
  entity: Entity<Row, Body>
  record: RecordEditorState<Row, Body>
  shown?: Partial<Row> | undefined
  /** Where the kind of a field does not say it. */
  texts?: { readonly [Name in Path<Body>]?: (row: Row) => string }
  children?: ReactNode
}

export const ModelForm = <Row extends EntityRow, Body extends FieldValues>(props: Props<Row, Body>) => {
  const { entity, record, shown, lines, own, children } = props
  const { fields } = entity.model
  const texts: Readonly<Record<string, ((row: Row) => string) | undefined>> = props.texts ?? {}
  const currency = useHomeCurrency()
  const describe = (row: Row) =>
    Object.entries<Field>(fields).map(([name, field]) => {
      const text = texts[name]
      const value = row[name as keyof Row]
      const isEmpty = value === null || value === undefined || value === ''
      return [
        getFormLabel(field),
        text ? text(row) : isEmpty ? '' : (describers[field.kind]?.(String(value), currency) ?? String(value)),
      ] as const
    })
  return (
    <RecordEditor record={record} describe={describe} shown={shown}>
      <RecordFields fields={fields} form={record.form} errorOf={record.errorOf} lines={lines} own={own} />
      {children}
    </RecordEditor>
  )
}
