import type { TextLimit } from '#shared/text-limits.ts'

// A field of a record, declared once. Data only, without zod, drizzle and React: each of those is made of it by an adapter in src/kit.

type Common = {
  /** As in forms and messages: 'Contact person must be text'. */
  label: string
  /** The heading of its column in CSV files and histories; the label in title case, if missing. */
  heading?: string
  /** Its label in forms, and where two versions are compared; the label in title case, if missing. */
  formLabel?: string
  /** Below the field of a form. */
  hint?: string
  /** For the documentation of the API, where the label does not say enough. */
  docs?: string
  /** Of the record that the documentation shows; null, if missing. */
  example?: unknown
  /** A setting rather than a detail: no column of files, no line of histories. */
  isSetting?: true
}
type Kinds = {
  /** @param capitals what a phone's keyboard begins with a capital letter */
  text: { limit: TextLimit; capitals?: 'words' | 'characters' }
  phone: { limit: TextLimit }
  email: object
  /** Several addresses, separated by commas. */
  emails: { most: number }
  url: object
  /** At least 0.00, with at most three decimals. @param zero with it the amount has a sign and is never zero: the message for zero */
  money: { zero?: string }
  /** At least 0.00, with up to six decimals. */
  price: object
  /** A percentage above 0 and below 100. */
  part: object
  /** A whole number from `least`, or from 1. */
  count: { least?: 0; most: number }
  /** From 1990 to today. */
  moneyDay: object
  choice: { of: readonly string[]; missing: string; wrong: string }
  /** A code of UN/ECE Recommendation 20; a missing one is C62, a plain number. */
  unit: object
  /** Null is the currency of the business. */
  currency: { wrong: string }
  /** ISO 3166-1 alpha-2. */
  country: object
  /** One of those of documents; null is that of the business. */
  language: { wrong: string }
  flag: object
  /** The id of a record of the user; files and histories show its name under the heading. */
  ref: { to: 'customer' | 'taxRate' | 'receipt'; wrong: string }
}
export type Kind = keyof Kinds
export type Field<K extends Kind = Kind> = { [Name in K]: { kind: Name; isOptional?: true } & Common & Kinds[Name] }[K]
export type Fields = Readonly<Record<string, Field>>

const make =
  <K extends Kind>(kind: K) =>
  <const O extends Omit<Common, 'label'> & Kinds[K]>(label: string, options: O) => ({ kind, label, ...options })
export const text = make('text')
export const phone = make('phone')
export const email = make('email')
export const emails = make('emails')
export const url = make('url')
export const money = make('money')
export const price = make('price')
export const part = make('part')
export const count = make('count')
export const moneyDay = make('moneyDay')
export const choice = make('choice')
export const unit = make('unit')
export const currency = make('currency')
export const country = make('country')
export const language = make('language')
export const flag = make('flag')
export const ref = make('ref')
export const optional = <F extends object>(field: F): F & { isOptional: true } => ({ ...field, isOptional: true })

/** 'Contact person' -> 'Contact Person', 'VAT id' -> 'VAT ID'. */
const toTitleCase = (label: string): string => label.replace(/\bid\b/, 'ID').replace(/(^| )[a-z]/g, (start) => start.toUpperCase())

export const getHeading = ({ label, heading }: Common): string => heading ?? toTitleCase(label)
export const getFormLabel = ({ label, formLabel }: Common): string => formLabel ?? toTitleCase(label)
