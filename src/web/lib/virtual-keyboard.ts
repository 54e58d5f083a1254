/** What is known of the screen at one moment, in CSS pixels. */
type Screen = {
  /** A field that calls up a keyboard has the focus. */
  isTyping: boolean
  /** The height of the page's window. */
  height: number
  /** What is seen of it: less than all where a keyboard lies over the page, or while somebody has zoomed in. */
  seen: { height: number; scale: number }
}

/** A keyboard takes more than any bar of a browser that comes and goes. */
const leastKeyboard = 120

/**
 * Whether a keyboard is open, and whether it covers a part of the page. Some browsers make the window smaller instead, which shows by
 * `tallest`: the window's height without it.
 */
export const detectKeyboard = ({ isTyping, height, seen }: Screen, tallest: number): { isOpen: boolean; covers: boolean } => {
  const covers = isTyping && seen.scale < 1.05 && height - seen.height > leastKeyboard
  return { isOpen: covers || (isTyping && tallest - height > leastKeyboard), covers }
}

const withoutKeyboard = ['button', 'checkbox', 'color', 'date', 'file', 'radio', 'range', 'reset', 'submit']

const callsKeyboard = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !withoutKeyboard.includes(element.type))

/**
 * Tells the styles about a touch screen's keyboard, until the answered function is called: `data-typing` stands on the root while one is
 * open, and `--seen-top` and `--seen-height` say what it leaves of the page where it covers a part.
 */
export const watchVirtualKeyboard = (): (() => void) => {
  if (!matchMedia('(pointer: coarse)').matches) return () => {}
  const { style, dataset } = document.documentElement
  let [width, tallest] = [window.innerWidth, window.innerHeight]
  const look = ({ type }: Event) => {
    const { innerWidth, innerHeight: height, visualViewport: view } = window
    const isTyping = callsKeyboard(document.activeElement)
    // Turned round, or a bar of the browser came or went. Where the focus goes says nothing: from field to field the keyboard stays.
    if (innerWidth !== width || (!isTyping && type === 'resize')) [width, tallest] = [innerWidth, height]
    tallest = Math.max(tallest, height)
    const { isOpen, covers } = detectKeyboard({ isTyping, height, seen: view ?? { height, scale: 1 } }, tallest)
    const wasOpen = 'typing' in dataset
    if (isOpen) dataset.typing = ''
    else delete dataset.typing
    if (covers && view) {
      style.setProperty('--seen-top', `${view.offsetTop}px`)
      style.setProperty('--seen-height', `${view.height}px`)
    } else for (const name of ['--seen-top', '--seen-height']) style.removeProperty(name)
    // What is typed into may lie below a dialog's foot now.
    if (isOpen && !wasOpen) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  const stop = new AbortController()
  const { signal } = stop
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, look, { signal })
  window.addEventListener('resize', look, { signal })
  for (const event of ['focusin', 'focusout']) document.addEventListener(event, look, { signal })
  return () => stop.abort()
}
