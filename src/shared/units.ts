/**
 * The units that lines and items can have, by their code of UN/ECE Recommendation 20, and what is shown beside a quantity. Documents print it in
 * their language. Their names are in a module of their own, since the pages of customers do not need them.
 */
const printedUnits = {
  C62: '',
  H87: 'pc',
  HUR: 'hr',
  MIN: 'min',
  DAY: 'day',
  WEE: 'wk',
  MON: 'mo',
  QAN: 'qtr',
  ANN: 'yr',
  LS: 'flat',
  E48: 'service',
  IE: 'person',
  SET: 'set',
  PR: 'pair',
  DZN: 'doz',
  XBX: 'box',
  XPK: 'pkg',
  XBG: 'bag',
  XBO: 'btl',
  XRO: 'roll',
  XPX: 'pallet',
  ZP: 'page',
  D63: 'book',
  MGM: 'mg',
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  ONZ: 'oz',
  LBR: 'lb',
  STN: 'ton',
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  INH: 'in',
  FOT: 'ft',
  YRD: 'yd',
  SMI: 'mi',
  MTK: 'm²',
  FTK: 'sq ft',
  HAR: 'ha',
  ACR: 'ac',
  MTQ: 'm³',
  YDQ: 'cu yd',
  MLT: 'ml',
  LTR: 'l',
  GLL: 'gal',
  KWH: 'kWh',
  E34: 'GB',
  P1: '%',
} as const

export type UnitCode = keyof typeof printedUnits
export const unitCodes = Object.keys(printedUnits) as [UnitCode, ...UnitCode[]]
/** The unit of a plain number, which is not printed. */
export const defaultUnit: UnitCode = 'C62'

export const isUnitCode = (text: string): text is UnitCode => Object.hasOwn(printedUnits, text)

/** What is shown beside a quantity: 'hr' for HUR, nothing for C62. A code without an entry shows nothing. */
export const getPrintedUnit = (code: string): string => (isUnitCode(code) ? printedUnits[code] : '')
