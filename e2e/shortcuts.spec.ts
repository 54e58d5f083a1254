import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

test('single-key shortcuts control the invoice list and are disabled while the user types', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  for (const n of [1, 2, 3, 4]) await records.invoice({ customerId: id, invoiceNumber: `K-${n}`, status: 'sent' })
  await page.goto('/invoices')
  const link = (n: number) => page.getByRole('link', { name: `K-${n}`, exact: true })
  const dialog = page.getByRole('dialog')
  await expect(link(4)).toBeVisible()

  await page.keyboard.press('?')
  await expect(dialog).toContainText('Keyboard shortcuts')
  const singleKeys = dialog.getByRole('checkbox', { name: /^Single letters and signs/ })
  await singleKeys.uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(link(4)).toBeFocused()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await singleKeys.check()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('j')
  await expect(link(4)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(link(2)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(3)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Invoice K-3' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('complementary', { name: 'Invoice K-2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Close the invoice' })).toHaveCount(0)
  await expect(link(2)).toBeFocused()

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByRole('region', { name: 'Selected invoices' })).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected invoices' })).toHaveCount(0)

  for (const [key, title] of [
    ['e', 'Edit Invoice'],
    ['m', 'Send by Email'],
    ['r', 'Record Payment'],
    ['w', 'Write Off'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(link(1)).toBeFocused()
  }
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await link(1).focus()
  void answer(page, true)
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Invoice deleted successfully', { exact: true })).toBeVisible()
  await expect(link(2)).toBeFocused()

  await page.keyboard.press('/')
  const search = page.getByPlaceholder('Search by number or customer')
  await expect(search).toBeFocused()
  await page.keyboard.type('jknx?')
  await expect(search).toHaveValue('jknx?')
  await expect(dialog).toHaveCount(0)
})

test('the same keys move through customers, edit and delete one, and go to the search', async ({ page, records }) => {
  for (const name of ['Ada', 'Ben']) await records.customer({ name })
  await page.goto('/customers')
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(link('Ben')).toBeVisible()
  await page.keyboard.press('j')
  await expect(link('Ada')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link('Ben')).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { name: 'Edit Customer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link('Ben')).toBeFocused()
  void answer(page, true)
  await page.keyboard.press('Delete')
  await expect(page.getByText('Customer deleted successfully', { exact: true })).toBeVisible()
  await expect(link('Ada')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('region', { name: 'In the list of customers' })).toContainText('Next customerJ')
  // The text can be seen before the dialog listens.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search customers...')).toBeFocused()
})

test('the N key opens a new invoice on other pages and a new estimate on the estimates page', async ({ page, person }) => {
  expect(person.email).toBeTruthy()
  await page.goto('/customers')
  await expect(page.getByText('No customers found.')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toBeVisible()

  await page.goto('/estimates')
  await expect(page.getByText('No estimates found')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Create New Estimate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByRole('region', { name: 'In the list of estimates' })).toContainText('New estimateN')
})
