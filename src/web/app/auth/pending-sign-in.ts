export type PendingSignIn = {
  verifier: string
  create: boolean
  returnTo: string
}

const key = 'billfold.sign-in'
const maxAgeMs = 3_600_000

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits, base64url. */
export const createVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** The verifier's SHA-256, base64url, which may be sent in a URL. */
export const getChallenge = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Storage is needed only if the system ends the app meanwhile. */
let inMemory: (PendingSignIn & { at: number }) | null = null

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

/** '/' instead of what would leave this origin. */
const toLocalPath = (text: unknown): string => {
  const here = 'http://here.invalid'
  const address = typeof text === 'string' && URL.canParse(text, here) ? new URL(text, here) : undefined
  return address?.origin === here && !address.pathname.startsWith('//') ? address.pathname + address.search : '/'
}

/** Null also after an hour. */
export const readPendingSignIn = (now = Date.now()): PendingSignIn | null => {
  const pending = inMemory ?? stored()
  if (!pending || typeof pending.verifier !== 'string' || !(now - pending.at < maxAgeMs)) return null
  return { verifier: pending.verifier, create: pending.create === true, returnTo: toLocalPath(pending.returnTo) }
}

export const clearPendingSignIn = (): void => {
  inMemory = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
