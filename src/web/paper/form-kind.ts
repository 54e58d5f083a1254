import type { ItemWire } from '#shared/api/items.ts'

/** What the form of one kind of paper has that another's hasn't: its words, names and habits. All parts of a form read it. */
export type FormKind = {
  /** As sentences call it; also names what this browser keeps half-typed. */
  noun: string
  /** With its article, e.g. 'an invoice'. */
  unfinished: string
  labels: { number: string; endDate: string; terms: string }
  /** Stands in the empty terms. */
  termsExample: string
  /** What the contract calls the two fields that have a name of their own in each kind. */
  fields: { number: string; endDate: string }
  /** A status as it is read. */
  statusWords: Readonly<Record<string, string>>
  /** Days from issue to end date until somebody types another end date. */
  daysToEnd: number
  /** The next free number, or one that is likely to be when the server can't be asked. */
  suggestNumber: () => Promise<string>
  /** The text that a picked item gives its line; must stay the same function. */
  wordsFor: (item: ItemWire) => string
  /** What the terms say of so many days between issue and end date, as long as nobody wrote others; undefined: they begin empty. */
  termsFor?: (days: number) => string
}
