import { formatAddress as layOut } from 'localized-address-format'
import { countryCodes, getCountryName, isCountryCode } from './countries.ts'
import { languageCodes } from './document-languages.ts'

export type Address = {
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  /** For taxes; used where `country` is no known name. Missing in what was sent before it was kept. */
  countryCode?: string | null
}

/** Without accents, but with the vowels of Hindi and Thai, which are marks as well. */
const toKey = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{P}\s]/gu, '')
    .toLowerCase()

/** Names in use beside those of CLDR. */
const otherNames: Record<string, string> = {
  USA: 'US',
  'United States of America': 'US',
  UK: 'GB',
  'Great Britain': 'GB',
  England: 'GB',
  Scotland: 'GB',
  Wales: 'GB',
  'Northern Ireland': 'GB',
  Holland: 'NL',
  'The Netherlands': 'NL',
  'Czech Republic': 'CZ',
  UAE: 'AE',
  日本国: 'JP',
  'South Korea': 'KR',
  'Republic of Ireland': 'IE',
}

let codesByName: Map<string, string> | undefined
const listNames = () => {
  const names = languageCodes.flatMap((language) => countryCodes.map((code) => [toKey(getCountryName(code, language)), code] as const))
  // The first one wins: a name in English stands for the same country in every language.
  return new Map([...names.reverse(), ...Object.entries(otherNames).map(([name, code]) => [toKey(name), code] as const)])
}

/** 'CH' for 'Switzerland', 'Schweiz', 'ch'; null for an unknown name. In all languages of documents. */
export const findCountryCode = (name: string | null): string | null => {
  if (!name) return null
  const code = name.trim().toUpperCase()
  if (isCountryCode(code)) return code
  codesByName ??= listNames()
  return codesByName.get(toKey(name)) ?? null
}

/** Of a business, for addresses that name none. */
export const getHomeCountry = ({ country, countryCode = null }: Pick<Address, 'country' | 'countryCode'>): string | null =>
  findCountryCode(country) ?? countryCode

/**
 * The lines of an address in the order of its country, without empty ones: '8001 Zürich', 'Springfield, IL 62701'; the country as it was typed.
 * The formats are those of libaddressinput.
 * @param home the country of an address that names none, such as that of the business
 */
export const formatAddress = (parts: Address, home: string | null = null): string[] => {
  const { address, city, state, zipCode, country } = parts
  const code = findCountryCode(country) ?? (country ? null : home)
  const known = code ?? parts.countryCode ?? null
  const lines = known === null ? null : formatIn(known, parts)
  return [...(lines ?? [address, [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')]), country].filter(
    (line): line is string => Boolean(line),
  )
}

/** Null where the format of the country has no place for one of the parts. */
const formatIn = (code: string, { address, city, state, zipCode }: Address): string[] | null => {
  const addressLines = (address ?? '').split('\n').map((line) => line.trim())
  // 'Madrid Madrid' names a city and its province; 'New York, New York' is usual.
  const region = state === city && code !== 'US' ? null : state
  // The format of Japan has the prefecture alone, as the city is usually a part of the address.
  const isJoined = code === 'JP' && Boolean(region && city)
  const lines = layOut({
    postalCountry: code,
    addressLines: addressLines.filter(Boolean),
    locality: city ?? '',
    administrativeArea: (isJoined ? [region, city].join(/\p{Script=Latin}/u.test(region!) ? ' ' : '') : region) ?? '',
    postalCode: zipCode ?? '',
  })
    // 'CH-8001' is what the post of other countries asked for once.
    .map((line) => line.replace(/^[A-Z]{2}-(?=\d)/, '').trim())
    .filter(Boolean)
  const whole = lines.join('\n')
  return [...addressLines, city, region, zipCode].every((part) => !part || whole.includes(part)) ? lines : null
}
