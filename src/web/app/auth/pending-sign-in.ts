/** A sign-in in progress in the system browser: the PKCE verifier, and what was requested. */
export type PendingSignIn = {
  verifier: string
  /** Whether to open account creation. */
  create: boolean
  /** Path of this app to open afterwards. */
  returnTo: string
}

const key = 'billfold.sign-in'
const maxAgeMs = 3_600_000

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns 256 random bits, base64url. */
export const createVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Returns the verifier's SHA-256, base64url, which may be sent in a URL. */
export const getChallenge = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Storage is needed only if the system ends the app meanwhile. */
let inMemory: (PendingSignIn & { at: number }) | null = null

/** Stores it for an hour. Storage may be full or blocked. */
export const storePendingSignIn = (pending: PendingSignIn, now = Date.now()): void => {
  inMemory = { ...pending, at: now }
  try {
    localStorage.setItem(key, JSON.stringify(inMemory))
  } catch {
    // If the system ends the app, the user has to start over.
  }
}

const stored = (): (PendingSignIn & { at: number }) | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as (PendingSignIn & { at: number }) | null
  } catch {
    return null
  }
}

/** Returns the stored path if it stays on this origin, otherwise '/'. */
const toLocalPath = (text: unknown): string => {
  const here = 'http://here.invalid'
  const address = typeof text === 'string' && URL.canParse(text, here) ? new URL(text, here) : undefined
  return address?.origin === here && !address.pathname.startsWith('//') ? address.pathname + address.search : '/'
}

/** Returns the sign-in in progress; null when there is none or it started more than an hour ago. */
export const readPendingSignIn = (now = Date.now()): PendingSignIn | null => {
  const pending = inMemory ?? stored()
  if (!pending || typeof pending.verifier !== 'string' || !(now - pending.at < maxAgeMs)) return null
  return { verifier: pending.verifier, create: pending.create === true, returnTo: toLocalPath(pending.returnTo) }
}

/** Deletes the pending sign-in and its verifier. */
export const clearPendingSignIn = (): void => {
  inMemory = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
