import { expect, type Page } from '@playwright/test'

/** What a browser says of a phone: give it to `test.use`, with a size of its own. */
export const phone = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const
export const phoneSizes = { usual: { width: 390, height: 844 }, smallest: { width: 320, height: 640 } } as const

/** What sticks out of the window at the side, or is cut off inside a part that should show it all. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      // What only screen readers are told is clipped, however wide it is.
      if (element.closest('.sr-only')) return false
      const { left, right } = element.getBoundingClientRect()
      const { overflowX, display } = getComputedStyle(element)
      // A name that ends in an ellipsis is meant to.
      if (display === 'inline' && getComputedStyle(element.parentElement!).textOverflow === 'ellipsis') return false
      // One pixel is for screen readers.
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
 * What a thumb can't hit for sure: controls of which less than 44 x 44 px answer to it, wherever their edges are drawn. Links inside a sentence
 * are as high as its lines. An open dialog or menu is looked at alone: what lies below can't be reached.
 */
const hardToHit = (page: Page, skip: string): Promise<string[]> =>
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
    /** Whether a press there reaches the control: its own parts, what is drawn around it, and its label do. */
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
      // A part that scrolls takes the keyboard's focus, and no press.
      if (element.matches('[tabindex="0"]:not(a, button, input, select, textarea, [role])')) return []
      if (isInSentence(element)) return []
      let box = element.getBoundingClientRect()
      if (box.width >= least - 0.5 && box.height >= least - 0.5) return []
      element.scrollIntoView({ block: 'center' })
      box = element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      // What only shows when the keyboard comes to it stands outside until then.
      if (box.width < 2 || box.height < 2 || box.bottom < 0) return []
      const wide = reach(element, (far) => [x + far, y]) + reach(element, (far) => [x - far, y]) + 1
      const high = reach(element, (far) => [x, y + far]) + reach(element, (far) => [x, y - far]) + 1
      if (wide >= least - 1 && high >= least - 1) return []
      return [`${wide} x ${high}: ${element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 140)}`]
    })
  }, skip)

/** Fields that make a phone zoom in, or call up the wrong keyboard, or have the browser offer the person's own data for somebody else's. */
const poorFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select')].flatMap(
      (field) => {
        const [type, name] = [field.type, field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.name]
        if (!field.checkVisibility() || field.closest('[inert], .sr-only')) return []
        if (['checkbox', 'radio', 'file', 'hidden', 'range', 'color', 'submit'].includes(type)) return []
        const wanted = (pattern: RegExp, ...types: string[]) => pattern.test(name) && type.startsWith('te') && !types.includes(type)
        const faults = [
          parseFloat(getComputedStyle(field).fontSize) < 16 && 'smaller than 16 px: the phone zooms in',
          type === 'number' && !['decimal', 'numeric'].includes(field.inputMode) && 'no keyboard of digits',
          wanted(/^phone/i, 'tel') && 'not type=tel',
          wanted(/e-?mail/i, 'email') && field.inputMode !== 'email' && 'not type=email',
          wanted(/website|\burl\b/i, 'url') && 'not type=url',
          (type === 'search' || /^search/i.test(name)) && !field.getAttribute('enterkeyhint') && 'its key says nothing: enterKeyHint',
          ['text', 'email', 'tel', 'url', 'number', 'password', 'search'].includes(type) && !field.autocomplete && 'no autocomplete',
        ].filter((fault) => typeof fault === 'string')
        return faults.map((fault) => `${name.trim()}: ${fault}`)
      },
    ),
  )

/** Everything that is wrong for a thumb with the page, or the dialog or menu on top of it, as it is now. */
export const findSmallTargets = async (page: Page, skip = ''): Promise<string[]> => {
  // What moves is looked at when it has come to rest.
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
  return [...(await findOverflow(page)), ...(await hardToHit(page, skip)), ...(await poorFields(page))]
}

/** Fails when something is hard to hit, hard to fill in or out of the window. `skip` is a selector of exceptions: say why beside it. */
export const expectTouchTargets = async (page: Page, where: string, { skip = '' } = {}): Promise<void> =>
  expect.soft(await findSmallTargets(page, skip), where).toEqual([])
