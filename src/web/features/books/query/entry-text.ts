import { type EntryKind, entryKindLabels } from '#shared/books.ts'

type Texts = { kind: EntryKind; description: string; reference: string | null; name: string | null }

/** What the description doesn't say. */
export const listEntryTexts = ({ kind, description, reference, name }: Texts): string[] =>
  [entryKindLabels[kind], reference, name].filter((text): text is string => Boolean(text) && !description.includes(text!))
