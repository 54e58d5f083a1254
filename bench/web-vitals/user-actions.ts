import type { Page } from '@playwright/test'

export type UserAction = { name: string; run: (page: Page) => Promise<unknown> }

const type = async (page: Page, text: string) => {
  for (const key of text) await page.keyboard.press(key, { delay: 40 })
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first()

/** Actions on the dashboard and in the invoice form. */
export const dashboardActions: UserAction[] = [
  { name: 'open the menu', run: (page) => button(page, 'More').tap() },
  { name: 'close the menu', run: (page) => page.keyboard.press('Escape') },
  { name: 'open the drawer', run: (page) => button(page, 'Menu').tap() },
  { name: 'close the drawer', run: (page) => page.keyboard.press('Escape') },
  { name: 'open the search', run: (page) => button(page, /^Search/).tap() },
  { name: 'type into the search', run: (page) => type(page, 'studio') },
  { name: 'close the search', run: (page) => page.keyboard.press('Escape') },
  { name: 'open New Invoice', run: (page) => button(page, 'New Invoice').tap() },
  { name: 'choose a customer', run: (page) => page.getByRole('dialog').getByLabel('Customer', { exact: true }).tap() },
  { name: 'type a customer', run: (page) => type(page, 'chen') },
  { name: 'select the customer', run: (page) => page.getByRole('option').first().tap() },
  { name: 'add a line', run: (page) => button(page, /^Add (Line|line|Item)/).tap() },
  {
    name: 'type a description',
    run: async (page) => {
      await page.getByLabel('Line 1 Description').tap()
      await type(page, 'Two windows')
    },
  },
  {
    name: 'type an amount',
    run: async (page) => {
      await page.getByLabel('Line 1 Rate').tap()
      await type(page, '1250.50')
    },
  },
  {
    name: 'type a tax rate',
    run: async (page) => {
      await page.getByLabel('Tax Rate (%)').tap()
      await type(page, '19')
    },
  },
]

/** Actions on a long list. */
export const listActions: UserAction[] = [
  {
    name: 'tick a row',
    run: (page) =>
      page
        .getByRole('checkbox', { name: /^Select INV/ })
        .first()
        .tap(),
  },
  {
    name: 'untick it',
    run: (page) =>
      page
        .getByRole('checkbox', { name: /^Select INV/ })
        .first()
        .tap(),
  },
  { name: 'open a row’s menu', run: (page) => button(page, /^(More actions|Actions|More).*INV/).tap() },
  { name: 'close it', run: (page) => page.keyboard.press('Escape') },
  { name: 'scroll far down', run: scrollFar },
  {
    name: 'tick a row down there',
    run: (page) =>
      page
        .getByRole('checkbox', { name: /^Select INV/ })
        .nth(55)
        .tap(),
  },
  {
    name: 'type into the list’s search',
    run: async (page) => {
      await page.getByPlaceholder(/^Search by number/).tap()
      await type(page, 'INV-2025-0001')
    },
  },
  { name: 'filter by status', run: (page) => page.getByRole('radio', { name: /^Paid/ }).tap() },
  { name: 'open a record', run: (page) => page.getByRole('link', { name: /^INV-/ }).filter({ visible: true }).first().tap() },
]

async function scrollFar(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  for (let n = 0; n < 6; n++)
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 600, yDistance: -4000, speed: 8000, gestureSourceType: 'touch' })
  await devtools.detach()
}
