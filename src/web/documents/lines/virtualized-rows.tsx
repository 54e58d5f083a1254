import { createContext, type ReactNode, type RefCallback, useCallback, useContext, useEffect, useMemo, useState } from 'react'

type Listener = (isNear: boolean) => void
type Watch = (element: Element, listener: Listener) => () => void
const WatchContext = createContext<Watch | null>(null)

const findScrollParent = (element: Element): Element | null => {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  return null
}

/** Within one screen of the viewport. */
export const VirtualizedRows = ({ children }: { children: ReactNode }) => {
  const { watch, stop } = useMemo(() => {
    const listeners = new Map<Element, Listener>()
    let observer: IntersectionObserver | undefined
    const notify = (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    }
    const watch: Watch = (element, listener) => {
      observer ??= new IntersectionObserver(notify, { root: findScrollParent(element), rootMargin: '100% 0px' })
      listeners.set(element, listener)
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

/** The element with the focus counts as near wherever it is scrolled. */
export const useVirtualizedRow = (initial: boolean): { isNear: boolean; ref: RefCallback<Element> } => {
  const watch = useContext(WatchContext)
  const [isNear, setIsNear] = useState(initial)
  const ref = useCallback(
    (element: Element | null) =>
      element && watch ? watch(element, (isNear) => setIsNear(isNear || element.contains(document.activeElement))) : undefined,
    [watch],
  )
  return { isNear, ref }
}
