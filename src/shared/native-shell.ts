/** In the native app's user agent. The server doesn't run the sign-in flow inside the native web view. */
const userAgentPattern = /(^| )BillfoldShell\/\d/

/** It may only select a redirect, as any client can send this user agent. */
export const isNativeShell = (userAgent: string | undefined): boolean => userAgentPattern.test(userAgent ?? '')

export const appId = 'app.billfold.mobile'

const signedIn = 'billfold://signed-in'

/** From the system browser back into the app. @param code null after a failed sign-in */
export const buildSignedInLink = (code: string | null): string => (code === null ? signedIn : `${signedIn}?code=${code}`)

/** @returns the code; null without a valid code, undefined for any other link */
export const parseSignedInLink = (link: string): string | null | undefined => {
  const parts = /^billfold:\/\/signed-in\/?(?:\?([^#]*))?(?:#.*)?$/i.exec(link)
  return parts ? (/(?:^|&)code=([\w-]{43})(?:&|$)/.exec(parts[1] ?? '')?.[1] ?? null) : undefined
}
