import { type RefObject, useLayoutEffect } from 'react'

const gap = 4
const edge = 8
const enough = 240
const tallest = 352

/**
 * Puts a popup under its anchor, or above it where there is too little room, and keeps it there. Which side it is follows from the
 * room alone, so that a list that grows never changes sides; the room ends where a phone's keyboard begins.
 * The popup goes to the browser's top layer: no scrolling part cuts it off, and nothing lies over it.
 */
export const usePopupPosition = (anchor: RefObject<HTMLElement | null>, popup: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const [beside, placed] = [anchor.current, popup.current]
    if (!beside || !placed) return
    // Browsers without the top layer draw it where it stands, which does in all but the narrowest places.
    placed.showPopover?.()
    const place = () => {
      const box = beside.getBoundingClientRect()
      const seen = window.visualViewport
      const top = seen?.offsetTop ?? 0
      const bottom = top + (seen?.height ?? window.innerHeight)
      const below = bottom - box.bottom - gap - edge
      const above = box.top - top - gap - edge
      const isBelow = below >= enough || below >= above
      Object.assign(placed.style, {
        left: `${box.left}px`,
        right: 'auto',
        width: `${box.width}px`,
        top: isBelow ? `${box.bottom + gap}px` : 'auto',
        bottom: isBelow ? 'auto' : `${document.documentElement.clientHeight - box.top + gap}px`,
        maxHeight: `${Math.max(96, Math.min(tallest, isBelow ? below : above))}px`,
      })
    }
    place()
    const size = new ResizeObserver(place)
    size.observe(beside)
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
