import { useLayoutEffect, useRef } from 'react'

/**
 * When the row that has the focus is deleted, the focus goes to the same button of the row that takes its place, and not to the page's start.
 * @param rows what is shown now: the place is looked for when it changes
 */
export const useFocusRestore = (rows: unknown) => {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<{ button: Element; at: number }>(undefined)
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows say when to look, not where
  useLayoutEffect(() => {
    if (!held.current || held.current.button.isConnected) return
    const there = buttons()
    // Who went on to something else in the meantime stays there.
    if (document.activeElement === document.body) (there[Math.min(held.current.at, there.length - 1)] ?? box.current)?.focus()
    held.current = undefined
  }, [rows])
  return {
    box,
    /** To be called when the deletion begins, while its button has the focus. */
    hold: () => {
      const button = document.activeElement
      const at = buttons().indexOf(button as HTMLButtonElement)
      held.current = button && at >= 0 ? { button, at } : undefined
    },
  }
}
