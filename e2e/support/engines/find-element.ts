/** One step from an element to one inside it. */
export type Step = { by: 'role' | 'label' | 'text'; role?: string; name?: string; pattern?: string }

/**
 * Finds the first visible element. It runs in the page, so it refers to nothing outside.
 * @returns where a click meets it and what is in the way, its value, address and whether it has the focus; null when there is none
 */
export const findElement = (steps: Step[]) => {
  const tags: Record<string, string> = {
    button: 'button, input[type=submit]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    img: 'img',
    dialog: 'dialog',
    row: 'tr',
    navigation: 'nav',
    banner: 'header',
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0 &&
    !element.closest('[inert], [aria-hidden="true"]')
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  // biome-ignore lint/performance/useDomNodeTextContent: the text as it is seen, without what is hidden
  const textOf = (element: Element) => tidy((element as HTMLElement).innerText)
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const parts = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(textOf).join(' ')
    return tidy(parts || element.getAttribute('aria-label') || labels || element.getAttribute('alt') || textOf(element))
  }
  const fits = (text: string, { by, name, pattern }: Step) =>
    pattern !== undefined ? new RegExp(pattern).test(text) : name === undefined || (by === 'text' ? text.includes(name) : text === name)
  const candidates = (step: Step) => {
    if (step.by === 'role') {
      const own = tags[step.role!]
      return `[role="${step.role}"]${own ? `, :is(${own}):not([role])` : ''}`
    }
    return step.by === 'label' ? 'input, textarea, select, [role=combobox]' : '*'
  }
  let found: Element[] = [document.documentElement]
  for (const step of steps) {
    found = found.flatMap((within) =>
      [...within.querySelectorAll(candidates(step))].filter((element) =>
        step.by === 'text'
          ? fits(textOf(element), step) && ![...element.children].some((child) => fits(textOf(child), step))
          : fits(nameOf(element), step),
      ),
    )
  }
  const element = found.find(isSeen)
  if (!element) return null
  const at = element.getBoundingClientRect()
  if (at.top < 0 || at.bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }
  const hit = document.elementFromPoint(point.x, point.y)
  const isHit = hit && (element.contains(hit) || (element as HTMLInputElement).labels?.[0]?.contains(hit))
  const obstacle = element.matches(':disabled') ? 'disabled' : isHit ? '' : `covered by ${hit?.outerHTML.slice(0, 200) ?? 'nothing'}`
  return {
    point,
    obstacle,
    value: (element as HTMLInputElement).value ?? '',
    source: (element as HTMLImageElement).src,
    isFocused: document.activeElement === element,
  }
}
