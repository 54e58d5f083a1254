type Unit = {
  /** For lists. */
  name: string
  /** What is shown beside a quantity; documents print it in their language. */
  printed: string
  /** Further words in imported files. */
  others?: readonly string[]
}

/** The units that lines and items can have, by their code of UN/ECE Recommendation 20. */
export const units = {
  C62: { name: 'one', printed: '', others: ['each', 'ea', 'unit', 'qty'] },
  H87: { name: 'piece', printed: 'pc' },
  HUR: { name: 'hour', printed: 'hr', others: ['h'] },
  MIN: { name: 'minute', printed: 'min' },
  DAY: { name: 'day', printed: 'day' },
  WEE: { name: 'week', printed: 'wk' },
  MON: { name: 'month', printed: 'mo' },
  QAN: { name: 'quarter of a year', printed: 'qtr' },
  ANN: { name: 'year', printed: 'yr' },
  LS: { name: 'lump sum', printed: 'flat' },
  E48: { name: 'service unit', printed: 'service' },
  IE: { name: 'person', printed: 'person' },
  SET: { name: 'set', printed: 'set' },
  PR: { name: 'pair', printed: 'pair' },
  DZN: { name: 'dozen', printed: 'doz' },
  XBX: { name: 'box', printed: 'box', others: ['boxes'] },
  XPK: { name: 'package', printed: 'pkg' },
  XBG: { name: 'bag', printed: 'bag' },
  XBO: { name: 'bottle', printed: 'btl' },
  XRO: { name: 'roll', printed: 'roll' },
  XPX: { name: 'pallet', printed: 'pallet' },
  ZP: { name: 'page', printed: 'page' },
  D63: { name: 'book', printed: 'book' },
  MGM: { name: 'milligram', printed: 'mg' },
  GRM: { name: 'gram', printed: 'g' },
  KGM: { name: 'kilogram', printed: 'kg' },
  TNE: { name: 'metric ton', printed: 't' },
  ONZ: { name: 'ounce', printed: 'oz' },
  LBR: { name: 'pound', printed: 'lb' },
  STN: { name: 'short ton (2,000 lb)', printed: 'ton' },
  MMT: { name: 'millimeter', printed: 'mm' },
  CMT: { name: 'centimeter', printed: 'cm' },
  MTR: { name: 'meter', printed: 'm' },
  KMT: { name: 'kilometer', printed: 'km' },
  INH: { name: 'inch', printed: 'in', others: ['inches'] },
  FOT: { name: 'foot', printed: 'ft', others: ['feet'] },
  YRD: { name: 'yard', printed: 'yd' },
  SMI: { name: 'mile', printed: 'mi' },
  MTK: { name: 'square meter', printed: 'm²' },
  FTK: { name: 'square foot', printed: 'sq ft' },
  HAR: { name: 'hectare', printed: 'ha' },
  ACR: { name: 'acre', printed: 'ac' },
  MTQ: { name: 'cubic meter', printed: 'm³' },
  YDQ: { name: 'cubic yard', printed: 'cu yd' },
  MLT: { name: 'milliliter', printed: 'ml' },
  LTR: { name: 'liter', printed: 'l' },
  GLL: { name: 'gallon (US)', printed: 'gal' },
  KWH: { name: 'kilowatt hour', printed: 'kWh' },
  E34: { name: 'gigabyte', printed: 'GB' },
  P1: { name: 'percent', printed: '%' },
} as const satisfies Record<string, Unit>

export type UnitCode = keyof typeof units
export const unitCodes = Object.keys(units) as [UnitCode, ...UnitCode[]]
/** The unit of a plain number, which is not printed. */
export const defaultUnit: UnitCode = 'C62'

export const isUnitCode = (text: string): text is UnitCode => Object.hasOwn(units, text)

/** What is shown beside a quantity: 'hr' for HUR, nothing for C62. A code without an entry shows nothing. */
export const getPrintedUnit = (code: string): string => (isUnitCode(code) ? units[code].printed : '')

/** The unit that a text means: its code, name or printed form, singular or plural, as imported files have it. */
export const findUnit = (text: string): UnitCode | undefined => {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  if (word === '') return defaultUnit
  return unitCodes.find((code) => {
    const { name, printed, others = [] }: Unit = units[code]
    const words = [code.toLowerCase(), name, printed.toLowerCase(), ...others]
    return words.some((known) => known !== '' && (word === known || word === `${known}s`))
  })
}
