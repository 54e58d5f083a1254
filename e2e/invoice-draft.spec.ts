import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('billfold.draft.')).length)

const open = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}

test('closing the tab with an unfinished invoice keeps a draft, which the next dialog offers', async ({ page, records, accessible }) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const dialog = await open(page)
  expect(await kept(page)).toBe(0)
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Line 1 Description').fill('Work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await dialog.getByRole('button', { name: 'Add Item' }).click()
  await dialog.getByLabel('Line 2 Description').fill('Travel')
  await dialog.getByLabel('Notes').fill('Half a senten')
  // The tab closes before the delayed draft save runs.
  await page.close()

  const next = await page.context().newPage()
  const again = await open(next)
  await expect(again.getByText(/^You have an unfinished invoice from [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/)).toBeVisible()
  await expect(again.getByLabel('Notes')).toHaveValue('')
  await accessible(next, 'invoice dialog with a draft on offer')
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await expect(again.getByLabel('Line 2 Description')).toHaveValue('Travel')
  await expect(again.getByLabel('Notes')).toHaveValue('Half a senten')
  await again.getByLabel('Line 2 Rate').fill('5')
  await again.getByRole('button', { name: 'Save as Draft' }).click()
  await expectText(next, 'Invoice created successfully')
  expect(await kept(next)).toBe(0)
  await open(next)
  await expect(next.getByText(/unfinished invoice/)).toHaveCount(0)
})

test('how an invoice is paid and repeated is kept in its draft', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Work', unitPrice: '90.00' })
  const dialog = await open(page)
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Payment', { exact: true }).selectOption('Instalments')
  await dialog.getByLabel('Number of instalments').selectOption('5')
  await page.close()

  const next = await page.context().newPage()
  const again = await open(next)
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByLabel('Number of instalments')).toHaveValue('5')
  await expect(again.getByLabel('Payment', { exact: true })).toHaveValue('schedule')
  await again.getByLabel('Repeats').selectOption('Every month')
  await expect(next.getByRole('dialog', { name: 'New Recurring Invoice' })).toBeVisible()
  await next.close()

  const last = await page.context().newPage()
  await (await open(last)).getByRole('button', { name: 'Continue' }).click()
  const recurring = last.getByRole('dialog', { name: 'New Recurring Invoice' })
  await expect(recurring.getByRole('combobox', { name: 'Customer' })).toHaveValue('Grace Hopper')
  await expect(recurring.getByLabel('Repeats')).toHaveValue('month')
})

test('a draft is removed by Discard (with undo), by Cancel and by signing out', async ({ page, person, isMobile }) => {
  const type = async (words: string) => {
    const dialog = await open(page)
    await dialog.getByLabel('Notes').fill(words)
    await expect.poll(() => kept(page), person.email).toBeGreaterThan(0)
    return dialog
  }
  await type('First')
  const dialog = await open(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  expect(await kept(page)).toBe(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('First')
  void answer(page, true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await kept(page)).toBe(0)

  await type('Second')
  await page.goto('/')
  expect(await kept(page)).toBe(1)
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect(await kept(page)).toBe(0)
})

test('two tabs keep separate drafts; drafts of other users, damaged and old drafts are not offered', async ({ page, person }) => {
  const second = await page.context().newPage()
  const [a, b] = [await open(page), await open(second)]
  await a.getByLabel('Notes').fill('From the first')
  await expect.poll(() => kept(page), person.email).toBe(1)
  await b.getByLabel('Notes').fill('From the second')
  await expect.poll(() => kept(page)).toBe(2)
  await second.close()
  const again = await open(page)
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again.getByLabel('Notes')).toHaveValue('From the second')

  // Leaving the page with an open dialog keeps its draft.
  await page.goto('/')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('billfold.draft.'))) {
      const { content } = JSON.parse(localStorage.getItem(key)!) as { content: object }
      localStorage.setItem(key, JSON.stringify({ content, savedAt: '2020-01-01T00:00:00Z' }))
      const stem = key.slice(0, key.lastIndexOf('.') + 1)
      localStorage.setItem(`${stem}x`, '{"savedAt":"2026-')
      localStorage.setItem(`${stem}y`, JSON.stringify({ content: { draft: { lineItems: [1] } }, savedAt: new Date().toISOString() }))
      localStorage.setItem(`${stem.replace(/\d+/, '999999')}z`, JSON.stringify({ content, savedAt: new Date().toISOString() }))
    }
  })
  const dialog = await open(page)
  await expect(dialog.getByLabel('Invoice Number')).not.toHaveValue('')
  await expect(page.getByText(/unfinished invoice/)).toHaveCount(0)
})

test('the form works without drafts when local storage is full', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const dialog = await open(page)
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Line 1 Description').fill('Work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expectText(page, 'Invoice created successfully')
})

test.describe('unfinished edits', () => {
  test.use({ allowedErrors: /status of 409 .*\/api\/invoices\/\d+$/ })

  test('a restored edit keeps its original version, so a newer record is not overwritten', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1' })
    const edit = async () => {
      await page.goto('/invoices')
      await runInvoiceAction(page, 'A-1', 'Edit')
      return page.getByRole('dialog', { name: 'Edit Invoice' })
    }
    await (await edit()).getByLabel('Notes').fill('Mine')
    await expect.poll(() => kept(page)).toBe(1)
    const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }]
    const theirs = { customerId, invoiceNumber: 'A-1', issueDate: '2026-01-05', dueDate: '2030-12-31', notes: 'Theirs', lineItems }
    expect((await page.request.put(`/api/invoices/${id}`, { data: theirs })).status()).toBe(200)
    const dialog = await edit()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Theirs')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Mine')
    await dialog.getByRole('button', { name: 'Update Invoice' }).click()
    await expect(dialog.getByRole('row', { name: 'Notes Mine Theirs' })).toBeVisible()
  })
})
