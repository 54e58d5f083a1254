import { onSignedOutResponse } from '#web/lib/api/page-owner.ts'
import { createStore } from '#web/lib/store.ts'

/** The session of the page's user ended while the page is open. The page's content stays as it is. */
export const sessionStore = createStore(false)
const isOver = sessionStore.read

const set = (next: boolean) => {
  if (next !== isOver()) sessionStore.set(next)
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
  if (isOver()) signInWindow?.close()
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
  const lookIfOver = () => isOver() && look()
  const onVisible = () => document.visibilityState === 'visible' && lookIfOver()
  const ended = new AbortController()
  openChannel().addEventListener('message', lookIfOver, ended)
  window.addEventListener('focus', lookIfOver, ended)
  document.addEventListener('click', openSignInWindow, ended)
  document.addEventListener('visibilitychange', onVisible, ended)
  return () => ended.abort()
}
