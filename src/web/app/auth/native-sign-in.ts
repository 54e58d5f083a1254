import { authEndpoints } from '#shared/contract/endpoints/auth.ts'
import { parseSignedInLink } from '#shared/native-shell.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { native } from '#web/lib/native/native.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import {
  clearPendingSignIn,
  createVerifier,
  getChallenge,
  type PendingSignIn,
  readPendingSignIn,
  storePendingSignIn,
} from './pending-sign-in.ts'

/** Where a sign-in through the system's browser stands; null when none is under way. */
export type NativeSignInState = { isExchangingCode: boolean; problem: string | null } | null
const codeLifeMs = 120_000
const waiting = { isExchangingCode: false, problem: null }
const away = "The server can't be reached. You are signed in as soon as it can be."

let state: NativeSignInState = null
const listeners = new Set<() => void>()
const set = (next: NativeSignInState) => {
  state = next
  for (const tell of listeners) tell()
}

/** The call with a code that is under way. */
let trading: AbortController | undefined

/** For `useSyncExternalStore`. */
export const nativeSignInStore = {
  read: (): NativeSignInState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const openFor = async ({ verifier, create }: PendingSignIn) => {
  set(waiting)
  try {
    const asked = new URLSearchParams({ app: await getChallenge(verifier), ...(create ? { create: '1' } : {}) })
    await native.openInBrowser(`/api/login?${asked}`)
  } catch {
    set({ ...waiting, problem: 'Your browser could not be opened. Please try again.' })
  }
}

/**
 * Opens the sign-in in the system's browser, and waits for the link that leads back.
 * @param returnTo a path of this app to go to then
 */
export const signInNatively = async (returnTo: string, create = false): Promise<void> => {
  const pending = { verifier: createVerifier(), create, returnTo }
  storePendingSignIn(pending)
  await openFor(pending)
}

/** Shows a sign-in that is under way, also one that was when the system ended the app; answers whether there is one. */
export const resumeNativeSignIn = (): boolean => {
  if (!readPendingSignIn()) return false
  if (!state) set(waiting)
  return true
}

/** Opens the browser once more for the sign-in that is under way. */
export const reopenSignIn = async (): Promise<void> => {
  const pending = readPendingSignIn()
  if (pending) await openFor(pending)
  else await signInNatively('/')
}

/** Nothing that comes back from the browser counts any more. */
export const cancelNativeSignIn = (): void => {
  clearPendingSignIn()
  void native.closeBrowser()
  set(null)
  trading?.abort()
}

/** A phone that comes back to an app often has no network for a moment: waits for it as long as a code lives, and asks again. */
const patiently = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error
      set({ isExchangingCode: true, problem: away })
      await whenReachable(signal)
    }
}

/** Whoever worked here goes on where he was, with all that is typed; anybody else begins at the page that he asked for. */
const enter = async (returnTo: string, signal: AbortSignal) => {
  const before = getKnownUser()
  const now = before && (await patiently(signal, () => call(authEndpoints.user, { signal })))
  if (before && now?.id === before.id) {
    await queryClient.invalidateQueries()
    set(null)
  } else location.replace(before ? '/' : returnTo)
}

const comeBack = async (code: string | null) => {
  await native.closeBrowser()
  const pending = readPendingSignIn()
  // A link that nobody waits for, or that comes a second time.
  if (!pending || state?.isExchangingCode) return
  if (code === null) return set({ ...waiting, problem: 'You are not signed in yet.' })
  set({ isExchangingCode: true, problem: null })
  const limit = new AbortController()
  trading = limit
  const timer = setTimeout(() => limit.abort(), codeLifeMs)
  const { signal } = limit
  try {
    await patiently(signal, () => call(authEndpoints.signInApp, { body: { code, verifier: pending.verifier }, signal }))
    clearPendingSignIn()
    await enter(pending.returnTo, signal)
  } catch (error) {
    // Whoever cancelled it needs no words.
    if (state) set({ ...waiting, problem: getServerMessage(error, 'Signing in took too long. Please try again.') })
  } finally {
    clearTimeout(timer)
  }
}

/** Takes the links that lead back from the system's browser. @returns what ends it */
export const watchSignInLinks = (): (() => void) =>
  native.onLink((link) => {
    const code = parseSignedInLink(link)
    if (code === undefined) return false
    void comeBack(code)
    return true
  })
