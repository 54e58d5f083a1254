// The Swiss QR code and what may stand in it. Source: SIX, Implementation Guidelines QR-bill 2.3.

import { type Address, getHomeCountry } from './addresses.ts'
import { type BankAccount, countBytes, createReference, isSwissIban } from './bank-accounts.ts'
import type { Currency } from './currencies.ts'
import { type Amount, toDecimal } from './money.ts'

/** A structured address. An optional field is empty. */
export type SwissParty = { name: string; street: string; houseNumber: string; zipCode: string; city: string; country: string }

export type SwissBill = {
  iban: string
  creditor: SwissParty
  /** Null for one that the customer writes by hand. */
  debtor: SwissParty | null
  amount: Amount
  currency: Currency
  reference: { type: 'QRR' | 'SCOR'; text: string; shown: string } | null
  message: string
}

/** In characters. */
const longest: Record<keyof SwissParty, number> = { name: 70, street: 70, houseNumber: 16, zipCode: 16, city: 35, country: 2 }
const required: readonly (keyof SwissParty)[] = ['name', 'zipCode', 'city', 'country']
const maxMessage = 140
const maxAmount = 999_999_999_990
/** A code of version 25, the largest that is allowed. */
const maxBytes = 997

/** Basic Latin, the Latin-1 Supplement, Latin Extended-A, and five other letters. */
const unheld = /[^ -~\u00a0-\u017f\u0218-\u021b\u20ac]/u
const plainSigns: readonly [RegExp, string][] = [
  [/[‘’‚′]/g, "'"],
  [/[“”„″]/g, '"'],
  [/[‐-―−]/g, '-'],
  [/…/g, '...'],
  [/\s+/g, ' '],
]
/** In one line, with the plain forms of quotation marks and dashes, which are not in the character set. */
const toPlain = (text: string | null): string =>
  plainSigns.reduce((plain, [sign, instead]) => plain.replace(sign, instead), (text ?? '').normalize('NFC')).trim()

const streetAndNumber = /^(.*\p{L}.*?)[\s,]+(\d+\s?[a-z]?(?:\s?[-/]\s?\d*\s?[a-z]?)?)$/iu

/** The line of an address that names a street, which others such as 'c/o Ada' may surround. */
const splitStreet = (address: string | null): Pick<SwissParty, 'street' | 'houseNumber'> => {
  const lines = (address ?? '').split('\n').map(toPlain).filter(Boolean)
  const line = lines.findLast((each) => streetAndNumber.test(each)) ?? lines.at(-1) ?? ''
  const [, street, houseNumber] = streetAndNumber.exec(line) ?? []
  return street && houseNumber && houseNumber.length <= longest.houseNumber ? { street, houseNumber } : { street: line, houseNumber: '' }
}

const toParty = (name: string, address: Address, home: string | null): SwissParty => ({
  name: toPlain(name),
  ...splitStreet(address.address),
  // 'CH-8001' is what the post of other countries asked for once.
  zipCode: toPlain(address.zipCode).replace(/^[A-Z]{1,2}-(?=\d)/, ''),
  city: toPlain(address.city),
  country: getHomeCountry(address) ?? (address.country ? '' : (home ?? '')),
})

type Problem = { field: keyof SwissParty; unheld: string | null; isMissing: boolean }

const findPartyProblem = (party: SwissParty): Problem | undefined => {
  const problems = Object.entries(party).map(([name, text]) => {
    const field = name as keyof SwissParty
    return {
      field,
      unheld: unheld.exec(text)?.[0] ?? null,
      isMissing: text === '' && required.includes(field),
      isLong: text.length > longest[field],
    }
  })
  return problems.find((problem) => problem.unheld !== null || problem.isMissing || problem.isLong)
}

const fieldNames: Record<keyof SwissParty, string> = {
  name: 'account holder',
  street: 'address of your business',
  houseNumber: 'address of your business',
  zipCode: 'ZIP code of your business',
  city: 'city of your business',
  country: 'country of your business',
}

/** Why bills to the account would have no Swiss QR code, and how to mend it; undefined for an account that is not Swiss, or has one. */
export const findSwissBillProblem = ({ iban, holder, currency }: BankAccount, business: Address): string | undefined => {
  if (!iban || !isSwissIban(iban) || !(currency === null || isSwissCurrency(currency))) return undefined
  const problem = findPartyProblem(toParty(holder, business, null))
  if (!problem) return undefined
  const name = fieldNames[problem.field]
  if (problem.unheld !== null)
    return `write the ${name} without “${problem.unheld}”: only Latin letters, digits and usual signs are allowed`
  if (!problem.isMissing) return `shorten the ${name} to ${longest[problem.field]} characters`
  return problem.field === 'country' && business.country
    ? `choose the tax country, as “${business.country}” is no known country`
    : `add the ${name}`
}

const isSwissCurrency = (currency: Currency) => currency === 'CHF' || currency === 'EUR'

/** @returns null where there is none: an account that is not Swiss, another currency, nothing due, or a text that the code cannot hold */
export const createSwissBill = (
  { iban, holder }: BankAccount,
  business: Address,
  customer: Address & { name: string },
  { amount, currency, number }: { amount: Amount; currency: Currency; number: string },
): SwissBill | null => {
  if (!iban || !isSwissIban(iban) || !isSwissCurrency(currency) || amount <= 0 || amount > maxAmount) return null
  const creditor = toParty(holder, business, null)
  const debtor = toParty(customer.name, customer, getHomeCountry(business))
  const reference = createReference(iban, number)
  const message = toPlain(number)
  const isMessage = !unheld.test(message) && message.length <= maxMessage
  // A transfer without either could not be assigned.
  if (findPartyProblem(creditor) || (!reference && !isMessage)) return null
  const bill = { iban, creditor, debtor: null, amount, currency, reference, message: isMessage ? message : '' }
  const whole = { ...bill, debtor }
  return findPartyProblem(debtor) || countBytes(createSwissQrText(whole)) > maxBytes ? bill : whole
}

const listParty = (party: SwissParty | null): string[] =>
  party ? ['S', party.name, party.street, party.houseNumber, party.zipCode, party.city, party.country] : Array.from({ length: 7 }, () => '')

/** The text of the code: a line for each element, also for those that are empty. */
export const createSwissQrText = ({ iban, creditor, debtor, amount, currency, reference, message }: SwissBill): string =>
  [
    ...['SPC', '0200', '1', iban],
    ...listParty(creditor),
    // The ultimate creditor is for future use.
    ...listParty(null),
    ...[toDecimal(amount), currency],
    ...listParty(debtor),
    ...[reference?.type ?? 'NON', reference?.text ?? '', message, 'EPD'],
  ].join('\n')
