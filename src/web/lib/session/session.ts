import { onSignedOutResponse } from '#web/lib/api/page-owner.ts'

/** The session of the page's user ended while the page is open. The page's content stays as it is. */
let isOver = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  if (next === isOver) return
  isOver = next
  for (const notify of listeners) notify()
}

export const sessionStore = {
  read: (): boolean => isOver,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

// Visitors' pages don't load this module.
onSignedOutResponse(() => set(true))

let signInWindow: Window | null = null
let channel: BroadcastChannel | undefined
const openChannel = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('billfold.session')
  return channel
}

export const markSignedIn = (): void => {
  if (isOver) signInWindow?.close()
  signInWindow = null
  set(false)
  openChannel().postMessage('signed in')
}

/** Where the browser blocks the window, the link opens a tab. */
const openSignInWindow = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-beside]') : null
  if (!link) return
  signInWindow = window.open(link.href, 'billfold-sign-in', 'popup,width=480,height=760')
  if (signInWindow) event.preventDefault()
}

/** @param look called whenever the user may have signed in elsewhere */
export const watchForSignIn = (look: () => void): (() => void) => {
  const lookIfOver = () => isOver && look()
  const onVisible = () => document.visibilityState === 'visible' && lookIfOver()
  openChannel().addEventListener('message', lookIfOver)
  window.addEventListener('focus', lookIfOver)
  document.addEventListener('click', openSignInWindow)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    channel?.removeEventListener('message', lookIfOver)
    window.removeEventListener('focus', lookIfOver)
    document.removeEventListener('click', openSignInWindow)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
