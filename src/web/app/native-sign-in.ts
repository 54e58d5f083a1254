import type { authApi } from '#shared/api/auth.ts'
import { codeOfLink } from '#shared/native-shell.ts'
import { ApiError, at, call, serverMessage } from '../lib/api.ts'
import { whenReached } from '../lib/connection.ts'
import { knownUser } from '../lib/current-user.ts'
import { native } from '../lib/native/native.ts'
import { queryClient } from '../lib/query-client.ts'
import { challengeOf, dropPending, keepPending, newVerifier, type Pending, pendingSignIn } from './native-sign-in-pending.ts'

/** Where a sign-in through the system's browser stands; null when none is under way. */
export type NativeSignIn = { isTrading: boolean; problem: string | null } | null

const signInApp = at<typeof authApi.signInApp>('POST', '/api/login/app')
const user = at<typeof authApi.user>('GET', '/api/auth/user')
const codeLifeMs = 120_000
const waiting = { isTrading: false, problem: null }
const away = "The server can't be reached. You are signed in as soon as it can be."

let state: NativeSignIn = null
const listeners = new Set<() => void>()
const set = (next: NativeSignIn) => {
  state = next
  for (const tell of listeners) tell()
}

/** For `useSyncExternalStore`. */
export const nativeSignInStore = {
  read: (): NativeSignIn => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const openFor = async ({ verifier, create }: Pending) => {
  set(waiting)
  try {
    const asked = new URLSearchParams({ app: await challengeOf(verifier), ...(create ? { create: '1' } : {}) })
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
  const pending = { verifier: newVerifier(), create, returnTo }
  keepPending(pending)
  await openFor(pending)
}

/** Shows a sign-in that is under way, also one that was when the system ended the app; answers whether there is one. */
export const resumeNativeSignIn = (): boolean => {
  if (!pendingSignIn()) return false
  if (!state) set(waiting)
  return true
}

/** Opens the browser once more for the sign-in that is under way. */
export const openSignInAgain = async (): Promise<void> => {
  const pending = pendingSignIn()
  if (pending) await openFor(pending)
  else await signInNatively('/')
}

/** Nothing that comes back from the browser counts any more. */
export const cancelNativeSignIn = (): void => {
  dropPending()
  void native.closeBrowser()
  set(null)
}

/** Trades the code. A phone that comes back to an app often has no network for a moment: it waits for it as long as the code lives. */
const trade = async (code: string, verifier: string): Promise<void> => {
  const until = AbortSignal.timeout(codeLifeMs)
  for (;;)
    try {
      return await call(signInApp, { body: { code, verifier } })
    } catch (error) {
      if (error instanceof ApiError || until.aborted) throw error
      set({ isTrading: true, problem: away })
      await whenReached(until)
    }
}

/** Whoever worked here goes on where he was, with all that is typed; anybody else begins at the page that he asked for. */
const enter = async (returnTo: string) => {
  const before = knownUser()
  const now = before && (await call(user, {}))
  if (before && now?.id === before.id) {
    await queryClient.invalidateQueries()
    set(null)
  } else location.replace(before ? '/' : returnTo)
}

const comeBack = async (code: string | null) => {
  await native.closeBrowser()
  const pending = pendingSignIn()
  // A link that nobody waits for, or that comes a second time.
  if (!pending || state?.isTrading) return
  if (code === null) return set({ ...waiting, problem: 'You are not signed in yet.' })
  set({ isTrading: true, problem: null })
  try {
    await trade(code, pending.verifier)
    dropPending()
    await enter(pending.returnTo)
  } catch (error) {
    set({ ...waiting, problem: serverMessage(error, 'Signing in took too long. Please try again.') })
  }
}

/** The sign-in that this link of the page leads to, if it does. */
const signInLink = (target: EventTarget | null): URL | undefined => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/api/login"]') : null
  return link ? new URL(link.href) : undefined
}

/** Takes every way to sign in that a page shows, and the links that lead back. @returns what ends it */
export const watchNativeSignIn = (): (() => void) => {
  const onClick = (event: MouseEvent) => {
    const address = signInLink(event.target)
    if (!address) return
    event.preventDefault()
    // Nobody else makes something of it: the link opens no page here.
    event.stopPropagation()
    const here = location.pathname + location.search
    const asked = address.searchParams
    void signInNatively(asked.get('returnTo') ?? here, asked.get('create') === '1')
  }
  window.addEventListener('click', onClick, true)
  const stopLinks = native.onLink((link) => {
    const code = codeOfLink(link)
    if (code === undefined) return false
    void comeBack(code)
    return true
  })
  return () => {
    window.removeEventListener('click', onClick, true)
    stopLinks()
  }
}
