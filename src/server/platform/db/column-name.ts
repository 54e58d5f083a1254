/** The column's name in the database: 'unit_price' for the property `unitPrice`. Drizzle's option `casing` derives the same. */
export const getColumnName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
