import { type Currency, currencyCodes } from '#shared/currencies.ts'
import type { PageSize } from '#shared/pdf-document.ts'

/** @param language of the browser, such as 'en-US' or 'de' @returns 'US', 'DE'; undefined for text that is no language */
export const getRegion = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

/** The regions that print on US Letter, according to Unicode CLDR. */
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

export const getPageSize = (region: string | undefined): PageSize => (region && letterRegions.includes(region) ? 'letter' : 'a4')

/** A currency's code begins with that of its country; these have one of others. */
const shared: Partial<Record<Currency, string>> = {
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  USD: 'AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM VG VI ZW',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XPF: 'NC PF WF',
  AUD: 'CC CX HM KI NF NR TV',
  NZD: 'CK NU PN TK',
  GBP: 'GG GS IM JE',
  DKK: 'FO GL',
  NOK: 'BV SJ',
  CHF: 'LI',
  ANG: 'CW SX',
  MAD: 'EH',
  ILS: 'PS',
}

/** USD where none is known. @param region a country of ISO 3166-1 */
export const getUsualCurrency = (region: string | undefined): Currency => {
  if (!region) return 'USD'
  const [found] = Object.entries(shared).find(([, regions]) => regions.includes(region)) ?? []
  return (found as Currency | undefined) ?? currencyCodes.find((code) => code.startsWith(region)) ?? 'USD'
}
