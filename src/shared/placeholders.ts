// Owners write {placeholders} into texts for customers; each text has its own set of them.

const pattern = /\{([a-z ]+)\}/g

/** Replaces the placeholders of a text that have a value; anything else in braces stays as it is. Values are not searched for placeholders. */
export const fillPlaceholders = (text: string, getValue: (name: string) => string | undefined): string =>
  text.replaceAll(pattern, (all, name: string) => getValue(name) ?? all)

/** The first placeholder of a text that is not one of the known ones, with its braces. */
export const findUnknownPlaceholder = (text: string, known: readonly string[]): string | undefined =>
  [...text.matchAll(pattern)].find(([, name]) => !known.includes(name!))?.[0]
