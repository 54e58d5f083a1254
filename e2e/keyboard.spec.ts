import type { Locator, Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

/** Whether the focused control is visible: inside the viewport and not covered by another element. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { x, y, width, height } = focused.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    return there !== null && (focused.contains(there) || there.contains(focused))
  })

/** Moves the focus to the target with the Tab key; every focused element must be visible. */
const tabTo = async (page: Page, target: Locator) => {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let stops = 0; !(await isFocused()); stops++) {
    expect(stops, `Tab reaches ${target}`).toBeLessThan(60)
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement!.outerHTML)
    await expect.poll(() => focusIsSeen(page), focused).toBe(true)
  }
}

const retype = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('an invoice is created and sent using only the keyboard', { tag: '@phone' }, async ({ page, records }) => {
  await records.customer({ name: 'Alan Turing', email: 'alan@example.com' })
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const opener = page.getByRole('button', { name: 'New Invoice' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option')).toHaveCount(2)
  await page.keyboard.type('Gr')
  await expect(dialog.getByRole('option')).toHaveText([/^Grace Hopper/])
  await tabTo(page, dialog.getByLabel('Invoice Number'))
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await retype(page, 'KEYS-1')
  await tabTo(page, dialog.getByLabel('Line 1 Description'))
  await page.keyboard.type('Compiler review')
  await tabTo(page, dialog.getByLabel('Line 1 Qty'))
  await retype(page, '1.5')
  await tabTo(page, dialog.getByLabel('Line 1 Rate'))
  await page.keyboard.type('99.99')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Line 2 Description')).toBeFocused()
  await page.keyboard.type('Travel')
  await tabTo(page, dialog.getByLabel('Line 2 Rate'))
  await page.keyboard.type('0.01')
  await tabTo(page, dialog.getByRole('button', { name: 'Remove line 2' }))
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Line 2 Description')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Add Item' })).toBeFocused()
  await tabTo(page, dialog.getByLabel('Tax Rate (%)'))
  await retype(page, '8.25')
  await expect(dialog.getByLabel('Tax Amount ($)')).toHaveValue('12.37')
  await tabTo(page, dialog.getByRole('button', { name: 'Create & Send' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invoice created successfully', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(await (await page.request.get('/api/invoices')).json()).toMatchObject([
    { invoiceNumber: 'KEYS-1', status: 'sent', total: '162.36', customer: { name: 'Grace Hopper' } },
  ])
})

test('Ctrl+Enter presses the primary button from any field, and wholly empty lines are not saved', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  await choose(dialog.getByLabel('Customer'))
  await dialog.getByLabel('Invoice Number').fill('KEYS-2')
  await dialog.getByLabel('Line 1 Description').fill('Compiler review')
  await dialog.getByLabel('Line 1 Rate').fill('99.99')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Line 3 Description').fill('Travel')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Line 4 Description')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Line 3 Rate')).toHaveAccessibleDescription('Unit price is required')
  await expect(dialog.getByText('Description is required')).toHaveCount(0)
  await dialog.getByLabel('Line 3 Rate').fill('5')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Invoice created successfully', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await (await page.request.get('/api/invoices')).json()).toMatchObject([
    { invoiceNumber: 'KEYS-2', status: 'sent', lineItems: [{ description: 'Compiler review' }, { description: 'Travel' }] },
  ])
})

test('Ctrl+Enter saves a record’s form from a text area, and once', async ({ page, person }) => {
  await page.goto('/items')
  await page.getByRole('button', { name: 'Add Item' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Compiler review')
  await form.getByLabel('Unit Price').fill('99.99')
  await form.getByLabel('Description').fill('One module')
  await page.keyboard.press('Control+Enter')
  await expect(form, person.email).toBeHidden()
  expect(await (await page.request.get('/api/items')).json()).toMatchObject([{ name: 'Compiler review', description: 'One module' }])
})
