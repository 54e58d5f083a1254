import type { Locator, Page } from '@playwright/test'

export type UserAction = { name: string; run: (page: Page) => Promise<unknown> }

/**
 * Taps the middle of an element. Its place is looked up before, and the page rests in between: Playwright's own `tap` searches and checks in the page
 * while the tap is handled, which would be measured as the page's work.
 */
const tap = async (page: Page, target: Locator) => {
  await target.waitFor()
  // In the middle no bar covers it.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.waitForTimeout(300)
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not visible`)
  await page.waitForTimeout(100)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
const type = async (page: Page, text: string) => {
  for (const key of text) await page.keyboard.press(key, { delay: 40 })
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()

/** Actions on the dashboard and in the invoice form. */
export const dashboardActions: UserAction[] = [
  { name: 'open the menu', run: (page) => tap(page, button(page, 'More')) },
  { name: 'close the menu', run: (page) => page.keyboard.press('Escape') },
  { name: 'open the drawer', run: (page) => tap(page, button(page, 'Menu')) },
  { name: 'close the drawer', run: (page) => page.keyboard.press('Escape') },
  { name: 'open the search', run: (page) => tap(page, button(page, /^Search/)) },
  { name: 'type into the search', run: (page) => type(page, 'studio') },
  { name: 'close the search', run: (page) => page.keyboard.press('Escape') },
  { name: 'open New Invoice', run: (page) => tap(page, button(page, 'New Invoice')) },
  { name: 'choose a customer', run: (page) => tap(page, page.getByRole('dialog').getByLabel('Customer', { exact: true })) },
  { name: 'type a customer', run: (page) => type(page, 'chen') },
  { name: 'select the customer', run: (page) => tap(page, page.getByRole('option').first()) },
  { name: 'add a line', run: (page) => tap(page, button(page, /^Add (Line|line|Item)/)) },
  {
    name: 'type a description',
    run: async (page) => {
      await tap(page, page.getByLabel('Line 1 Description'))
      await type(page, 'Two windows')
    },
  },
  {
    name: 'type an amount',
    run: async (page) => {
      await tap(page, page.getByLabel('Line 1 Rate'))
      await type(page, '1250.50')
    },
  },
  {
    name: 'type a tax rate',
    run: async (page) => {
      await tap(page, page.getByLabel('Tax Rate (%)'))
      await type(page, '19')
    },
  },
]

/** Actions on a long list. */
export const listActions: UserAction[] = [
  {
    name: 'tick a row',
    run: (page) => tap(page, page.getByRole('checkbox', { name: /^Select INV/ }).first()),
  },
  {
    name: 'untick it',
    run: (page) => tap(page, page.getByRole('checkbox', { name: /^Select INV/ }).first()),
  },
  { name: 'open a row’s menu', run: (page) => tap(page, button(page, /^(More actions|Actions|More).*INV/)) },
  { name: 'close it', run: (page) => page.keyboard.press('Escape') },
  { name: 'scroll far down', run: scrollFar },
  {
    name: 'tick a row down there',
    run: (page) => tap(page, page.getByRole('checkbox', { name: /^Select INV/ }).nth(55)),
  },
  {
    name: 'type into the list’s search',
    run: async (page) => {
      await tap(page, page.getByPlaceholder(/^Search by number/))
      await type(page, 'INV-2025-0001')
    },
  },
  { name: 'filter by status', run: (page) => tap(page, page.getByRole('radio', { name: /^Paid/ })) },
  { name: 'open a record', run: (page) => tap(page, page.getByRole('link', { name: /^INV-/ }).filter({ visible: true }).first()) },
]

async function scrollFar(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  for (let n = 0; n < 6; n++)
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 600, yDistance: -4000, speed: 8000, gestureSourceType: 'touch' })
  await devtools.detach()
}
