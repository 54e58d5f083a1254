/** In CSS pixels. */
type Screen = {
  isTyping: boolean
  height: number
  /** The visual viewport: smaller where the keyboard covers the page or the user has zoomed in. */
  visible: { height: number; scale: number }
}

/** Taller than any browser toolbar that appears and disappears. */
const minKeyboardHeight = 120

/** Some browsers shrink the layout viewport, which shows in comparison with `tallest`, its height without a keyboard. */
export const detectKeyboard = ({ isTyping, height, visible }: Screen, tallest: number): { isOpen: boolean; covers: boolean } => {
  const covers = isTyping && visible.scale < 1.05 && height - visible.height > minKeyboardHeight
  return { isOpen: covers || (isTyping && tallest - height > minKeyboardHeight), covers }
}

const typesWithoutKeyboard = ['button', 'checkbox', 'color', 'date', 'file', 'radio', 'range', 'reset', 'submit']

const opensKeyboard = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !typesWithoutKeyboard.includes(element.type))

/** For the styles: `data-typing` while the keyboard is open, `--seen-top` and `--seen-height` where it covers the page. */
export const watchVirtualKeyboard = (): (() => void) => {
  if (!matchMedia('(pointer: coarse)').matches) return () => {}
  const { style, dataset } = document.documentElement
  let [width, tallest] = [window.innerWidth, window.innerHeight]
  const update = ({ type }: Event) => {
    const { innerWidth, innerHeight: height, visualViewport: view } = window
    const isTyping = opensKeyboard(document.activeElement)
    // The device was rotated or a browser toolbar changed. Focus changes don't count: between two fields the keyboard stays open.
    if (innerWidth !== width || (!isTyping && type === 'resize')) [width, tallest] = [innerWidth, height]
    tallest = Math.max(tallest, height)
    const { isOpen, covers } = detectKeyboard({ isTyping, height, visible: view ?? { height, scale: 1 } }, tallest)
    const wasOpen = 'typing' in dataset
    if (isOpen) dataset.typing = ''
    else delete dataset.typing
    if (covers && view) {
      style.setProperty('--seen-top', `${view.offsetTop}px`)
      style.setProperty('--seen-height', `${view.height}px`)
    } else for (const name of ['--seen-top', '--seen-height']) style.removeProperty(name)
    // The focused field may now be hidden below a dialog's footer.
    if (isOpen && !wasOpen) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  const stop = new AbortController()
  const { signal } = stop
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, update, { signal })
  window.addEventListener('resize', update, { signal })
  for (const event of ['focusin', 'focusout']) document.addEventListener(event, update, { signal })
  return () => stop.abort()
}
