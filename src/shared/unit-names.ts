import names from './unit-names.json' with { type: 'json' }
import { defaultUnit, getPrintedUnit, type UnitCode, unitCodes } from './units.ts'

/** The names of units in lists. */
export const unitNames: Record<UnitCode, string> = names satisfies Record<Exclude<keyof typeof names, UnitCode>, never>

/** Further words in imported files. */
const otherWords: Partial<Record<UnitCode, readonly string[]>> = {
  C62: ['each', 'ea', 'unit', 'qty'],
  HUR: ['h'],
  XBX: ['boxes'],
  INH: ['inches'],
  FOT: ['feet'],
}

/** The unit that a text means: its code, name or printed form, singular or plural, as imported files have it. */
export const findUnit = (text: string): UnitCode | undefined => {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  if (word === '') return defaultUnit
  return unitCodes.find((code) => {
    const words = [code.toLowerCase(), unitNames[code], getPrintedUnit(code).toLowerCase(), ...(otherWords[code] ?? [])]
    return words.some((known) => known !== '' && (word === known || word === `${known}s`))
  })
}
