import { findCurrencyProblem } from '#shared/amount-limits.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import type { Amount } from '#shared/money.ts'

// What an action asks for, with limits and first values that follow from its record. The form draws the fields; form and server refuse by the same limits.

type Common = {
  label: string
  hint?: string
  isOptional?: true
  /** A line of its own; texts and flags have one. */
  isWide?: true
}
type Kinds = {
  money: { currency: Currency; value?: string; most?: { amount: Amount; refusal: string } }
  /** An exchange rate. */
  rate: object
  /** Today, if `value` is missing. @param first.of 'the issue date of the invoice' */
  day: { value?: string; first?: { day: Day; of: string } }
  choice: { of: readonly string[] }
  text: { maxLength?: number; placeholder?: string; value?: string }
  flag: { value?: boolean }
}
export type ActionField<K extends keyof Kinds = keyof Kinds> = { [Name in K]: { kind: Name } & Common & Kinds[Name] }[K]
export type ActionFields = Readonly<Record<string, ActionField>>

const make =
  <K extends keyof Kinds>(kind: K) =>
  (label: string, options: Omit<Common, 'label'> & Kinds[K]) => ({ kind, label, ...options })
export const moneyField = make('money')
export const rateField = make('rate')
export const dayField = make('day')
export const choiceField = make('choice')
export const textField = make('text')
export const flagField = make('flag')

/** What the record's own figures refuse, by field. @param body as its schema reads it */
export const listProblems = (fields: ActionFields, body: Readonly<Record<string, unknown>>): { path: string; message: string }[] =>
  Object.entries(fields).flatMap(([path, field]) => {
    const message = findProblem(field, body[path])
    return message === undefined ? [] : [{ path, message }]
  })

const findProblem = (field: ActionField, value: unknown): string | undefined => {
  if (value === undefined || value === null) return field.isOptional || field.kind !== 'money' ? undefined : `${field.label} is required`
  if (field.kind === 'money')
    return field.most && (value as Amount) > field.most.amount
      ? field.most.refusal
      : findCurrencyProblem(field.label, value as Amount, field.currency)
  if (field.kind === 'day' && field.first && (value as Day) < field.first.day)
    return `Day must not be before ${field.first.of}, ${formatDay(field.first.day)}`
  return undefined
}
