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

/** Who is signed in, as far as this page asked; undefined on pages that don't. */
export const getKnownUser = (): CurrentUser | undefined => queryClient.getQueryData<CurrentUser>(currentUserKey)

/** Reads the current user again where what is shown of him has changed. */
export const refreshCurrentUser = async (client: QueryClient, now: UserName): Promise<void> => {
  const shown = client.getQueryData<CurrentUser>(currentUserKey)
  if (shown && (shown.email !== now.email || shown.firstName !== now.firstName || shown.lastName !== now.lastName))
    await client.invalidateQueries({ queryKey: currentUserKey })
}

/** The server writes onto the page whether there is anybody to ask for: visitors cause no failing call. */
const mayBeSignedIn = () => document.documentElement.dataset.signedIn !== 'no' && !isSignOutPending()

const patienceMs = 3000
const lookAgainMs = 5000

/** Somebody else who signed in in another tab gets a page of his own: nothing that this one shows, or that is typed in it, is his. */
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
  | { state: 'nobody' }
  | { state: 'loading' }
  /** The answer is still on its way after 3 seconds; it is taken when it comes. */
  | { state: 'slow'; retry: () => void }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'user'; user: CurrentUser }

/** Who is signed in. Only a 401 means nobody: a slow or failing server is told apart, and asked again. */
export const useAuthState = (): AuthState => {
  const client = useQueryClient()
  const enabled = mayBeSignedIn()
  const query = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => readUser(signal),
    enabled,
    staleTime: 5 * 60_000,
    // Another tab, a renewal or a customer may have changed the plan or its count meanwhile.
    refetchOnWindowFocus: true,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' && !isSignedOut(state.error) ? lookAgainMs : false),
  })
  const [attempt, setAttempt] = useState(0)
  const slow = useSlow(enabled && query.isPending, attempt)
  const retry = useCallback(async () => {
    setAttempt((n) => n + 1)
    await client.cancelQueries({ queryKey: currentUserKey })
    await client.refetchQueries({ queryKey: currentUserKey })
  }, [client])

  // Somebody whose session ends while he works keeps his page, and what he typed; the next call says so.
  if (query.data) return { state: 'user', user: query.data }
  if (!enabled || isSignedOut(query.error)) return { state: 'nobody' }
  if (query.error) return { state: 'failed', error: query.error, retry }
  return slow ? { state: 'slow', retry } : { state: 'loading' }
}

/** Once the user has signed in again beside this page, what failed for that reason is asked for again. @returns what ends it */
export const resumeAfterSignIn = (client: QueryClient): (() => void) =>
  watchForSignIn(async () => {
    await client.refetchQueries({ queryKey: currentUserKey })
    if (!sessionStore.read()) await client.refetchQueries({ type: 'active', predicate: ({ state }) => isSignedOut(state.error) })
  })

/** True once `waiting` has lasted for 3 seconds; a new attempt starts the clock again. */
const useSlow = (waiting: boolean, attempt: number): boolean => {
  const [slowAttempt, setSlowAttempt] = useState<number>()
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlowAttempt(attempt), patienceMs)
    return () => clearTimeout(timer)
  }, [waiting, attempt])
  return waiting && slowAttempt === attempt
}
