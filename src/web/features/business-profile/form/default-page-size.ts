import type { PageSize } from '#shared/pdf-document.ts'

/** Where people print on US Letter, by the Unicode consortium's list. */
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** The sheet that is usual where a browser of this language is, e.g. 'en-US' or 'de'. */
export const getDefaultPageSize = (language: string): PageSize => {
  try {
    return letterRegions.includes(new Intl.Locale(language).maximize().region ?? '') ? 'letter' : 'a4'
  } catch {
    return 'a4'
  }
}
