/** What the native shell's web view calls itself at the end of its user agent, so that the server runs no sign-in inside it. */
const shellMark = /(^| )BillfoldShell\/\d/

/** Whether a request comes from the native shell's web view. It only changes where a visitor is sent: anybody may claim it. */
export const isNativeShell = (userAgent: string | undefined): boolean => shellMark.test(userAgent ?? '')

/** The app as the systems' stores know it, and as `native/` builds it. */
export const appId = 'app.billfold.mobile'

const signedIn = 'billfold://signed-in'

/** Leads from the system's browser back into the app: with a code to sign in by, or without one, when nothing came of it. */
export const buildSignedInLink = (code: string | null): string => (code === null ? signedIn : `${signedIn}?code=${code}`)

/** What such a link brings: the code, or null without a usable one. Undefined when the link is about something else. */
export const parseSignedInLink = (link: string): string | null | undefined => {
  const parts = /^billfold:\/\/signed-in\/?(?:\?([^#]*))?(?:#.*)?$/i.exec(link)
  return parts ? (/(?:^|&)code=([\w-]{43})(?:&|$)/.exec(parts[1] ?? '')?.[1] ?? null) : undefined
}
