import type { PageSize } from '#shared/pdf-document.ts'

/** The regions that print on US Letter, according to Unicode CLDR. */
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** @param language of the browser, such as 'en-US' or 'de' */
export const getDefaultPageSize = (language: string): PageSize => {
  try {
    return letterRegions.includes(new Intl.Locale(language).maximize().region ?? '') ? 'letter' : 'a4'
  } catch {
    return 'a4'
  }
}
