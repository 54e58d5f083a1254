/** Where sign-in pages and calls live: coming back to one of them would start over or sign out again. */
const notPlaces = ['/api', '/oidc', '/sign-in']

/**
 * A path on this site that a person may be sent back to, or null for anything that could lead elsewhere.
 * @param text what came in the address, not to be trusted
 */
export const parseReturnPath = (text: unknown): string | null => {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return null
  // Browsers read '\' as '/', and drop control characters before they look at the address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\\\u0000-\u001f\u007f]/.test(text)) return null
  const here = 'http://here.invalid'
  if (!URL.canParse(text, here)) return null
  const url = new URL(text, here)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== here || path.startsWith('//')) return null
  return notPlaces.some((prefix) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`)) ? null : path
}
