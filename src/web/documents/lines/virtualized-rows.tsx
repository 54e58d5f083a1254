import { createContext, type ReactNode, type RefCallback, useCallback, useContext, useEffect, useMemo, useState } from 'react'

type Told = (isNear: boolean) => void
type Watch = (element: Element, told: Told) => () => void
const WatchContext = createContext<Watch | null>(null)

const scrollerOf = (element: Element): Element | null => {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  return null
}

/** Tells the rows inside whether they are within one screen of the viewport, with one observer for all of them. */
export const VirtualizedRows = ({ children }: { children: ReactNode }) => {
  const { watch, stop } = useMemo(() => {
    const listeners = new Map<Element, Told>()
    let observer: IntersectionObserver | undefined
    const tell = (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    }
    const watch: Watch = (element, told) => {
      observer ??= new IntersectionObserver(tell, { root: scrollerOf(element), rootMargin: '100% 0px' })
      listeners.set(element, told)
      observer.observe(element)
      return () => {
        listeners.delete(element)
        observer?.unobserve(element)
      }
    }
    return { watch, stop: () => observer?.disconnect() }
  }, [])
  useEffect(() => stop, [stop])
  return <WatchContext value={watch}>{children}</WatchContext>
}

/**
 * Whether an element inside `VirtualizedRows` is near the viewport, and the ref it needs. The element with the focus counts as near
 * wherever it is scrolled.
 */
export const useVirtualizedRow = (atFirst: boolean): { near: boolean; ref: RefCallback<Element> } => {
  const watch = useContext(WatchContext)
  const [near, setNear] = useState(atFirst)
  const ref = useCallback(
    (element: Element | null) =>
      element && watch ? watch(element, (isNear) => setNear(isNear || element.contains(document.activeElement))) : undefined,
    [watch],
  )
  return { near, ref }
}
