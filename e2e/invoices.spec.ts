import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const row = (page: Page, number: string) => page.locator('[data-row]').filter({ hasText: number })
const numbers = (page: Page) => page.locator('[data-row-link]')
const menu = async (page: Page, number: string, entry: string) => {
  await row(page, number)
    .getByRole('button', { name: `More actions: ${number}` })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test.describe('failed actions', () => {
  test.use({ allowedErrors: /status of (404|500)/ })

  test('a deletion asks first; a failed deletion, payment link, clipboard copy, popup or email shows an error', async ({
    page,
    records,
  }) => {
    const { id } = await records.customer({ name: 'Ada' })
    const gone = await records.invoice({ customerId: id, invoiceNumber: 'GONE' })
    await records.invoice({ customerId: id, invoiceNumber: 'HERE' })
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/invoices')
    await expect(numbers(page)).toHaveCount(2)
    // Deleted elsewhere just before this deletion: any earlier, and a live update takes the row away.
    await page.route(`**/api/invoices/${gone.id}`, async (route) => {
      await page.request.delete(`/api/invoices/${gone.id}`)
      await route.continue()
    })
    const asked = answer(page, false)
    await menu(page, 'GONE', 'Delete')
    expect(await asked).toBe('Are you sure you want to delete this invoice?')
    await expect(numbers(page)).toHaveCount(2)
    void answer(page, true)
    await menu(page, 'GONE', 'Delete')
    await expectText(page, 'Failed to delete invoice')
    await expect(numbers(page)).toHaveText(['HERE'])

    await row(page, 'HERE').getByRole('button', { name: 'Send by Email' }).click()
    await expectText(page, "Customer doesn't have an email address on file.")
    await menu(page, 'HERE', 'Download PDF')
    await expectText(page, 'Print Failed')
    await expectText(page, 'Please allow popups and try again, or use the View button to access the invoice.')
    await page.route('**/create-payment', (route) => route.fulfill({ status: 500, body: '' }))
    const told = answer(page, true)
    await row(page, 'HERE').getByRole('button', { name: 'Generate Payment Link' }).click()
    expect(await told).toMatch(/^Issue this invoice\?/)
    await expectText(page, 'Failed to create payment link')
    await page.unroute('**/create-payment')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard'))
    })
    void answer(page, true)
    await row(page, 'HERE').getByRole('button', { name: 'Generate Payment Link' }).click()
    await expectText(page, 'Payment Link Created')
    await expect(page.getByText(/\/pay\/[\w-]{24}\/checkout$/).first()).toBeVisible()
  })
})

test('several invoices are marked as paid, sent, downloaded and deleted at once; who gets a receipt and what is skipped is said', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Ada', email: 'ada@example.com' })
  const alan = await records.customer({ name: 'Alan' })
  for (let n = 1; n <= 4; n++) await records.invoice({ customerId, invoiceNumber: `M-${n}`, status: 'sent' })
  const { id: withReceipt } = await records.invoice({ customerId, invoiceNumber: 'M-5', status: 'sent' })
  await records.invoice({ customerId: alan.id, invoiceNumber: 'M-6', status: 'sent' })
  const receipts = async (id: number) => {
    const { emails } = await (await page.request.get(`/api/invoices/${id}/history`)).json()
    return (emails as { kind: string }[]).filter(({ kind }) => kind === 'receipt').length
  }
  await page.goto('/invoices')
  const tick = (n: number) => page.getByLabel(`Select M-${n}`, { exact: true })
  await tick(6).check()
  await tick(5).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  await expect(bar).toContainText('2 selected$200.00')
  await bar.getByRole('button', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Records a payment of the balance due for 2 invoices, dated today: $200.00 in total.')
  await expect(dialog.getByRole('checkbox', { name: 'Send a receipt to ada@example.com' })).toBeChecked()
  await expect(dialog).toContainText('No receipt is sent for 1 invoice without a customer email address.')
  await dialog.getByRole('button', { name: 'Mark 2 invoices as paid' }).click()
  await expect(dialog).toContainText('2 invoices marked as paid.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
  // The button that opened the dialog no longer exists: the focus moves to the main part of the page.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[data-row]').filter({ hasText: 'Paid' })).toHaveCount(2)
  expect(await receipts(withReceipt)).toBe(1)

  await tick(4).check()
  await tick(5).check()
  await bar.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('1 invoice will be skipped')
  await dialog.getByRole('button', { name: 'Send 1 invoice' }).click()
  await expect(dialog.getByRole('region', { name: 'Not sent' })).toContainText('M-5 · AdaThis invoice has already been paid.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  for (const n of [1, 2, 3]) await tick(n).check()
  const download = async (entry: string) => {
    await bar.getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()])
    return (await readFile(await file.path())).subarray(0, 4).toString()
  }
  expect(await download('ZIP, one PDF per invoice')).toBe('PK\u0003\u0004')
  expect(await download('One combined PDF')).toBe('%PDF')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete 3 invoices' }).click()
  await expect(numbers(page)).toHaveText(['M-6', 'M-5', 'M-4'])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(numbers(page)).toHaveCount(6)
})

test('a row says what is due and whether the customer has opened it, shows its icons on hover, and opens the panel', async ({
  page,
  records,
  browser,
}) => {
  await page.clock.setFixedTime('2026-03-02T12:00:00Z')
  const { id: customerId } = await records.customer({ name: 'Ada' })
  const { id: arabic } = await records.customer({ name: 'مؤسسة النور' })
  await records.invoice({ customerId: arabic, status: 'sent', invoiceNumber: 'SOON', dueDate: '2026-03-07' })
  const { id } = await records.invoice({ customerId, status: 'sent', invoiceNumber: 'LATE', dueDate: '2026-01-25' })
  const { payPage } = await records.paymentLink(id)
  const customer = await browser.newPage()
  await customer.goto(new URL(payPage, (await records.paymentLink(id)).paymentUrl).href)
  await expect(customer.getByText('LATE').first()).toBeVisible()
  await customer.close()
  await page.goto('/invoices')
  await expect(row(page, 'SOON')).toContainText('due in 5 days')
  await expect(row(page, 'LATE')).toContainText('36 days late')
  await expect(row(page, 'LATE').getByTitle(/^Viewed by the customer on /)).toHaveText('viewed')
  await expect(row(page, 'SOON')).not.toContainText('viewed')

  await test.step('a name in Arabic starts where the names around it start', async () => {
    const leftOf = (name: string) =>
      page.getByRole('cell', { name }).evaluate((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector('bdi')!)
        return range.getBoundingClientRect().left
      })
    expect(await leftOf('مؤسسة النور')).toBeCloseTo(await leftOf('Ada'), 0)
  })

  await test.step('icons appear on hover and with the focus, and nothing moves', async () => {
    const opacity = (number: string) =>
      page.getByRole('button', { name: `Edit: ${number}` }).evaluate((button) => getComputedStyle(button.parentElement!).opacity)
    const before = await row(page, 'LATE').boundingBox()
    expect(await opacity('LATE')).toBe('0')
    await row(page, 'LATE').hover()
    await expect.poll(() => opacity('LATE')).toBe('1')
    expect(await opacity('SOON')).toBe('0')
    expect(await row(page, 'LATE').boundingBox()).toEqual(before)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(() => opacity('SOON')).toBe('1')
  })

  await test.step('the menu of a row is named after it, and fits on the screen', async () => {
    await row(page, 'LATE').getByRole('button', { name: 'More actions: LATE' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  })

  const panel = (number: string) => page.getByRole('complementary', { name: `Invoice ${number}` })
  await row(page, 'SOON').getByText('due in 5 days').click()
  await expect(panel('SOON')).toBeVisible()
  await row(page, 'LATE').getByLabel('Select LATE').check()
  await expect(panel('SOON')).toBeVisible()
})

test('each page has one filled button', async ({ page, records }) => {
  await records.customer({ name: 'Ada' })
  const filled = () =>
    page.getByRole('button').evaluateAll((buttons) => {
      const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
      return buttons
        .filter((button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === `rgb(${r}, ${g}, ${b})`)
        .map((button) => button.textContent?.trim())
    })
  for (const [path, name] of [
    ['/invoices', 'Create Invoice'],
    ['/estimates', 'New Estimate'],
    ['/customers', 'Add Customer'],
    ['/items', 'Add Item'],
    ['/expenses', 'Add Expense'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'New Invoice' })).toBeVisible()
    await expect(page.locator('main')).toHaveText(/\S/)
    await expect.poll(filled, path).toEqual([name])
  }
})
