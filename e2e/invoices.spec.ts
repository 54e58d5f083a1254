import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const lines = (price: string) => [{ description: 'Work', quantity: '1', unitPrice: price }]
const row = (page: Page, number: string) => page.locator('[data-row]').filter({ hasText: number })
const numbers = (page: Page) => page.locator('[data-row-link]')
const menu = async (page: Page, number: string, entry: string) => {
  await row(page, number)
    .getByRole('button', { name: `More actions: ${number}` })
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
}
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('the URL contains status, search and order, and the export uses them', async ({ page, records, accessible }) => {
  const grace = (await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })).id
  const hana = (await records.customer({ name: '花子' })).id
  await records.invoice({ customerId: grace, invoiceNumber: 'A-1', lineItems: lines('30') })
  await records.invoice({ customerId: grace, invoiceNumber: 'A-2', status: 'sent', lineItems: lines('10') })
  const paid = await records.invoice({ customerId: hana, invoiceNumber: 'B-3', status: 'sent', lineItems: lines('20') })
  await page.request.post(`/api/invoices/${paid.id}/mark-paid`)
  await page.goto('/invoices')
  await expect(numbers(page)).toHaveText(['B-3', 'A-2', 'A-1'])
  const caption = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(caption).toHaveText('3 invoicesTotal $60.00 Balance due $10.00')
  await expect(row(page, 'A-1')).toContainText('Jan 05, 2026')
  await accessible(page, 'invoices')

  await page.getByRole('radio', { name: /^Paid/ }).check()
  await expect(numbers(page)).toHaveText(['B-3'])
  await expect(page).toHaveURL(/status=paid/)
  await page.getByRole('radio', { name: /^All Invoices/ }).check()
  await page.getByPlaceholder('Search by number or customer').fill('  GRACE ')
  await expect(numbers(page)).toHaveText(['A-2', 'A-1'])
  await expect(caption).toHaveText('2 invoicesTotal $40.00 Balance due $10.00')
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(numbers(page)).toHaveText(['A-1', 'A-2'])
  await page.reload()
  await expect(numbers(page)).toHaveText(['A-1', 'A-2'])
  const href = await page.getByRole('link', { name: 'Export invoices' }).getAttribute('href')
  const csv = await (await page.request.get(href!)).text()
  expect(csv.indexOf('A-1')).toBeGreaterThan(0)
  expect(csv.indexOf('A-2')).toBeGreaterThan(csv.indexOf('A-1'))
  expect(csv).not.toContain('B-3')

  await page.getByPlaceholder('Search by number or customer').fill('nobody')
  await expect(page.getByText('No invoices found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all invoices' }).click()
  await expect(numbers(page)).toHaveCount(3)
})

test('the actions of a row depend on its status, its balance and the customer’s email', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Ada' })
  const open = await records.invoice({ customerId: id, invoiceNumber: 'OPEN', status: 'sent' })
  const paid = await records.invoice({ customerId: id, invoiceNumber: 'PAID', status: 'sent' })
  await page.request.post(`/api/invoices/${paid.id}/mark-paid`)
  const payment = { amount: '25', paymentDate: '2026-01-06', paymentMethod: 'Cash' }
  expect((await page.request.post(`/api/invoices/${open.id}/payments`, { data: payment })).status()).toBe(201)
  await page.goto('/invoices')
  await expect(row(page, 'OPEN')).toContainText('$100.00$75.00 due')
  const offered = async (number: string) => {
    await row(page, number)
      .getByRole('button', { name: `More actions: ${number}` })
      .click()
    // The last entry is visible without scrolling, also on a phone.
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    // The entry names without their keyboard shortcuts.
    const names = await page
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => [...item.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent))
    await page.keyboard.press('Escape')
    return names
  }
  const always = ['View', 'Edit', 'Download PDF']
  const rest = ['Duplicate', 'Repeat…', 'History', 'Save as JSON', 'Delete']
  expect(await offered('OPEN')).toEqual([
    ...always,
    'Generate Payment Link',
    'Send by Email',
    'Send Later',
    'Record Payment',
    'Credit…',
    'Payment Schedule…',
    'Write Off…',
    ...rest,
  ])
  expect(await offered('PAID')).toEqual([...always, 'Credit…', ...rest])
  await expect(row(page, 'OPEN').getByRole('link', { name: 'View' })).toHaveAttribute('href', `/api/invoices/${open.id}/pdf`)
  await row(page, 'OPEN').getByRole('button', { name: 'Send by Email' }).click()
  await expectText(page, 'No Email Address')
  await expectText(page, "Customer doesn't have an email address on file.")
})

test('deleting an invoice asks for confirmation and can be undone', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Ada' })
  for (const invoiceNumber of ['X-1', 'X-2', 'X-3']) await records.invoice({ customerId: id, invoiceNumber })
  await page.goto('/invoices')
  const asked = answer(page, false)
  await menu(page, 'X-2', 'Delete')
  expect(await asked).toBe('Are you sure you want to delete this invoice?')
  await expect(numbers(page)).toHaveCount(3)
  void answer(page, true)
  await menu(page, 'X-2', 'Delete')
  await expectText(page, 'Invoice deleted successfully')
  await expect(numbers(page)).toHaveText(['X-3', 'X-1'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(numbers(page)).toHaveText(['X-3', 'X-2', 'X-1'])
})

test.describe('failed actions', () => {
  test.use({ allowedErrors: /status of (404|500)/ })

  test('a failed deletion, payment link, clipboard copy or popup shows an error', async ({ page, records }) => {
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
    void answer(page, true)
    await menu(page, 'GONE', 'Delete')
    await expectText(page, 'Failed to delete invoice')
    await expect(numbers(page)).toHaveText(['HERE'])

    await menu(page, 'HERE', 'Download PDF')
    await expectText(page, 'Print Failed')
    await expectText(page, 'Please allow popups and try again, or use the View button to access the invoice.')
    await page.route('**/create-payment', (route) => route.fulfill({ status: 500, body: '' }))
    await row(page, 'HERE').getByRole('button', { name: 'Generate Payment Link' }).click()
    await expectText(page, 'Failed to create payment link')
    await page.unroute('**/create-payment')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard'))
    })
    await row(page, 'HERE').getByRole('button', { name: 'Generate Payment Link' }).click()
    await expectText(page, 'Payment Link Created')
    await expect(page.getByText(/\/pay\/[\w-]{24}\/checkout$/).first()).toBeVisible()
  })
})

test('an invoice is shared if the browser supports it, and saved as JSON', async ({ page, records, app }) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  const made = await records.invoice({ customerId: id, invoiceNumber: 'INV/7' })
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = (what) => {
      shared.push(what)
      return shared.length === 1 ? Promise.resolve() : Promise.reject(new DOMException('closed', 'AbortError'))
    }
  })
  await page.goto('/invoices')
  await menu(page, 'INV/7', 'Share')
  await menu(page, 'INV/7', 'Share')
  expect(await page.evaluate(() => (window as never as { shared: unknown }).shared)).toEqual(
    Array(2).fill({ title: 'Invoice #INV/7', text: 'Invoice for Grace Hopper: $100.00', url: `${app.origin}/invoices/${made.id}` }),
  )
  await expect(page.getByText('could not be shared')).toHaveCount(0)
  const [file] = await Promise.all([page.waitForEvent('download'), menu(page, 'INV/7', 'Save as JSON')])
  expect(file.suggestedFilename()).toBe('invoice-INV-7.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ id: made.id, invoiceNumber: 'INV/7', total: '100.00' })
})

test('marking several invoices as paid shows who gets a receipt, and receipts can be turned off', async ({ page, records, accessible }) => {
  const ada = await records.customer({ name: 'Ada', email: 'ada@example.com' })
  const alan = await records.customer({ name: 'Alan' })
  const made = [
    await records.invoice({ customerId: ada.id, invoiceNumber: 'M-1', status: 'sent' }),
    await records.invoice({ customerId: ada.id, invoiceNumber: 'M-2' }),
    await records.invoice({ customerId: alan.id, invoiceNumber: 'M-3', status: 'sent' }),
    await records.invoice({ customerId: ada.id, invoiceNumber: 'M-4', status: 'sent' }),
  ]
  const receipts = async () =>
    Promise.all(
      made.map(async ({ id }) => {
        const { emails } = await (await page.request.get(`/api/invoices/${id}/history`)).json()
        return (emails as { kind: string }[]).filter(({ kind }) => kind === 'receipt').length
      }),
    )
  await page.goto('/invoices')
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  const dialog = page.getByRole('dialog')
  const mark = async (...numbers: number[]) => {
    for (const n of numbers) await page.getByLabel(`Select M-${n}`, { exact: true }).check()
    await bar.getByRole('button', { name: 'Mark Paid' }).click()
  }
  const goOn = async () => {
    await dialog.getByRole('button', { name: /^Mark Paid/ }).click()
    await expect(dialog).toContainText('marked as paid.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }
  await mark(1, 2, 3)
  await expect(dialog.getByRole('checkbox', { name: 'Send a receipt to ada@example.com' })).toBeChecked()
  await expect(dialog).toContainText('No receipt is sent for 1 invoice still in draft and 1 invoice without a customer email address.')
  await accessible(page, 'the choice of receipts')
  await goOn()
  expect(await receipts()).toEqual([1, 0, 0, 0])
  await mark(4)
  await dialog.getByRole('checkbox', { name: 'Send a receipt to ada@example.com' }).uncheck()
  await goOn()
  expect(await receipts()).toEqual([1, 0, 0, 0])
})

test('several invoices are marked as paid, sent, downloaded and deleted at once; skipped ones show the reason', async ({
  page,
  records,
  accessible,
}) => {
  const { id } = await records.customer({ name: 'Ada', email: 'ada@example.com' })
  for (let i = 1; i <= 6; i++) await records.invoice({ customerId: id, invoiceNumber: `M-${i}`, status: 'sent' })
  await page.goto('/invoices')
  const tick = (n: number) => page.getByLabel(`Select M-${n}`, { exact: true })
  await tick(6).check()
  await tick(4).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  await expect(bar).toContainText('3 selected$300.00')
  await accessible(page, 'invoices with a selection')
  await bar.getByRole('button', { name: 'Mark Paid' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Records a payment of the balance due for 3 invoices, dated today: $300.00 in total.')
  await expect(dialog.getByRole('checkbox', { name: 'Send a receipt to the customers of 3 invoices' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Mark Paid 3 invoices' }).click()
  await expect(dialog).toContainText('3 invoices marked as paid.')
  await accessible(page, 'what became of several invoices')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
  // The button that opened the dialog no longer exists: the focus moves to the main part of the page.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[data-row]').filter({ hasText: 'Paid' })).toHaveCount(3)
  await tick(1).check()
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'M-6', exact: true })).toBeFocused()

  await tick(4).check()
  await tick(3).check()
  await bar.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('1 invoice will be skipped')
  await dialog.getByRole('button', { name: 'Send 1 invoice' }).click()
  await expect(dialog).toContainText('1 invoice sent.')
  await expect(dialog.getByRole('region', { name: 'Not sent' })).toContainText('M-4 · AdaThis invoice has already been paid.')
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
  await expect(dialog).toContainText('Are you sure you want to delete these 3 invoices?')
  await dialog.getByRole('button', { name: 'Delete 3 invoices' }).click()
  await expect(dialog).toContainText('3 invoices deleted.')
  await expect(numbers(page)).toHaveText(['M-6', 'M-5', 'M-4'])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, '3 invoices restored successfully')
  await expect(numbers(page)).toHaveCount(6)
})

test('a row says what is due and whether the customer has opened it; a click on it opens the panel', async ({
  page,
  records,
  accessible,
  browser,
}) => {
  await page.clock.setFixedTime('2026-03-02T12:00:00Z')
  const { id: customerId } = await records.customer({ name: 'Ada' })
  const sent = { customerId, status: 'sent' } as const
  await records.invoice({ ...sent, invoiceNumber: 'SOON', dueDate: '2026-03-07' })
  await records.invoice({ ...sent, invoiceNumber: 'TODAY', dueDate: '2026-03-02' })
  const { id } = await records.invoice({ ...sent, invoiceNumber: 'LATE', dueDate: '2026-01-25' })
  await records.invoice({ customerId, invoiceNumber: 'DRAFT', dueDate: '2026-01-25' })
  const { paymentUrl } = await records.paymentLink(id)
  const customer = await browser.newPage()
  await customer.goto(paymentUrl.replace(/\/pay\/([\w-]+)\/checkout$/, '/pay-invoice/$1'))
  await expect(customer.getByText('LATE').first()).toBeVisible()
  await customer.close()
  await page.goto('/invoices')
  await expect(row(page, 'SOON')).toContainText('due in 5 days')
  await expect(row(page, 'TODAY')).toContainText('due today')
  await expect(row(page, 'LATE')).toContainText('36 days late')
  await expect(row(page, 'LATE').getByTitle(/^Viewed by the customer on /)).toHaveText('viewed')
  await expect(row(page, 'SOON')).not.toContainText('viewed')
  await expect(row(page, 'DRAFT')).not.toContainText('late')

  const panel = (number: string) => page.getByRole('complementary', { name: `Invoice ${number}` })
  await row(page, 'SOON').getByText('Ada').click()
  await expect(panel('SOON')).toBeVisible()
  await row(page, 'TODAY').getByLabel('Select TODAY').check()
  await expect(panel('SOON')).toBeVisible()
  await row(page, 'TODAY').getByText('due today').click()
  await expect(panel('TODAY')).toBeVisible()
  await accessible(page, 'rows that say what is due')
})

test('a row shows its icons on hover and while the focus is in it, and nothing moves', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Ada' })
  for (const invoiceNumber of ['I-1', 'I-2']) await records.invoice({ customerId, invoiceNumber })
  await page.goto('/invoices')
  const icon = (number: string) => page.getByRole('button', { name: `Edit: ${number}` })
  const opacity = (number: string) => icon(number).evaluate((button) => getComputedStyle(button).opacity)
  const before = await row(page, 'I-1').boundingBox()
  expect(await opacity('I-1')).toBe('0')
  await row(page, 'I-1').hover()
  await expect.poll(() => opacity('I-1')).toBe('1')
  expect(await opacity('I-2')).toBe('0')
  expect(await row(page, 'I-1').boundingBox()).toEqual(before)
  await page.keyboard.press('j')
  await expect.poll(() => opacity('I-2')).toBe('1')
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
