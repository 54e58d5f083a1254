import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { authEndpoints } from '#shared/contract/endpoints/auth.ts'
import type { UserName } from '#shared/user-names.ts'
import { call, isSignedOut } from '#web/lib/api/client.ts'
import { claimPage } from '#web/lib/api/page-owner.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { isSignOutPending } from './pending-sign-out.ts'
import { markSignedIn, sessionStore, watchForSignIn } from './session.ts'

const currentUserKey = [authEndpoints.user.path]

/** From the cache; undefined on pages that don't load it. */
export const getKnownUser = (): CurrentUser | undefined => queryClient.getQueryData<CurrentUser>(currentUserKey)

/** The server refuses a demo account what would outlive it. */
export const isDemo = (): boolean => getKnownUser()?.demoEndsAt != null

export const refreshCurrentUser = async (client: QueryClient, now: UserName): Promise<void> => {
  const shown = client.getQueryData<CurrentUser>(currentUserKey)
  if (shown && (shown.email !== now.email || shown.firstName !== now.firstName || shown.lastName !== now.lastName))
    await client.invalidateQueries({ queryKey: currentUserKey })
}

/** The server marks pages without a session, so that visitors make no call that fails. */
const mayBeSignedIn = () => document.documentElement.dataset.signedIn !== 'no' && !isSignOutPending()

const slowAfterMs = 3000
const retryMs = 5000

/** If another user has signed in in a different tab, reloads the page: its data and drafts belong to the previous user. */
const readUser = async (signal: AbortSignal): Promise<CurrentUser> => {
  const user = await call(authEndpoints.user, { signal })
  if (claimPage(user.id)) {
    markSignedIn()
    return user
  }
  location.reload()
  return new Promise(() => {})
}

export type AuthState =
  | { state: 'signed-out' }
  | { state: 'loading' }
  /** No response after 3 seconds; it is used when it arrives. */
  | { state: 'slow'; retry: () => void }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'user'; user: CurrentUser }

/** Only a 401 means signed out; a slow or failing server is reported as such and retried. */
export const useAuthState = (): AuthState => {
  const client = useQueryClient()
  const enabled = mayBeSignedIn()
  const query = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => readUser(signal),
    enabled,
    staleTime: 5 * 60_000,
    // Another tab, a renewal or a customer may have changed the plan or the invoice count.
    refetchOnWindowFocus: true,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' && !isSignedOut(state.error) ? retryMs : false),
  })
  const [attempt, setAttempt] = useState(0)
  const slow = useSlow(enabled && query.isPending, attempt)
  const retry = useCallback(async () => {
    setAttempt((n) => n + 1)
    await client.cancelQueries({ queryKey: currentUserKey })
    await client.refetchQueries({ queryKey: currentUserKey })
  }, [client])

  // A user whose session ends keeps the page and everything typed; the next call shows the banner.
  if (query.data) return { state: 'user', user: query.data }
  if (!enabled || isSignedOut(query.error)) return { state: 'signed-out' }
  if (query.error) return { state: 'failed', error: query.error, retry }
  return slow ? { state: 'slow', retry } : { state: 'loading' }
}

/** Any call for the current user may be the first to notice the new sign-in, so this follows the session. */
export const resumeAfterSignIn = (client: QueryClient): (() => void) => {
  const refetchFailed = () => {
    if (sessionStore.read()) return
    // The call for the current user that noticed is still running: it goes on.
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => isSignedOut(state.error) }, { cancelRefetch: false })
  }
  const unsubscribe = sessionStore.subscribe(refetchFailed)
  const unwatch = watchForSignIn(() => void client.refetchQueries({ queryKey: currentUserKey }))
  return () => {
    unsubscribe()
    unwatch()
  }
}

const useSlow = (waiting: boolean, attempt: number): boolean => {
  const [slowAttempt, setSlowAttempt] = useState<number>()
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlowAttempt(attempt), slowAfterMs)
    return () => clearTimeout(timer)
  }, [waiting, attempt])
  return waiting && slowAttempt === attempt
}
