import type { ItemWire } from '#modules/items/contract.ts'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentKind, documentInfo } from '#shared/record-types.ts'
import type { DocumentDefaults, FormDraft, NewBusiness, SavedDocument } from './form-draft.ts'

type OwnField = {
  label: string
  choices?: Readonly<Record<string, string>>
  /** A number that few documents have: it stands among the folded fields. */
  isFolded?: true
}

/** What the form of a type of document shows. */
export type FormConfig = {
  /** As in sentences; also the key of the draft in this browser's storage. */
  noun: (typeof documentInfo)[DocumentKind]['noun']
  /** Then taxes are checked before it is issued, and it has a rate of exchange. */
  isInBooks: boolean
  /** Days after the issue date to choose from. */
  hasPaymentTerms?: true
  /** '' for a field that the type has not. */
  labels: { number: string; endDate: string; notes: string; terms: string }
  notesExample: string
  termsExample: string
  /** Never with tax: its fields are left out, and no rate is suggested. */
  isUntaxed?: true
  fields: { number: string; endDate: string }
  /** Fields of the type's own, by their names: texts, and those with choices, with the labels of their values, which the type draws. */
  own: Readonly<Record<string, OwnField>>
  /** `profile` is null when there is none, or it could not be loaded. */
  defaults: (profile: BusinessProfileWire | null) => DocumentDefaults
  /** The next free number of a document of that date (today, if missing), or a likely one when the server can't be reached. */
  suggestNumber: (date?: Day) => Promise<string>
  /** Asked while there is no profile; undefined for a business that has other documents. */
  proposeBusiness?: () => Promise<NewBusiness | undefined>
  /** Must be a stable function. */
  describeItem: (item: ItemWire) => string
  /** A picked item comes once. */
  picksOne?: true
  /** Generated terms follow; edited ones stay. */
  adjustTerms?: (terms: string, daysBefore: number, daysAfter: number) => string
}

/** How saved documents of a type get into its form. */
export type Stored<Saved extends SavedDocument> = {
  read: (id: number, signal: AbortSignal) => Promise<Saved>
  toDraft: (saved: Saved) => FormDraft
}
