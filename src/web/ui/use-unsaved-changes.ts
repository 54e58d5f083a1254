import { useEffect } from 'react'
import { hasUnsavedChanges, registerUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { confirmAction } from './confirm.ts'

/** Whether a click leads to another page of this app, in this tab. */
const leavesFor = (event: MouseEvent): boolean => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return false
  return link.origin === location.origin && link.pathname !== location.pathname && !link.pathname.startsWith('/api/')
}

/** The browser's own account of where it goes, as far as it is used here; TypeScript doesn't know it yet. */
type NavigateEvent = Event & { destination: { url: string; sameDocument: boolean } }
const navigation = (window as { navigation?: EventTarget }).navigation
/** Of two forms on a page the first one asks for both. */
const askedAbout = new WeakSet<Event>()

/** Asks before whatever leads to another page of this app: a link, a button, going back. @returns what ends it */
const watchNavigation = (watched: EventTarget, question: string): (() => void) => {
  const onNavigate = (happens: Event) => {
    const event = happens as NavigateEvent
    // Leaving the document is asked about by the browser itself, in its own words.
    if (!event.cancelable || !event.destination.sameDocument) return
    if (askedAbout.has(event) || new URL(event.destination.url).pathname === location.pathname) return
    askedAbout.add(event)
    if (!confirmAction(question)) event.preventDefault()
  }
  watched.addEventListener('navigate', onNavigate)
  return () => watched.removeEventListener('navigate', onNavigate)
}

/** The same where the browser tells nothing of navigations, as far as that goes: links. */
const watchLinks = (question: string): (() => void) => {
  const onClick = (event: MouseEvent) => {
    if (askedAbout.has(event) || !leavesFor(event)) return
    askedAbout.add(event)
    if (confirmAction(question)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}

/** Asks the question before the page is left with something unsaved: for another page, by signing out, or by closing the tab. */
export const useUnsavedChanges = (isDirty: boolean, question: string): void => {
  useEffect(() => {
    if (!isDirty) return
    const endWatch = navigation ? watchNavigation(navigation, question) : watchLinks(question)
    const letGo = registerUnsavedChanges(question)
    // Whoever signs out was asked already.
    const onUnload = (event: BeforeUnloadEvent) => hasUnsavedChanges() && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => {
      endWatch()
      letGo()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isDirty, question])
}
