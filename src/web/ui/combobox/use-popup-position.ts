import { type RefObject, useLayoutEffect } from 'react'

const gap = 4
const margin = 8
const comfortableHeight = 240
const maxHeight = 352

/** The side depends on the space alone: a growing list must not switch sides. In the top layer no scrolling container clips it. */
export const usePopupPosition = (anchor: RefObject<HTMLElement | null>, popup: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const [anchorElement, popupElement] = [anchor.current, popup.current]
    if (!anchorElement || !popupElement) return
    // Browsers without popover support draw it in place, which suffices in most layouts.
    popupElement.showPopover?.()
    const place = () => {
      const box = anchorElement.getBoundingClientRect()
      const viewport = window.visualViewport
      const top = viewport?.offsetTop ?? 0
      const bottom = top + (viewport?.height ?? window.innerHeight)
      const below = bottom - box.bottom - gap - margin
      const above = box.top - top - gap - margin
      const isBelow = below >= comfortableHeight || below >= above
      popupElement.style.width = `${box.width}px`
      Object.assign(popupElement.style, {
        left: `${Math.max(margin, Math.min(box.left, document.documentElement.clientWidth - margin - popupElement.offsetWidth))}px`,
        right: 'auto',
        top: isBelow ? `${box.bottom + gap}px` : 'auto',
        bottom: isBelow ? 'auto' : `${document.documentElement.clientHeight - box.top + gap}px`,
        maxHeight: `${Math.max(96, Math.min(maxHeight, isBelow ? below : above))}px`,
      })
    }
    place()
    const size = new ResizeObserver(place)
    size.observe(anchorElement)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    window.visualViewport?.addEventListener('resize', place)
    window.visualViewport?.addEventListener('scroll', place)
    return () => {
      size.disconnect()
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('scroll', place)
    }
  }, [anchor, popup])
}
