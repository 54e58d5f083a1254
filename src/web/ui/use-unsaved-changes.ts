import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { hasUnsavedChanges, registerUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { confirmAction } from './confirm.ts'

const navigatesAway = (event: MouseEvent): boolean => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return false
  return link.origin === location.origin && link.pathname !== location.pathname && !link.pathname.startsWith('/api/')
}

/** TypeScript's DOM types lack it. */
type NavigateEvent = Event & { navigationType: string; destination: { url: string; key: string; sameDocument: boolean } }
type Navigation = EventTarget & { traverseTo: (key: string) => unknown }
const { navigation } = window as { navigation?: Navigation }
/** With two forms on a page, the first one asks for both. */
const handledEvents = new WeakSet<Event>()
/** The user has agreed: the repeated navigation is not asked about again. */
let isLeaving = false

const askToLeave = async (question: string, repeat: () => void): Promise<void> => {
  if (!(await confirmAction(question, { confirm: 'Leave', isDestructive: true }))) return
  isLeaving = true
  try {
    repeat()
    // Going back happens later.
    await new Promise((resolve) => setTimeout(resolve, 100))
  } finally {
    isLeaving = false
  }
}

const watchNavigation = (watched: Navigation, question: string): (() => void) => {
  const onNavigate = (navigateEvent: Event) => {
    const event = navigateEvent as NavigateEvent
    const { url, key, sameDocument } = event.destination
    // The browser asks by itself before the document is left.
    if (isLeaving || !event.cancelable || !sameDocument) return
    if (handledEvents.has(event) || new URL(url).pathname === location.pathname) return
    handledEvents.add(event)
    event.preventDefault()
    const { navigationType } = event
    void askToLeave(question, () => {
      if (navigationType === 'traverse') watched.traverseTo(key)
      else navigate(url.slice(new URL(url).origin.length), { replace: navigationType === 'replace' })
    })
  }
  watched.addEventListener('navigate', onNavigate)
  return () => watched.removeEventListener('navigate', onNavigate)
}

/** For browsers without the Navigation API. */
const watchLinks = (question: string): (() => void) => {
  const onClick = (event: MouseEvent) => {
    if (isLeaving || handledEvents.has(event) || !navigatesAway(event)) return
    handledEvents.add(event)
    event.preventDefault()
    event.stopPropagation()
    const link = (event.target as Element).closest('a')
    void askToLeave(question, () => link?.click())
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}

export const useUnsavedChanges = (isDirty: boolean, question: string): void => {
  useEffect(() => {
    if (!isDirty) return
    const stopWatching = navigation ? watchNavigation(navigation, question) : watchLinks(question)
    const unregister = registerUnsavedChanges(question)
    // Signing out has already asked.
    const onUnload = (event: BeforeUnloadEvent) => hasUnsavedChanges() && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => {
      stopWatching()
      unregister()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty, question])
}
