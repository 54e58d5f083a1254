// Bank accounts that customers pay to, and what a transfer needs. Sources: ISO 13616 (IBAN) with the lengths of its registry, ISO 9362 (BIC), the routing
// number's check digit of the American Bankers Association, ISO 11649 (RF creditor reference), EPC069-12 version 2 (quick response code for a SEPA transfer),
// SIX Implementation Guidelines QR-bill 2.3 (QR-IBAN, QR reference).

import type { Currency } from './currencies.ts'
import { type Amount, toDecimal } from './money.ts'

export type BankAccount = {
  holder: string
  /** Without spaces; null for an account that has none. */
  iban: string | null
  bic: string | null
  routingNumber: string | null
  accountNumber: string | null
  bankName: string | null
  /** The invoices in this currency name it; null for all without an account of their own. */
  currency: Currency | null
}
export const maxBankAccounts = 3

const ibanLengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24 },
  ...{ DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27 },
  ...{ GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20 },
  ...{ LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28, NL: 18, NO: 15, OM: 23, PK: 24, PL: 28 },
  ...{ PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24, SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28 },
  ...{ TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20, YE: 30 },
}

/** As typed: with spaces, dots or dashes, in small letters. */
export const normalizeIban = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** 'DE89 3704 0044 0532 0130 00' */
export const formatIban = (iban: string): string => iban.replace(/.{4}(?=.)/g, '$& ')

/** The remainder by 97 of the number that digits and letters make, A being 10. */
const remainder97 = (text: string): number => {
  let rest = 0
  for (const sign of text) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest
}
const checkDigits = (text: string): string => String(98 - remainder97(`${text}00`)).padStart(2, '0')

/** @param iban normalized @returns what is wrong with it, in words that name the group of four; undefined for nothing */
export const findIbanProblem = (iban: string): string | undefined => {
  const groups = formatIban(iban).split(' ')
  const wrong = groups.find((group) => /[^0-9A-Z]/.test(group))
  if (wrong) return `IBAN must have letters and digits only: check “${wrong}”`
  const country = iban.slice(0, 2)
  const length = ibanLengths[country]
  if (length === undefined) return `IBAN must begin with a country such as DE or FR: check “${groups[0]}”`
  if (!/^\d\d$/.test(iban.slice(2, 4))) return `IBAN must have two digits after ${country}: check “${groups[0]}”`
  if (iban.length !== length)
    return `An IBAN of ${country} has ${length} characters, and this one has ${iban.length}: check its groups, ${formatIban(iban)}`
  if (remainder97(iban.slice(4) + iban.slice(0, 4)) !== 1)
    return `The check digits ${iban.slice(2, 4)} of this IBAN don’t fit the rest: compare each group, ${formatIban(iban)}`
  return undefined
}

export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)

/** Nine digits; three times the first, fourth and seventh, seven times the second, fifth and eighth, and the others, are a multiple of ten. */
export const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) && [...digits].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10 === 0

/** 'RF18539007547034' of '539007547034'; null for a number with other letters than A to Z, or more than 21 letters and digits. */
export const createCreditorReference = (number: string): string | null => {
  const reference = number.toUpperCase().replace(/[\s./_#-]/g, '')
  return !/^[0-9A-Z]{1,21}$/.test(reference) ? null : `RF${checkDigits(`${reference}RF`)}${reference}`
}

export const isCreditorReference = (reference: string): boolean =>
  /^RF\d\d[0-9A-Z]{1,21}$/.test(reference) && remainder97(reference.slice(4) + reference.slice(0, 4)) === 1

export const isSwissIban = (iban: string): boolean => /^(CH|LI)/.test(iban)

/** Of a Swiss account that takes transfers with a QR reference only: its bank's number is one of 30000 to 31999. */
export const isQrIban = (iban: string): boolean => isSwissIban(iban) && /^3[01]/.test(iban.slice(4))

/** Recursive modulo 10: each digit moves on in the row, which begins at the rest so far. */
const rest10 = '0946827135'
const qrCheckDigit = (digits: string): number =>
  (10 - [...digits].reduce((rest, digit) => Number(rest10[(rest + Number(digit)) % 10]), 0)) % 10

/** '000000000000018233120260004' and its check digit, of 'INV-2026-0004': A is 10, as in IBANs. Null for a number without letters and digits. */
export const createQrReference = (number: string): string | null => {
  const digits = number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  const padded = digits.slice(-26).padStart(26, '0')
  return digits === '' ? null : `${padded}${qrCheckDigit(padded)}`
}

/** '21 00000 00003 13947 14300 09017' */
const formatQrReference = (reference: string): string => reference.replace(/.{1,5}(?=(.{5})+$)/g, '$& ')

/** What tells the business which invoice a transfer to the account is for; null where the invoice's number makes no such reference. */
export const createReference = (iban: string, number: string): { type: 'QRR' | 'SCOR'; text: string; shown: string } | null => {
  const type = isQrIban(iban) ? 'QRR' : 'SCOR'
  const text = type === 'QRR' ? createQrReference(number) : createCreditorReference(number)
  return text === null ? null : { type, text, shown: type === 'QRR' ? formatQrReference(text) : formatIban(text) }
}

/** The countries of the Single Euro Payments Area, as IBANs begin: the code pays to accounts there. */
const sepaCountries = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

const maxEpcBytes = 331
const maxEpcAmount = 99_999_999_999
/** In UTF-8. */
export const countBytes = (text: string): number => encodeURIComponent(text).replace(/%../g, ' ').length
const clip = (text: string, most: number) => [...text].slice(0, most).join('')

/**
 * The text of the code that a banking app reads: a transfer in euros with its amount and reference.
 * @returns null where the standard has no such code: another currency, an account outside SEPA, a QR-IBAN, nothing due
 */
export const createEpcText = (
  { holder, iban, bic }: BankAccount,
  { amount, currency, number }: { amount: Amount; currency: Currency; number: string },
): string | null => {
  if (currency !== 'EUR' || !iban || !sepaCountries.has(iban.slice(0, 2)) || isQrIban(iban) || amount <= 0 || amount > maxEpcAmount)
    return null
  const reference = createCreditorReference(number)
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', clip(holder, 70), iban, `EUR${toDecimal(amount)}`, '', reference ?? '']
  // Either a structured reference or a free text.
  const text = [...lines, reference ? '' : clip(number, 140)].join('\n')
  return countBytes(text) > maxEpcBytes ? null : text
}

/** What a customer who pays the invoice by transfer types. */
export type TransferDetails = { account: BankAccount; reference: string; epc: string | null }

/** @returns null where there is no account for its currency, or nothing is due */
export const getTransferDetails = (
  accounts: readonly BankAccount[],
  due: { amount: Amount; currency: Currency; number: string },
): TransferDetails | null => {
  const account = accounts.find((each) => each.currency === due.currency) ?? accounts.find((each) => each.currency === null)
  if (!account || due.amount <= 0) return null
  const reference = account.iban ? createReference(account.iban, due.number) : null
  return { account, reference: reference?.shown ?? due.number, epc: createEpcText(account, due) }
}
