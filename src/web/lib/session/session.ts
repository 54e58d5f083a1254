import { onSignedOutResponse } from '#web/lib/api/page-owner.ts'

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

// Visitors' pages load nothing of this.
onSignedOutResponse(() => set(true))

let signInWindow: Window | null = null
/** Other tabs of this browser that wait for the user to sign in learn of it here. */
let channel: BroadcastChannel | undefined
const openChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('billfold.session')
  return channel
}

/** The user of this page is signed in: other tabs that wait for that look again. */
export const markSignedIn = (): void => {
  if (isOver) signInWindow?.close()
  signInWindow = null
  set(false)
  openChannel().postMessage('signed in')
}

/** Sign-in gets a small window beside the page. Where the browser doesn't allow that, the link opens a tab. */
const openBeside = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-beside]') : null
  if (!link) return
  signInWindow = window.open(link.href, 'billfold-sign-in', 'popup,width=480,height=760')
  if (signInWindow) event.preventDefault()
}

/** Opens links to sign in beside the page, and calls `look` whenever the user may have signed in again elsewhere, as long as the session is over. @returns what ends it */
export const watchForSignIn = (look: () => void): (() => void) => {
  const lookIfOver = () => isOver && look()
  const onVisible = () => document.visibilityState === 'visible' && lookIfOver()
  openChannel().addEventListener('message', lookIfOver)
  window.addEventListener('focus', lookIfOver)
  document.addEventListener('click', openBeside)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    channel?.removeEventListener('message', lookIfOver)
    window.removeEventListener('focus', lookIfOver)
    document.removeEventListener('click', openBeside)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
