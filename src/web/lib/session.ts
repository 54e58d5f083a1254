/** Whether the session of the user whose page this is has ended while the page is open. What is on the page stays as it is. */
let isOver = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  if (next === isOver) return
  isOver = next
  for (const notify of listeners) notify()
}

/** For `useSyncExternalStore`. */
export const sessionStore = {
  read: (): boolean => isOver,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** An answer said that nobody is signed in. */
export const sessionEnded = (): void => set(true)

let signInWindow: Window | null = null
/** Other tabs of this browser that wait for the user to sign in learn of it here. */
let channel: BroadcastChannel | undefined
const openChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('billfold.session')
  return channel
}

/** The user of this page is signed in: other tabs that wait for that look again. */
export const sessionIsBack = (): void => {
  if (isOver) signInWindow?.close()
  signInWindow = null
  set(false)
  openChannel().postMessage('signed in')
}

/**
 * Opens sign-in beside this page.
 * @param href the link's own address
 * @returns false when the browser doesn't allow the window: the link then opens a tab
 */
export const openSignIn = (href: string): boolean => {
  signInWindow = window.open(href, 'billfold-sign-in', 'popup,width=480,height=760')
  return signInWindow !== null
}

/** Calls `look` whenever the user may have signed in again elsewhere, as long as the session is over. @returns what ends it */
export const watchForSignIn = (look: () => void): (() => void) => {
  const lookIfOver = () => isOver && look()
  const onVisible = () => document.visibilityState === 'visible' && lookIfOver()
  openChannel().addEventListener('message', lookIfOver)
  window.addEventListener('focus', lookIfOver)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    channel?.removeEventListener('message', lookIfOver)
    window.removeEventListener('focus', lookIfOver)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
