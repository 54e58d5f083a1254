import type { Page } from '@playwright/test'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const list = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })
const active = (page: Page) => list(page).locator('[role=option][aria-selected=true]')

const groupNames = (page: Page) =>
  list(page)
    .getByRole('group')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')))

/** A customer with an invoice and an estimate, another customer, an item and an expense, all containing 'harbour'. */
const harbour = async (records: Records) => {
  const { id } = await records.customer({ name: 'Zoë Østergård', company: 'Harbour Bakery', email: 'zoe@harbour.example' })
  await records.customer({ name: 'Harbour Master' })
  const invoice = await records.invoice({
    customerId: id,
    invoiceNumber: 'INV-2026-0042',
    lineItems: [{ description: 'Wedding cake', quantity: '1', unitPrice: '1234.50' }],
  })
  await records.estimate({ customerId: id, estimateNumber: 'EST-0042' })
  await records.item({ name: 'Harbour tour', unitPrice: '42.00', category: 'Services' })
  await records.expense({
    description: 'Flour for the harbour',
    category: 'Other',
    amount: '17.25',
    expenseDate: '2026-03-05',
    vendor: 'Mill & Co',
  })
  return { invoice }
}

test.describe('search in the header', () => {
  test('all records are found and opened by keyboard only', async ({ page, records }) => {
    const { invoice } = await harbour(records)
    await page.goto('/')
    await expect(page.getByPlaceholder('Search invoices, customers...')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()

    // The shortcut opens the search with a list of actions, and Escape returns the focus.
    const link = page.getByRole('link', { name: 'Customers', exact: true })
    await link.focus()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect.poll(() => groupNames(page)).toEqual(['Recent', 'Actions'])
    await expect(active(page)).toContainText('INV-2026-0042')
    await expect(option(page, 'New invoice')).toContainText('N')
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expect(link).toBeFocused()

    // The groups have a fixed order, and the first option is active. Arrows, End and Home move and wrap around.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('harbour')
    await expect(list(page).getByRole('group')).toHaveCount(5)
    expect(await groupNames(page)).toEqual(['Invoices', 'Estimates', 'Customers', 'Items & Services', 'Expenses'])
    await expect(active(page)).toContainText('INV-2026-0042')
    await expect(active(page)).toContainText('Zoë Østergård')
    await expect(active(page)).toContainText('$1,234.50')
    await expect(active(page)).toContainText('Jan 05, 2026')
    await expect(option(page, /Harbour Master/).locator('mark')).toHaveText('Harbour')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id'))!)
    await page.keyboard.press('ArrowDown')
    await expect(active(page)).toContainText('EST-0042')
    await page.keyboard.press('End')
    await expect(active(page)).toContainText('Flour for the harbour')
    await page.keyboard.press('ArrowDown')
    await expect(active(page)).toContainText('INV-2026-0042')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/invoices/${invoice.id}$`))
    await expect(page.getByRole('complementary', { name: 'Invoice INV-2026-0042' })).toBeVisible()
    await expect(field(page)).toHaveValue('')
  })

  test('actions are found by what is typed, and start at once', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Harbour Bakery', email: 'pay@harbour.example' })
    const open = await records.invoice({ customerId, invoiceNumber: 'INV-0042', status: 'sent' })
    await records.invoice({ customerId, invoiceNumber: 'INV-0043', status: 'sent' })
    const paid = await records.invoice({ customerId, invoiceNumber: 'INV-0044', status: 'sent' })
    await page.request.post(`/api/invoices/${paid.id}/mark-paid`, { data: {} })
    await records.expense({ description: 'Flour', category: 'Other', amount: '17.25', expenseDate: '2026-03-05' })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
    const search = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
    }
    // A page of the books, and an action by the beginnings of its words.
    await search('trial')
    await expect(active(page)).toHaveText('Go to Books: Trial balance')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/books/trial-balance')
    await search('recex')
    await expect(active(page)).toHaveText('Record expense')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add New Expense' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await search('dark')
    await expect(active(page)).toHaveText('Switch to dark theme')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    // Records without their own page open in a dialog of their list, and the URL does not keep it.
    await search('flour')
    await expect(active(page)).toContainText('Flour')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit Expense' })
    await expect(dialog.getByLabel('Description')).toHaveValue('Flour')
    await expect(page).toHaveURL(/\/expenses$/)
    // While a dialog is open, the search shortcut does nothing.
    await page.keyboard.press('Control+k')
    await expect(list(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // What is not paid can be paid, and the search goes on typing.
    await page.keyboard.press('Control+k')
    await option(page, 'Record payment for…').click()
    await expect(field(page)).toHaveValue('record payment ')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('harbour')
    await expect(active(page)).toContainText('Record payment for INV-004')
    await expect(option(page, /^Record payment for INV-/)).toHaveCount(2)
    await expect(option(page, /^Record payment for INV-0044/)).toHaveCount(0)
    await option(page, /^Record payment for INV-0042/).click()
    await expect(page).toHaveURL(`/invoices/${open.id}`)
    await expect(page.getByRole('dialog', { name: /Record Payment/ })).toContainText('INV-0042')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // A document that is found by its number offers what can be done with it.
    await search('inv-0043')
    await expect(active(page)).toContainText('INV-0043')
    await expect(option(page, 'Send INV-0043')).toBeVisible()
    await search('send inv-0043')
    await expect(active(page)).toContainText('Send INV-0043')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /Send|Email/ })).toContainText('pay@harbour.example')
  })

  test.describe('server error', () => {
    test.use({ allowedErrors: /500|Failed to load resource/ })
    test('a slow or failing search: Enter waits for the first result, an older response never replaces a newer one, and errors can be retried', async ({
      page,
      records,
    }) => {
      await records.imported('customers', 6, (i) => ({ name: `Harbour ${i}` }))
      await records.item({ name: 'Anchor', unitPrice: '5.00' })
      await page.goto('/items')
      await expect(page.getByText('Anchor').first()).toBeVisible()
      const held = async (query: string) => {
        const arrived = Promise.withResolvers<void>()
        const go = Promise.withResolvers<void>()
        await page.route(new RegExp(`/api/search\\?q=${query}$`), async (route) => {
          arrived.resolve()
          await go.promise
          await route.continue().catch(() => undefined)
        })
        return { arrived: arrived.promise, go: go.resolve }
      }
      const older = await held('har')
      await field(page).fill('har')
      await older.arrived
      await field(page).fill('anchor')
      await expect(active(page)).toContainText('Anchor')
      older.go()
      await page.unrouteAll({ behavior: 'wait' })
      await expect(active(page)).toContainText('Anchor')
      await expect(option(page, /Harbour/)).toHaveCount(0)

      await page.route(/\/api\/search/, (route) => route.fulfill({ status: 507, json: { message: 'The engine stopped.' } }))
      await field(page).fill('harbou')
      await expect(page.getByText('The engine stopped.')).toBeVisible()
      await expect(active(page)).toHaveText('Try again')
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await expect(active(page)).toContainText('Harbour')
      // A long group links to its full list.
      await page.keyboard.press('End')
      await expect(active(page)).toHaveText('View all customers')

      const slow = await held('harbour')
      await field(page).fill('harbour')
      await slow.arrived
      await page.keyboard.press('Enter')
      slow.go()
      await expect(page).toHaveURL(/\/customers\/\d+$/)
    })
  })
})

test.describe('search on a phone', { tag: '@phone-only' }, () => {
  test('the search opens as a full-screen dialog', async ({ page, records }) => {
    await records.customer({ name: 'Harbour Bakery', email: 'pay@harbour.example' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(field(page)).toBeFocused()
    await field(page).fill('bakrey')
    await expect(dialog.getByText('Showing results for “bakery”')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close search' }).click()
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).fill('harbour')
    await option(page, /Harbour Bakery/).click()
    await expect(page).toHaveURL(/\/customers\/\d+$/)
    await expect(dialog).toHaveCount(0)
  })
})
