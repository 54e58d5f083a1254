import { type EntryKind, entryKindLabels } from '#shared/books.ts'

type Texts = { kind: EntryKind; description: string; reference: string | null; name: string | null }

/** What a description leaves open, for the line below it: the type, the document's number and the name of the customer or vendor. */
export const listEntryTexts = ({ kind, description, reference, name }: Texts): string[] =>
  [entryKindLabels[kind], reference, name].filter((text): text is string => Boolean(text) && !description.includes(text!))
