import printedUnits from './units.json' with { type: 'json' }

// The table has the units that lines and items can have, by their code of UN/ECE Recommendation 20, and what is shown beside a quantity. Documents print it
// in their language. Their names are in a module of their own, since the pages of customers do not need them.

export type UnitCode = keyof typeof printedUnits
export const unitCodes = Object.keys(printedUnits) as [UnitCode, ...UnitCode[]]
/** The unit of a plain number, which is not printed. */
export const defaultUnit: UnitCode = 'C62'

export const isUnitCode = (text: string): text is UnitCode => Object.hasOwn(printedUnits, text)

/** What is shown beside a quantity: 'hr' for HUR, nothing for C62. A code without an entry shows nothing. */
export const getPrintedUnit = (code: string): string => (isUnitCode(code) ? printedUnits[code] : '')
