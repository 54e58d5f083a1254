import type { DocumentLanguage } from './document-languages.ts'

type Unit = {
  /** For lists. */
  name: string
  /** What is printed beside a quantity; a language without a word of its own prints the English one. */
  printed: { en: string } & Partial<Record<DocumentLanguage, string>>
  /** Further words in imported files. */
  others?: readonly string[]
}

/** The units that lines and items can have, by their code of UN/ECE Recommendation 20. */
export const units = {
  C62: { name: 'one', printed: { en: '' }, others: ['each', 'ea', 'unit', 'qty'] },
  H87: { name: 'piece', printed: { en: 'pc' } },
  HUR: { name: 'hour', printed: { en: 'hr' }, others: ['h'] },
  MIN: { name: 'minute', printed: { en: 'min' } },
  DAY: { name: 'day', printed: { en: 'day' } },
  WEE: { name: 'week', printed: { en: 'wk' } },
  MON: { name: 'month', printed: { en: 'mo' } },
  QAN: { name: 'quarter of a year', printed: { en: 'qtr' } },
  ANN: { name: 'year', printed: { en: 'yr' } },
  LS: { name: 'lump sum', printed: { en: 'flat' } },
  E48: { name: 'service unit', printed: { en: 'service' } },
  IE: { name: 'person', printed: { en: 'person' } },
  SET: { name: 'set', printed: { en: 'set' } },
  PR: { name: 'pair', printed: { en: 'pair' } },
  DZN: { name: 'dozen', printed: { en: 'doz' } },
  XBX: { name: 'box', printed: { en: 'box' }, others: ['boxes'] },
  XPK: { name: 'package', printed: { en: 'pkg' } },
  XBG: { name: 'bag', printed: { en: 'bag' } },
  XBO: { name: 'bottle', printed: { en: 'btl' } },
  XRO: { name: 'roll', printed: { en: 'roll' } },
  XPX: { name: 'pallet', printed: { en: 'pallet' } },
  ZP: { name: 'page', printed: { en: 'page' } },
  D63: { name: 'book', printed: { en: 'book' } },
  MGM: { name: 'milligram', printed: { en: 'mg' } },
  GRM: { name: 'gram', printed: { en: 'g' } },
  KGM: { name: 'kilogram', printed: { en: 'kg' } },
  TNE: { name: 'metric ton', printed: { en: 't' } },
  ONZ: { name: 'ounce', printed: { en: 'oz' } },
  LBR: { name: 'pound', printed: { en: 'lb' } },
  STN: { name: 'short ton (2,000 lb)', printed: { en: 'ton' } },
  MMT: { name: 'millimeter', printed: { en: 'mm' } },
  CMT: { name: 'centimeter', printed: { en: 'cm' } },
  MTR: { name: 'meter', printed: { en: 'm' } },
  KMT: { name: 'kilometer', printed: { en: 'km' } },
  INH: { name: 'inch', printed: { en: 'in' }, others: ['inches'] },
  FOT: { name: 'foot', printed: { en: 'ft' }, others: ['feet'] },
  YRD: { name: 'yard', printed: { en: 'yd' } },
  SMI: { name: 'mile', printed: { en: 'mi' } },
  MTK: { name: 'square meter', printed: { en: 'm²' } },
  FTK: { name: 'square foot', printed: { en: 'sq ft' } },
  HAR: { name: 'hectare', printed: { en: 'ha' } },
  ACR: { name: 'acre', printed: { en: 'ac' } },
  MTQ: { name: 'cubic meter', printed: { en: 'm³' } },
  YDQ: { name: 'cubic yard', printed: { en: 'cu yd' } },
  MLT: { name: 'milliliter', printed: { en: 'ml' } },
  LTR: { name: 'liter', printed: { en: 'l' } },
  GLL: { name: 'gallon (US)', printed: { en: 'gal' } },
  KWH: { name: 'kilowatt hour', printed: { en: 'kWh' } },
  E34: { name: 'gigabyte', printed: { en: 'GB' } },
  P1: { name: 'percent', printed: { en: '%' } },
} as const satisfies Record<string, Unit>

export type UnitCode = keyof typeof units
export const unitCodes = Object.keys(units) as [UnitCode, ...UnitCode[]]
/** The unit of a plain number, which is not printed. */
export const defaultUnit: UnitCode = 'C62'

export const isUnitCode = (text: string): text is UnitCode => Object.hasOwn(units, text)

/** What is printed beside a quantity: 'hr' for HUR, nothing for C62. A code without an entry prints nothing. */
export const getPrintedUnit = (code: string, language: DocumentLanguage = 'en'): string => {
  if (!isUnitCode(code)) return ''
  const { printed }: Unit = units[code]
  return printed[language] ?? printed.en
}

/** The unit that a text means: its code, name or printed form, singular or plural, as imported files have it. */
export const findUnit = (text: string): UnitCode | undefined => {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  if (word === '') return defaultUnit
  return unitCodes.find((code) => {
    const { name, printed, others = [] }: Unit = units[code]
    const words = [code.toLowerCase(), name, printed.en.toLowerCase(), ...others]
    return words.some((known) => known !== '' && (word === known || word === `${known}s`))
  })
}
