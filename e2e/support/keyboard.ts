import { expect, type Locator, type Page } from '@playwright/test'

/** What is wrong with the focus now; null if a sighted keyboard user sees where it is. */
const findFocusFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'the focus is nowhere'
    const name = focused.outerHTML.slice(0, 200)
    const { x, y, width, height } = focused.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!there || !(focused.contains(there) || there.contains(focused))) return `covered or outside the window: ${name}`
    // A heading or region that only a script focuses is where reading goes on; nothing can be pressed there.
    if (focused.matches('[tabindex="-1"]:not(a, button, input, select, textarea)')) return null
    // A provider's frame and elements, and the parts of the browser's own date field, draw their focus themselves.
    if (focused.matches('iframe, input[type=date]') || focused.tagName.includes('-')) return null
    // An input that is invisible over its label or picture shows its focus there.
    const around = [focused, focused.parentElement, focused.closest('label'), ...(focused.parentElement?.children ?? [])]
    const isMarked = around.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element ?? focused)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    })
    return isMarked ? null : `without a visible focus indicator: ${name}`
  })

/** The focus is on an element that is in view, uncovered, and visibly marked. */
export const expectFocusSeen = (page: Page, where = 'the focus') => expect.poll(() => findFocusFault(page), where).toBeNull()

/** Moves the focus to the target with the Tab key; every focused element on the way must be seen. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let stops = 0; !(await isFocused()); stops++) {
    expect(stops, `${key} reaches ${target}`).toBeLessThan(60)
    await page.keyboard.press(key)
    // After the last element comes the browser itself, then the first one.
    if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press(key)
    await expectFocusSeen(page, `on the way to ${target}`)
  }
}

/** Goes to the target with the Tab key and presses it. */
export const pressEnter = async (page: Page, target: Locator) => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to the field with the Tab key and replaces its text. */
export const typeInto = async (page: Page, field: Locator, text: string) => {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/**
 * Records what a screen reader would announce from now on and on later pages: alerts when they appear, other live regions when their text
 * changes. A region that appears together with its text is usually not read, and does not count.
 */
export const listen = async (page: Page) => {
  const record = () => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const alert = '[role=alert],[aria-live=assertive]'
    const polite = '[role=status],[role=log],output,[aria-live=polite]'
    const observe = () =>
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        const isNew = (region: Element) => added.some((node) => node === region || (node instanceof Element && node.contains(region)))
        const touched = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement))
        const alerts = added.flatMap((node) =>
          node instanceof Element ? [...(node.matches(alert) ? [node] : []), ...node.querySelectorAll(alert)] : [],
        )
        const regions = touched.map((element) => element?.closest(`${alert},${polite}`)).filter((region) => region && !isNew(region))
        for (const region of new Set([...alerts, ...regions])) if (region?.textContent?.trim()) heard.push(region.textContent.trim())
      }).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
    if (document.documentElement) observe()
    else document.addEventListener('DOMContentLoaded', observe)
  }
  await page.addInitScript(record)
  await page.evaluate(record)
  return {
    /** The text was announced on the present page. */
    expectHeard: (text: string | RegExp) =>
      expect
        .poll(() => page.evaluate(() => (window as never as { heard: string[] }).heard), `announced: ${text}`)
        .toContainEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)),
  }
}
