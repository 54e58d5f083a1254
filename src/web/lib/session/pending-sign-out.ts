// Whoever signs out without a network is signed out here at once, and at the server as soon as it can be reached.

const mark = 'billfold.sign-out'
const lookAgainMs = 5000
const patienceMs = 4000

/** Whether somebody signed out here and the server doesn't know yet: he counts as gone. */
export const isSignOutPending = (): boolean => {
  try {
    return localStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

const remember = (isLater: boolean) => {
  try {
    if (isLater) localStorage.setItem(mark, new Date().toISOString())
    else localStorage.removeItem(mark)
  } catch {
    // Without storage the session ends by itself, later.
  }
}

/** Ends the session at the server, or leaves that for later when it can't be reached. */
export const endServerSession = async (): Promise<void> => {
  try {
    await fetch('/api/logout', { redirect: 'manual', credentials: 'include', signal: AbortSignal.timeout(patienceMs) })
    remember(false)
  } catch {
    remember(true)
  }
}

/** The session that is still to be ended would answer for whoever signs in now, and be ended under his hands: it goes first. */
const endFirst = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/api/login"]') : null
  if (!link || !isSignOutPending()) return
  event.preventDefault()
  void endServerSession().then(() => location.assign(link.href))
}

/** Does what was left for later: as soon as the server is there, and before anybody signs in. */
export const finishPendingSignOut = async (): Promise<void> => {
  if (!isSignOutPending()) return
  document.addEventListener('click', endFirst)
  window.addEventListener('online', endServerSession)
  while (isSignOutPending()) {
    await endServerSession()
    if (isSignOutPending()) await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
  document.removeEventListener('click', endFirst)
  window.removeEventListener('online', endServerSession)
}
