import { defaultUnit, getPrintedUnit, type UnitCode, unitCodes } from './units.ts'

/** The names of units in lists. */
export const unitNames: Record<UnitCode, string> = {
  C62: 'one',
  H87: 'piece',
  HUR: 'hour',
  MIN: 'minute',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  QAN: 'quarter of a year',
  ANN: 'year',
  LS: 'lump sum',
  E48: 'service unit',
  IE: 'person',
  SET: 'set',
  PR: 'pair',
  DZN: 'dozen',
  XBX: 'box',
  XPK: 'package',
  XBG: 'bag',
  XBO: 'bottle',
  XRO: 'roll',
  XPX: 'pallet',
  ZP: 'page',
  D63: 'book',
  MGM: 'milligram',
  GRM: 'gram',
  KGM: 'kilogram',
  TNE: 'metric ton',
  ONZ: 'ounce',
  LBR: 'pound',
  STN: 'short ton (2,000 lb)',
  MMT: 'millimeter',
  CMT: 'centimeter',
  MTR: 'meter',
  KMT: 'kilometer',
  INH: 'inch',
  FOT: 'foot',
  YRD: 'yard',
  SMI: 'mile',
  MTK: 'square meter',
  FTK: 'square foot',
  HAR: 'hectare',
  ACR: 'acre',
  MTQ: 'cubic meter',
  YDQ: 'cubic yard',
  MLT: 'milliliter',
  LTR: 'liter',
  GLL: 'gallon (US)',
  KWH: 'kilowatt hour',
  E34: 'gigabyte',
  P1: 'percent',
}

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
