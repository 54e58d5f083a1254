import type { Locator, Page } from '@playwright/test'
import { choose, listOptions } from './support/combobox.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const openInvoice = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  const field = dialog.getByRole('combobox', { name: 'Customer' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('placeholder', 'Select a customer')
  return { dialog, field, options: listOptions(dialog) }
}

/** Sixty customers, starting with 'Customer 01 Ltd'. */
const manyCustomers = (records: Records) =>
  records.imported('customers', 60, (i) => {
    const n = String(i).padStart(2, '0')
    return { name: `Customer ${n} Ltd`, company: n === '57' ? 'Bletchley Park' : 'Many & Co', email: `c${n}@example.com` }
  })

/** Delays the responses to searches for the text until the returned function is called. */
const hold = async (page: Page, search: string) => {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/customers?search=${search}&*`, async (route) => {
    await until
    await route.fallback()
  })
  return () => release()
}

/** The message in the list. Screen readers get the same text from a separate live region. */
const inList = (dialog: Locator, words: string) => dialog.locator('[popover]').getByText(words, { exact: true })

test('of many customers one is found and selected by keyboard only, no request loads the whole list, and the list stays inside the window', async ({
  page,
  records,
}) => {
  await manyCustomers(records)
  await records.customer({ name: 'Liam Chen' })
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^\/api\/(customers|items)$/.test(url.pathname) && request.method() === 'GET') asked.push(url)
  })
  const { dialog, field, options } = await openInvoice(page)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(options).toHaveCount(50)
  await expect(inList(dialog, 'Type to find more')).toBeVisible()
  const isActive = async (words: string) => {
    const option = options.filter({ hasText: words })
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
    await expect(option).toBeInViewport()
  }
  await page.keyboard.press('ArrowDown')
  await isActive('Customer 01 Ltd')
  await page.keyboard.press('End')
  await isActive('Customer 50 Ltd')
  await page.keyboard.press('Home')
  await isActive('Customer 01 Ltd')
  await page.keyboard.press('ArrowDown')
  await isActive('Customer 02 Ltd')

  await page.keyboard.type('bletch')
  await expect(options).toHaveText(['Customer 57 LtdBletchley Park · c57@example.com'])
  await expect(inList(dialog, 'Type to find more')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Customer 57 Ltd')
  await expect(options).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(50)
  await page.keyboard.press('Tab')
  await expect(field, 'opening the list changes nothing').toHaveValue('Customer 57 Ltd')
  await field.fill('c07@')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('Customer 07 Ltd')
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((url) => Number(url.searchParams.get('limit') ?? 9999) > 50).map(String)).toEqual([])

  await test.step('Enter takes the match of what is typed, also while the pointer is on a row of an earlier search', async () => {
    await field.click()
    await expect(options).toHaveCount(50)
    const release = await hold(page, 'liam')
    await field.fill('liam')
    await options.nth(1).hover()
    await options.nth(2).hover()
    await page.keyboard.press('Enter')
    release()
    await expect(field).toHaveValue('Liam Chen')
  })

  const list = dialog.locator('[popover]')
  for (const height of [900, 300])
    await test.step(`the list stays inside a window ${height} px high`, async () => {
      await page.setViewportSize({ width: 1440, height })
      await field.click()
      await expect(options).toHaveCount(50)
      const box = (await list.boundingBox())!
      const input = (await field.boundingBox())!
      expect(box.y, `top at ${height}`).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height, `bottom at ${height}`).toBeLessThanOrEqual(height)
      expect(box.width).toBeCloseTo(input.width, 0)
      const row = (await options.first().boundingBox())!
      expect(row.height).toBeGreaterThanOrEqual(36)
      const onTop = await list.evaluate((element) => {
        const { x, y, width, height: tall } = element.getBoundingClientRect()
        return [0.1, 0.5, 0.9].every((at) => element.contains(document.elementFromPoint(x + width / 2, y + tall * at)))
      })
      expect(onTop, 'nothing covers the list').toBe(true)
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
    })
})

test('Escape closes the list and restores the selection, then closes the dialog; leaving the field keeps the selection', async ({
  page,
  records,
}) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.customer({ name: 'Alan Turing', email: 'alan@example.com' })
  const { dialog, field, options } = await openInvoice(page)
  await page.keyboard.type('zzz')
  await expect(inList(dialog, 'Nothing found')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Customer is required')).toHaveCount(0)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue('')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  await choose(field, 'Grace')
  await expect(field).toHaveValue('Grace Hopper')
  await field.fill('Ala')
  await expect(options).toHaveText([/^Alan Turing/])
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('Grace Hopper')
  for (const text of ['e', 'zzz', '']) {
    await field.fill(text)
    await expect(options).toHaveCount(text === 'zzz' ? 0 : 2)
    await dialog.getByText('Total', { exact: true }).click()
    await expect(options).toHaveCount(0)
    await expect(field, text).toHaveValue('Grace Hopper')
  }
  await field.fill('alan@')
  await expect(options).toHaveCount(1)
  await dialog.getByText('Total', { exact: true }).click()
  await expect(field, 'the only match is selected').toHaveValue('Alan Turing')
})

test('fast typing selects the typed match and never the previous options; a click selects the text, so that typing replaces it', async ({
  page,
  records,
}) => {
  for (const name of ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Greta Hermann']) await records.customer({ name })
  const { dialog, field, options } = await openInvoice(page)
  const answerTuring = await hold(page, 'tur')
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(4)
  await page.keyboard.type('tur')
  await page.keyboard.press('Enter')
  await expect(options, 'the previous options stay visible').toHaveCount(4)
  await expect(field).toHaveAttribute('aria-activedescendant', '')
  answerTuring()
  await expect(field).toHaveValue('Alan Turing')

  const answerGrace = await hold(page, 'grac')
  await field.fill('grac')
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  answerGrace()
  await expect(field).toHaveValue('Grace Hopper')
  const answerBoth = await hold(page, 'gr')
  await field.fill('gr')
  await page.keyboard.press('Tab')
  answerBoth()
  await expect(field, 'two matches: none is selected').toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Invoice Number')).toBeVisible()

  const selected = () => field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!))
  for (let clicks = 0; clicks < 2; clicks++) {
    await field.click()
    await expect.poll(selected).toBe('Grace Hopper')
    if (clicks === 0) await field.press('Escape')
  }
  await page.keyboard.type('Ada')
  await expect(field).toHaveValue('Ada')
})

test.describe('failed search', () => {
  test.use({ allowedErrors: /status of 507 .*\/api\/customers\?/ })

  test('the list shows the reason, and Enter retries the search', async ({ page, records, accessible }) => {
    await records.customer({ name: 'Grace Hopper' })
    await page.route('**/api/customers?search=*', (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }))
    const { dialog, field, options } = await openInvoice(page)
    await page.keyboard.type('gra')
    await expect(inList(dialog, 'The disk is full.')).toBeVisible()
    await expect(options).toHaveText(['Try again'])
    await accessible(page, 'combobox that failed')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('')
    await field.fill('gra')
    await expect(options).toHaveText(['Try again'])
    await page.unroute('**/api/customers?search=*')
    await page.keyboard.press('Enter')
    await expect(options).toHaveText(['Grace Hopper'])
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('Grace Hopper')
  })
})

test('a name in Arabic is laid out from right to left in the list, beside others from left to right', async ({ page, records }) => {
  await records.customer({ name: 'شركة النور' })
  await records.customer({ name: 'Grace Hopper' })
  const { options } = await openInvoice(page)
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(2)
  const readDirection = (name: string) => options.getByText(name, { exact: true }).evaluate((text) => getComputedStyle(text).direction)
  expect([await readDirection('شركة النور'), await readDirection('Grace Hopper')]).toEqual(['rtl', 'ltr'])
})

test('the item category accepts free text and suggests existing categories', async ({ page, records }) => {
  await records.item({ name: 'Review', unitPrice: '10.00', category: 'Consulting' })
  await records.item({ name: 'Flight', unitPrice: '10.00', category: 'Travel' })
  await page.goto('/items')
  await page.getByRole('button', { name: 'Add Item' }).click()
  const form = page.getByRole('dialog')
  const category = form.getByRole('combobox', { name: 'Category' })
  const options = form.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await category.click()
  await expect(options).toHaveCount(2)
  await page.keyboard.type('CONS')
  await expect(options).toHaveText(['Consulting'])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(category).toHaveValue('CONS')
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(category).toHaveValue(/^(Consulting|Travel)$/)
  await category.fill('Trave')
  await expect(options).toHaveText(['Travel'])
  await form.getByLabel('Name').fill('Train')
  await expect(category, 'no suggestion is applied without a selection').toHaveValue('Trave')
  await form.getByLabel('Unit Price').fill('5')
  await category.fill('Trains')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Item created successfully', { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/items?search=Train')).json()).toMatchObject([{ name: 'Train', category: 'Trains' }])
})

test('a selected name is shown though it is not on the first page of results, and is cleared with its button or by emptying the text', async ({
  page,
  records,
}) => {
  await manyCustomers(records)
  const { id: customerId } = await records.customer({ name: 'Zuse KG' })
  await records.expense({ description: 'Lunch', amount: '12.00', category: 'Travel', expenseDate: '2026-01-05', customerId })
  await page.goto('/expenses')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Customer' })
  const clear = page.getByRole('button', { name: 'Clear selection' })
  await expect(field).toHaveValue('Zuse KG')
  await field.click()
  // Before the list is there, Escape closes the dialog.
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('Zuse KG')
  await clear.click()
  await expect(field).toHaveValue('')
  await expect(clear).toHaveCount(0)
  await choose(field, 'Customer 02')
  await expect(field).toHaveValue('Customer 02 Ltd')
  await field.fill('')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('')
  await expect(clear).toHaveCount(0)
})
