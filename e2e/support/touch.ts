import { expect, type Page } from '@playwright/test'

/** Browser options that simulate a phone. Pass them to `test.use` together with a viewport size. */
export const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const
export const phoneSizes = { usual: { width: 390, height: 844 }, smallest: { width: 320, height: 640 } } as const

/** Finds elements that extend beyond the left or right edge of the window, or whose content is too wide for their box. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      // Text only for screen readers is always clipped, so its width does not matter.
      if (element.closest('.sr-only')) return false
      // Rows of tabs scroll sideways by design.
      if (element.closest('[role=radiogroup], header nav, nav[data-tabs]')) return false
      const { left, right } = element.getBoundingClientRect()
      const { overflowX, display } = getComputedStyle(element)
      // Truncation with an ellipsis is intended.
      if (display === 'inline' && getComputedStyle(element.parentElement!).textOverflow === 'ellipsis') return false
      // Elements of one pixel or less are only for screen readers.
      return (
        right - left > 1 && (right > width + 0.5 || left < -0.5 || (overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1))
      )
    })
    return [
      document.documentElement.scrollWidth > width ? 'the page scrolls sideways' : '',
      ...wide.map((element) => element.outerHTML.slice(0, 150)),
    ]
      .filter(Boolean)
      .filter((html) => !html.includes('sr-only') && !html.includes('Skip to content') && !html.includes('DndLiveRegion'))
  })

/**
 * Finds controls whose touch area is smaller than 44 x 44 px. It measures the area that receives presses, not the visible edges. Links inside a
 * sentence are excluded, because their height is the line height. If a dialog or menu is open, only its controls are checked, because the content
 * below it is not reachable.
 */
const findSmallControls = (page: Page, skip: string): Promise<string[]> =>
  page.evaluate((skip) => {
    const least = 44
    const layers = [...document.querySelectorAll('[role=menu], [role=dialog]')].filter((layer) => layer.checkVisibility())
    const root = layers.at(-1) ?? document.body
    const kinds =
      'a[href], button, input, select, textarea, summary, [role=menuitem], [role=option], [role=tab], [role=switch], [tabindex="0"]'
    const isInSentence = (element: Element) => {
      if (element.tagName !== 'A' || !getComputedStyle(element).display.startsWith('inline')) return false
      const around = element.closest('p, dd, dt, li, td, label, legend, span:not(a span)')
      const own = element.textContent?.trim() ?? ''
      return own !== '' && (around?.textContent?.trim() ?? '').length > own.length
    }
    /** Whether a press at this point reaches the control: the control itself, an element inside it, or its label. */
    const answers = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      if (!hit) return false
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return element.contains(hit) || labels.some((label) => label.contains(hit))
    }
    const reach = (element: Element, step: (far: number) => [number, number]) => {
      let far = 0
      while (far < least && answers(element, ...step(far + 1))) far += 1
      return far
    }
    return [...root.querySelectorAll(kinds)].flatMap((element) => {
      if (skip && element.matches(skip)) return []
      if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) || element.closest('[inert], .sr-only')) return []
      if (element instanceof HTMLInputElement && ['hidden', 'file'].includes(element.type)) return []
      // A scrollable area is focusable for keyboard users, but it is not a press target.
      if (element.matches('[tabindex="0"]:not(a, button, input, select, textarea, [role])')) return []
      if (isInSentence(element)) return []
      let box = element.getBoundingClientRect()
      if (box.width >= least - 0.5 && box.height >= least - 0.5) return []
      element.scrollIntoView({ block: 'center' })
      box = element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      // Controls that are visible only on keyboard focus are outside the window until then.
      if (box.width < 2 || box.height < 2 || box.bottom < 0) return []
      const wide = reach(element, (far) => [x + far, y]) + reach(element, (far) => [x - far, y]) + 1
      const high = reach(element, (far) => [x, y + far]) + reach(element, (far) => [x, y - far]) + 1
      if (wide >= least - 1 && high >= least - 1) return []
      return [`${wide} x ${high}: ${element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 140)}`]
    })
  }, skip)

/**
 * Finds fields that make a phone zoom in, show the wrong keyboard, or have no `autocomplete` attribute. Without that attribute, the browser can
 * suggest the user's own data in fields for another person.
 */
const findPoorFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select')].flatMap(
      (field) => {
        const [type, name] = [field.type, field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.name]
        if (!field.checkVisibility() || field.closest('[inert], .sr-only')) return []
        if (['checkbox', 'radio', 'file', 'hidden', 'range', 'color', 'submit'].includes(type)) return []
        const wanted = (pattern: RegExp, ...types: string[]) => pattern.test(name) && type.startsWith('te') && !types.includes(type)
        const faults = [
          parseFloat(getComputedStyle(field).fontSize) < 16 && 'font smaller than 16 px: the phone zooms in',
          type === 'number' && !['decimal', 'numeric'].includes(field.inputMode) && 'no numeric keyboard: inputMode is missing',
          wanted(/^phone/i, 'tel') && 'not type=tel',
          wanted(/e-?mail/i, 'email') && field.inputMode !== 'email' && 'not type=email',
          wanted(/website|\burl\b/i, 'url') && 'not type=url',
          (type === 'search' || /^search/i.test(name)) && !field.getAttribute('enterkeyhint') && 'no enterKeyHint',
          ['text', 'email', 'tel', 'url', 'number', 'password', 'search'].includes(type) && !field.autocomplete && 'no autocomplete',
        ].filter((fault) => typeof fault === 'string')
        return faults.map((fault) => `${name.trim()}: ${fault}`)
      },
    ),
  )

/** Finds all touch problems of the page, or of the dialog or menu on top of it, in the current state. */
export const findSmallTargets = async (page: Page, skip = ''): Promise<string[]> => {
  // Running animations would make the result depend on timing.
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
  return [...(await findOverflow(page)), ...(await findSmallControls(page, skip)), ...(await findPoorFields(page))]
}

/** Fails on small touch targets, badly configured fields or overflow. `skip` is a selector of exceptions; explain each exception in the test. */
export const expectTouchTargets = async (page: Page, where: string, { skip = '' } = {}): Promise<void> =>
  expect.soft(await findSmallTargets(page, skip), where).toEqual([])
