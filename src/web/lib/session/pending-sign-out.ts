// Signing out without a network takes effect on this device at once, and on the server as soon as it is reachable.

const storageKey = 'billfold.sign-out'
const retryMs = 5000
const timeoutMs = 4000

/** Signed out here, but the server doesn't know yet; the user counts as signed out. */
export const isSignOutPending = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

const setPending = (isPending: boolean) => {
  try {
    if (isPending) localStorage.setItem(storageKey, new Date().toISOString())
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage the session expires on its own.
  }
}

/** Left pending when the server can't be reached or answers with an error; a redirect, which has status 0 here, confirms it. */
export const endServerSession = async (): Promise<void> => {
  try {
    const reply = await fetch('/api/logout', { redirect: 'manual', credentials: 'include', signal: AbortSignal.timeout(timeoutMs) })
    setPending(reply.status > 399)
  } catch {
    setPending(true)
  }
}

/** Otherwise the old session would answer for the new user and then be ended under them. */
const endSessionFirst = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/api/login"]') : null
  if (!link || !isSignOutPending()) return
  event.preventDefault()
  void endServerSession().then(() => location.assign(link.href))
}

/** As soon as the server is reachable, and before any new sign-in. */
export const finishPendingSignOut = async (): Promise<void> => {
  if (!isSignOutPending()) return
  document.addEventListener('click', endSessionFirst)
  window.addEventListener('online', endServerSession)
  while (isSignOutPending()) {
    await endServerSession()
    if (isSignOutPending()) await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  document.removeEventListener('click', endSessionFirst)
  window.removeEventListener('online', endServerSession)
}
