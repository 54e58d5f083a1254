import { authEndpoints } from '#shared/contract/endpoints/auth.ts'
import { parseSignedInLink } from '#shared/native-shell.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { native } from '#web/lib/native/native.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { createStore } from '#web/lib/store.ts'
import {
  clearPendingSignIn,
  createVerifier,
  getChallenge,
  type PendingSignIn,
  readPendingSignIn,
  storePendingSignIn,
} from './pending-sign-in.ts'

export type NativeSignInState = { isExchangingCode: boolean; problem: string | null } | null
const codeLifeMs = 120_000
const waitingState = { isExchangingCode: false, problem: null }
const unreachableMessage = "The server can't be reached. Signing in continues when you are back online."

export const nativeSignInStore = createStore<NativeSignInState>(null)
const { read, set } = nativeSignInStore

let exchange: AbortController | undefined

const openFor = async ({ verifier, create }: PendingSignIn) => {
  set(waitingState)
  try {
    const query = new URLSearchParams({ app: await getChallenge(verifier), ...(create ? { create: '1' } : {}) })
    await native.openInBrowser(`/api/login?${query}`)
  } catch {
    set({ ...waitingState, problem: 'Your browser could not be opened. Please try again.' })
  }
}

/** @param returnTo path of this app to open afterwards */
export const signInNatively = async (returnTo: string, create = false): Promise<void> => {
  const pending = { verifier: createVerifier(), create, returnTo }
  storePendingSignIn(pending)
  await openFor(pending)
}

/** Works even when the system ended the app meanwhile. */
export const resumeNativeSignIn = (): boolean => {
  if (!readPendingSignIn()) return false
  if (!read()) set(waitingState)
  return true
}

export const reopenSignIn = async (): Promise<void> => {
  const pending = readPendingSignIn()
  if (pending) await openFor(pending)
  else await signInNatively('/')
}

/** A code that arrives later is ignored. */
export const cancelNativeSignIn = (): void => {
  clearPendingSignIn()
  void native.closeBrowser()
  set(null)
  exchange?.abort()
}

/** A phone that returns to an app often has no network for a moment. */
const retryWhileOffline = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error
      set({ isExchangingCode: true, problem: unreachableMessage })
      await whenReachable(signal)
    }
}

/** A returning user keeps the page and everything typed; a different user starts at the home page. */
const finish = async (returnTo: string, signal: AbortSignal) => {
  const before = getKnownUser()
  const now = before && (await retryWhileOffline(signal, () => call(authEndpoints.user, { signal })))
  if (before && now?.id === before.id) {
    await queryClient.invalidateQueries()
    set(null)
  } else location.replace(before ? '/' : returnTo)
}

const handleCode = async (code: string | null) => {
  await native.closeBrowser()
  const pending = readPendingSignIn()
  // A link without a pending sign-in, or one that arrives twice.
  if (!pending || read()?.isExchangingCode) return
  if (code === null) return set({ ...waitingState, problem: 'You are not signed in yet.' })
  set({ isExchangingCode: true, problem: null })
  const limit = new AbortController()
  exchange = limit
  const timer = setTimeout(() => limit.abort(), codeLifeMs)
  const { signal } = limit
  try {
    await retryWhileOffline(signal, () => call(authEndpoints.signInApp, { body: { code, verifier: pending.verifier }, signal }))
    clearPendingSignIn()
    await finish(pending.returnTo, signal)
  } catch (error) {
    // A canceled sign-in shows no error.
    if (read()) set({ ...waitingState, problem: getServerMessage(error, 'Signing in took too long. Please try again.') })
  } finally {
    clearTimeout(timer)
  }
}

export const watchSignInLinks = (): (() => void) =>
  native.onLink((link) => {
    const code = parseSignedInLink(link)
    if (code === undefined) return false
    void handleCode(code)
    return true
  })
