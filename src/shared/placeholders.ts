// Each text has its own set of placeholders.

const pattern = /\{([a-z ]+)\}/g

/** Those without a value stay as they are. Values are not searched for placeholders. */
export const fillPlaceholders = (text: string, getValue: (name: string) => string | undefined): string =>
  text.replaceAll(pattern, (all, name: string) => getValue(name) ?? all)

export const findUnknownPlaceholder = (text: string, known: readonly string[]): string | undefined =>
  [...text.matchAll(pattern)].find(([, name]) => !known.includes(name!))?.[0]
