/** Returning to one of them could start another sign-in or sign out. */
const excludedPaths = ['/api', '/oidc', '/sign-in']

/** The text is untrusted. @returns null for anything that is not a path of this site */
export const parseReturnPath = (text: unknown): string | null => {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return null
  // Browsers treat '\' as '/' and remove control characters from URLs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  if (/[\\\u0000-\u001f\u007f]/.test(text)) return null
  const origin = 'http://this-site.invalid'
  if (!URL.canParse(text, origin)) return null
  const url = new URL(text, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== origin || path.startsWith('//')) return null
  return excludedPaths.some((prefix) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`)) ? null : path
}
