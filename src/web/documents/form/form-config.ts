import type { ItemWire } from '#modules/items/contract.ts'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { DocumentDefaults } from './form-draft.ts'

/** What differs between the forms of the document types: names, labels and defaults. */
export type FormConfig = {
  /** The document's name in sentences; also the key of its draft in this browser's storage. */
  noun: 'invoice' | 'estimate' | 'credit note'
  /** With its article, e.g. 'an invoice'. */
  nounWithArticle: string
  /** Usual days from issue date to end date, offered as a click each. */
  terms?: readonly number[]
  /** '' for a field that the type has not. */
  labels: { number: string; endDate: string; notes: string; terms: string }
  /** The placeholders of the empty fields. */
  notesExample: string
  termsExample: string
  /** A type that never has tax: its fields are left out, and no rate is suggested. */
  isUntaxed?: true
  /** The contract's names of the two fields that differ between the types. */
  fields: { number: string; endDate: string }
  /** The label of each status. */
  statusLabels: Readonly<Record<string, string>>
  /** The defaults of a new form, from the business profile; null: there is none, or it could not be loaded. */
  defaults: (profile: BusinessProfileWire | null) => DocumentDefaults
  /** The next free number, or a likely one when the server can't be reached. */
  suggestNumber: () => Promise<string>
  /** The description of a line filled from an item; must be a stable function. */
  describeItem: (item: ItemWire) => string
  /** Updates the terms after the days between issue and end date changed. Generated terms follow; edited ones stay. */
  adjustTerms?: (terms: string, daysBefore: number, daysAfter: number) => string
}
