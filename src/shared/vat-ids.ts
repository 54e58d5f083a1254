// docs/decisions/083-vat-ids.md has the reasons.

const toDigits = (text: string): number[] => [...text].map(Number)
const weigh = (text: string, weights: readonly number[]): number => weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0)
const last = (text: string): number => Number(text.at(-1))
/** Every second digit from the right is doubled; valid if the sum ends in 0. */
const isLuhn = (text: string): boolean =>
  toDigits(text).reduceRight((sum, digit, i) => sum + ((text.length - i) % 2 === 0 ? digit * 2 - (digit > 4 ? 9 : 0) : digit), 0) % 10 === 0
/** ISO 7064, MOD 11,10. */
const isMod11And10 = (text: string): boolean => {
  const rest = toDigits(text.slice(0, -1)).reduce((check, digit) => (((check + digit) % 10 || 10) * 2) % 11, 10)
  return (rest + last(text)) % 10 === 1
}
/** ISO 7064, MOD 97,10; letters count from 10. */
const isMod97 = (text: string): boolean => [...text].reduce((rest, char) => Number(`${rest}${Number.parseInt(char, 36)}`) % 97, 0) === 1

const isAustrian = (id: string): boolean => {
  const sum = toDigits(id.slice(1, 8)).reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 4)
  return (10 - (sum % 10)) % 10 === last(id)
}

const isBulgarian = (id: string): boolean => {
  if (id.length === 9) {
    const first = weigh(id, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    return (first < 10 ? first : weigh(id, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 === last(id)
  }
  return (
    (weigh(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last(id) ||
    weigh(id, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last(id) ||
    (11 - (weigh(id, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === last(id)
  )
}

const isCypriot = (id: string): boolean => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = toDigits(id.slice(0, 8)).reduce((all, digit, i) => all + (i % 2 === 0 ? odd[digit]! : digit), 0)
  return !id.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === id[8]
}

const isCzech = (id: string): boolean => {
  if (id.length === 8) return ((11 - (weigh(id, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 || 1) % 10 === last(id)
  if (id.length === 10) return (Number(id.slice(0, 9)) % 11) % 10 === last(id)
  // Birth numbers of before 1954 have no check digit; those that begin with 6 are special numbers of the tax office.
  return id[0] !== '6' || (18 - ((10 - (weigh(id.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11)) % 10 === last(id)
}

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const isSpanish = (id: string): boolean => {
  const [kind, number, check] = [id[0]!, id.slice(1, -1), id.at(-1)!]
  if (/\d/.test(kind)) return dniLetters[Number(id.slice(0, -1)) % 23] === check
  if (/[XYZ]/.test(kind)) return dniLetters[Number(`${'XYZ'.indexOf(kind)}${number}`) % 23] === check
  if (/[KLM]/.test(kind)) return dniLetters[Number(number) % 23] === check
  const sum = toDigits(number).reduce((all, digit, i) => all + (i % 2 === 0 ? digit * 2 - (digit > 4 ? 9 : 0) : digit), 0)
  const digit = (10 - (sum % 10)) % 10
  return check === String(digit) || check === 'JABCDEFGHI'[digit]
}

const frenchLetters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const isFrench = (id: string): boolean => {
  const siren = id.slice(2)
  // Monaco's ids have numbers that are no SIREN.
  if (!siren.startsWith('000') && !isLuhn(siren)) return false
  if (/^\d\d/.test(id)) return Number(`${siren}12`) % 97 === Number(id.slice(0, 2))
  const [a, b] = [frenchLetters.indexOf(id[0]!), frenchLetters.indexOf(id[1]!)]
  const check = a < 10 ? a * 24 + b - 10 : a * 34 + b - 100
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11
}

const isBritish = (id: string): boolean => {
  // Government departments and health authorities.
  if (id.startsWith('GD')) return Number(id.slice(2)) < 500
  if (id.startsWith('HA')) return Number(id.slice(2)) >= 500
  const rest = weigh(id, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return rest === 0 || (id >= '1' && (rest === 42 || rest === 55))
}

const isIrish = (id: string): boolean => {
  const isOld = !/^\d{7}/.test(id)
  const digits = isOld ? `0${id.slice(2, 7)}${id[0]}` : id.slice(0, 7)
  const alphabet = 'WABCDEFGHIJKLMNOPQRSTUV'
  const second = isOld ? 0 : 9 * Math.max(alphabet.indexOf(id[8] ?? 'W'), 0)
  return alphabet[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === id[7]
}

const isLithuanian = (id: string): boolean => {
  const sum = (start: number) => toDigits(id.slice(0, -1)).reduce((all, digit, i) => all + digit * (1 + ((i + start) % 9)), 0) % 11
  const first = sum(0)
  return (first < 10 ? first : sum(2) % 10) === last(id)
}

const isLatvian = (id: string): boolean => {
  if (id[0]! > '3') return weigh(id, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
  // Personal codes since 2017 have no check digit.
  return id.startsWith('32') || ((1 + weigh(id, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(id)
}

const isRomanian = (id: string): boolean => {
  if (id.length === 13) {
    const check = weigh(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
    return (check === 10 ? 1 : check) === last(id)
  }
  return ((10 * weigh(id.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === last(id)
}

type Rule = {
  form: RegExp
  hasCheckDigit: (id: string) => boolean
  example: string
}

const rules: Readonly<Record<string, Rule>> = {
  AT: { form: /^U\d{8}$/, hasCheckDigit: isAustrian, example: 'ATU13585627' },
  BE: { form: /^[01]\d{9}$/, hasCheckDigit: (id) => 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)), example: 'BE0403019261' },
  BG: { form: /^\d{9,10}$/, hasCheckDigit: isBulgarian, example: 'BG175074752' },
  CH: {
    form: /^E\d{9}(MWST|TVA|IVA|TPV)?$/,
    hasCheckDigit: (id) => (11 - (weigh(id.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(id[9]),
    example: 'CHE-107.787.577 MWST',
  },
  CY: { form: /^\d{8}[A-Z]$/, hasCheckDigit: isCypriot, example: 'CY10259033P' },
  CZ: { form: /^\d{8,10}$/, hasCheckDigit: isCzech, example: 'CZ25123891' },
  DE: { form: /^[1-9]\d{8}$/, hasCheckDigit: isMod11And10, example: 'DE136695976' },
  DK: { form: /^\d{8}$/, hasCheckDigit: (id) => weigh(id, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0, example: 'DK13585628' },
  EE: { form: /^\d{9}$/, hasCheckDigit: (id) => weigh(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0, example: 'EE100931558' },
  ES: { form: /^([0-9A-Z]\d{7}[0-9A-Z])$/, hasCheckDigit: isSpanish, example: 'ESA13585625' },
  FI: { form: /^\d{8}$/, hasCheckDigit: (id) => weigh(id, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0, example: 'FI20774740' },
  FR: { form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, hasCheckDigit: isFrench, example: 'FR40303265045' },
  GB: { form: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, hasCheckDigit: isBritish, example: 'GB980780684' },
  GR: {
    form: /^\d{9}$/,
    hasCheckDigit: (id) => (weigh(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(id),
    example: 'EL094259216',
  },
  HR: { form: /^\d{11}$/, hasCheckDigit: isMod11And10, example: 'HR33392005961' },
  HU: { form: /^\d{8}$/, hasCheckDigit: (id) => weigh(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0, example: 'HU12892312' },
  IE: { form: /^(\d[A-Z+*]\d{5}[A-W]|\d{7}[A-W][A-IW]?)$/, hasCheckDigit: isIrish, example: 'IE6433435F' },
  IT: { form: /^\d{11}$/, hasCheckDigit: isLuhn, example: 'IT00743110157' },
  LT: { form: /^(\d{7}1\d|\d{10}1\d)$/, hasCheckDigit: isLithuanian, example: 'LT119511515' },
  LU: { form: /^\d{8}$/, hasCheckDigit: (id) => Number(id.slice(0, 6)) % 89 === Number(id.slice(6)), example: 'LU15027442' },
  LV: { form: /^\d{11}$/, hasCheckDigit: isLatvian, example: 'LV40003521600' },
  MT: { form: /^\d{8}$/, hasCheckDigit: (id) => weigh(id, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0, example: 'MT11679112' },
  NL: {
    form: /^\d{9}B\d{2}$/,
    // Sole proprietors have had ids of the second kind since 2020.
    hasCheckDigit: (id) => weigh(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || isMod97(`NL${id}`),
    example: 'NL004495445B01',
  },
  NO: {
    form: /^\d{9}(MVA)?$/,
    hasCheckDigit: (id) => weigh(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    example: 'NO995525828MVA',
  },
  PL: { form: /^\d{10}$/, hasCheckDigit: (id) => weigh(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(id), example: 'PL8567346215' },
  PT: {
    form: /^[1-9]\d{8}$/,
    hasCheckDigit: (id) => ((11 - (weigh(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(id),
    example: 'PT501964843',
  },
  RO: { form: /^([1-9]\d{1,9}|[1-9]\d{12})$/, hasCheckDigit: isRomanian, example: 'RO18547290' },
  SE: { form: /^\d{10}(0[1-9]|[1-9]\d)$/, hasCheckDigit: (id) => isLuhn(id.slice(0, 10)), example: 'SE123456789701' },
  SI: {
    form: /^[1-9]\d{7}$/,
    hasCheckDigit: (id) => {
      const check = 11 - (weigh(id, [8, 7, 6, 5, 4, 3, 2]) % 11)
      return (check === 10 ? 0 : check) === last(id)
    },
    example: 'SI50223054',
  },
  SK: { form: /^\d{10}$/, hasCheckDigit: (id) => Number(id) % 11 === 0, example: 'SK2022749619' },
}

/** Greece's, and Northern Ireland's, of which each id is a British one. */
const otherPrefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

const compact = (text: string): string => text.toUpperCase().replace(/[\s.\-/]/g, '')

/**
 * The prefix says which country's it is; without one, the holder's country. Ids of all other countries are accepted as they are, and so is
 * one that only happens to begin like a known one, such as a Mexican RFC.
 */
export const findVatIdProblem = (text: string, countryCode: string | null = null): string | undefined => {
  const id = compact(text)
  const prefix = id.slice(0, 2)
  const ofPrefix = rules[otherPrefixes[prefix] ?? prefix]
  const rest = id.slice(2)
  const home = countryCode === null ? undefined : rules[countryCode]
  // Some national forms begin with two letters as well, such as the Spanish NIE.
  const isOfPrefix = ofPrefix && (ofPrefix.form.test(rest) || /^\d+$/.test(rest) || ofPrefix === home)
  const [rule, number] = isOfPrefix ? [ofPrefix, rest] : [home, id]
  if (!rule) return undefined
  if (!rule.form.test(number)) return `This VAT ID has the wrong format. It should look like ${rule.example}.`
  return rule.hasCheckDigit(number) ? undefined : "This VAT ID's check digit is wrong. Check it for typos."
}
