/** Drizzle's option `casing` derives the same. */
export const getColumnName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
