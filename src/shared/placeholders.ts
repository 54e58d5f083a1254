// Each text has its own set of placeholders.

const pattern = /\{([a-z ]+)\}/g

/** The text in parts, so that a value can be more than text. Placeholders without a value stay as they are. */
export const splitAtPlaceholders = <Value>(text: string, getValue: (name: string) => Value | undefined): (string | Value)[] =>
  text.split(pattern).map((part, index) => (index % 2 === 0 ? part : (getValue(part) ?? `{${part}}`)))

/** Those without a value stay as they are. Values are not searched for placeholders. */
export const fillPlaceholders = (text: string, getValue: (name: string) => string | undefined): string =>
  splitAtPlaceholders(text, getValue).join('')

export const findUnknownPlaceholder = (text: string, known: readonly string[]): string | undefined =>
  [...text.matchAll(pattern)].find(([, name]) => !known.includes(name!))?.[0]
