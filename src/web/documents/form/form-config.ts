import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { ItemWire } from '#shared/contract/items.ts'
import type { DocumentDefaults } from './form-draft.ts'

/** What the form of one kind of paper has that another's hasn't: its words, names and habits. All parts of a form read it. */
export type FormConfig = {
  /** As sentences call it; also names what this browser keeps half-typed. */
  noun: string
  /** With its article, e.g. 'an invoice'. */
  nounWithArticle: string
  labels: { number: string; endDate: string; terms: string }
  /** Stands in the empty terms. */
  termsExample: string
  /** What the contract calls the two fields that have a name of their own in each kind. */
  fields: { number: string; endDate: string }
  /** A status as it is read. */
  statusWords: Readonly<Record<string, string>>
  /** What a new form begins with, by the business's profile; null: there is none, or none that could be asked for. */
  defaults: (profile: BusinessProfileWire | null) => DocumentDefaults
  /** The next free number, or one that is likely to be when the server can't be asked. */
  suggestNumber: () => Promise<string>
  /** The text that a picked item gives its line; must stay the same function. */
  describeItem: (item: ItemWire) => string
  /** The terms after the days between issue and end date changed: those that tell them by themselves follow, and what somebody wrote stays. */
  adjustTerms?: (terms: string, was: number, is: number) => string
}
