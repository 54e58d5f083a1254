/** A sign-in that goes on in the system's browser: the secret that the code there will belong to, and what was asked for. */
export type PendingSignIn = {
  verifier: string
  /** Whether an account is to be made. */
  create: boolean
  /** A path of this app. */
  returnTo: string
}

const key = 'billfold.sign-in'
const lifeMs = 3_600_000

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** 256 random bits. */
export const createVerifier = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** What may be told of a verifier: its SHA-256. */
export const getChallenge = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Only for when the system ends the app meanwhile: as long as it runs, it remembers without storage. */
let inMemory: (PendingSignIn & { at: number }) | null = null

/** Keeps it for an hour. Storage may be full or forbidden. */
export const storePendingSignIn = (pending: PendingSignIn, now = Date.now()): void => {
  inMemory = { ...pending, at: now }
  try {
    localStorage.setItem(key, JSON.stringify(inMemory))
  } catch {
    // Then a sign-in during which the app is ended has to begin anew.
  }
}

const stored = (): (PendingSignIn & { at: number }) | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as (PendingSignIn & { at: number }) | null
  } catch {
    return null
  }
}

/** A path of this app, whatever the storage says. */
const pathOf = (text: unknown): string => {
  const here = 'http://here.invalid'
  const address = typeof text === 'string' && URL.canParse(text, here) ? new URL(text, here) : undefined
  return address?.origin === here && !address.pathname.startsWith('//') ? address.pathname + address.search : '/'
}

/** The one that is under way; null when there is none, or when it began more than an hour ago. */
export const readPendingSignIn = (now = Date.now()): PendingSignIn | null => {
  const pending = inMemory ?? stored()
  if (!pending || typeof pending.verifier !== 'string' || !(now - pending.at < lifeMs)) return null
  return { verifier: pending.verifier, create: pending.create === true, returnTo: pathOf(pending.returnTo) }
}

/** Ends it: the verifier is gone. */
export const clearPendingSignIn = (): void => {
  inMemory = null
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing can be kept there either.
  }
}
