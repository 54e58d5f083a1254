import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page, name: string) => page.locator('main div.rounded-lg', { has: page.getByRole('heading', { name, exact: true }) })
const edit = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Edit' }).click()
const remove = async (page: Page, name: string) => {
  await card(page, name)
    .getByRole('button', { name: `More actions: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}
const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

test('a customer is created, edited, found by search, deleted and restored', async ({ page, person, accessible }) => {
  await page.goto('/customers')
  await expect(page.getByText('No customers found.'), person.email).toBeVisible()
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create Customer' }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await expect(form.getByLabel('Name')).toBeFocused()
  await accessible(page, 'customer form with an error')
  await form.getByLabel('Name').fill('Grace Hopper')
  await form.getByLabel('Company').fill('Compilers & Co')
  await form.getByLabel('Email').fill('grace@')
  await form.getByRole('button', { name: 'Create Customer' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email, like name@example.com')
  await form.getByLabel('Email').fill('grace@compilers.example')
  await form.getByLabel('Phone').fill('+1 555 0100')
  await form.getByLabel('Address').fill('1 Main St')
  await form.getByLabel('City').fill('Arlington')
  await form.getByLabel('State', { exact: true }).fill('VA')
  await form.getByLabel('ZIP Code').fill('22201')
  await form.getByLabel('Country').fill('USA')
  await form.getByLabel('Country').press('Enter')
  await expectText(page, 'Customer created successfully')
  for (const text of ['Compilers & Co', 'grace@compilers.example', '+1 555 0100', '1 Main St, Arlington, VA 22201, USA'])
    await expect(card(page, 'Grace Hopper').getByText(text, { exact: true }).first()).toBeVisible()

  await edit(page, 'Grace Hopper')
  await expect(form.getByRole('heading', { name: 'Edit Customer' })).toBeVisible()
  await expect(form.getByLabel('ZIP Code')).toHaveValue('22201')
  await form.getByLabel('Name').fill('Rear Admiral Hopper')
  await form.getByLabel('Company').fill('')
  await form.getByRole('button', { name: 'Update Customer' }).click()
  await expectText(page, 'Customer updated successfully')
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Rear Admiral Hopper' })).toBeVisible()
  await expect(page.getByText('Compilers & Co')).toHaveCount(0)
  // The notice leads to the customer's page, and doesn't when it is open.
  await page.getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/customers\/\d+$/)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await form.getByRole('button', { name: 'Update Customer' }).click()
  await expectText(page, 'Customer updated successfully')
  await expect(page.getByRole('button', { name: 'View' })).toHaveCount(0)
  await page.goto('/customers')

  const search = page.getByPlaceholder('Search customers...')
  for (const text of ['ADMIRAL', ' compilers.EXAMPLE ']) {
    await search.fill(text)
    await expect(page.getByRole('heading', { name: 'Rear Admiral Hopper' })).toBeVisible()
  }
  await search.fill('Arlington')
  await expect(page.getByText('No customers found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()

  const asked = answer(page, false)
  await remove(page, 'Rear Admiral Hopper')
  expect(await asked).toBe('Are you sure you want to delete this customer?')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Rear Admiral Hopper' })).toBeVisible()
  void answer(page, true)
  await remove(page, 'Rear Admiral Hopper')
  await expectText(page, 'Customer deleted successfully')
  await expect(page.getByText('No customers found.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, 'Customer restored successfully')
  await expect(card(page, 'Rear Admiral Hopper').getByText('grace@compilers.example').first()).toBeVisible()
})

test('an item is created, edited, found by search, deleted and restored', async ({ page, person }) => {
  await page.goto('/items')
  await expect(page.getByText('No items found.'), person.email).toBeVisible()
  await page.getByRole('button', { name: 'Add Item' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Compiler review')
  await form.getByRole('button', { name: 'Create Item' }).click()
  await expect(form.getByLabel('Unit Price')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Unit Price').fill('-1')
  await form.getByRole('button', { name: 'Create Item' }).click()
  await expect(form.getByLabel('Unit Price')).toHaveAccessibleDescription('Unit price must be at least 0.00')
  await form.getByLabel('Unit Price').fill('')
  // Thousands separators are removed, and a decimal comma is kept as a decimal point: 1,5 must never become 15.
  await form.getByLabel('Unit Price').pressSequentially('1,234,567.80')
  await expect(form.getByLabel('Unit Price')).toHaveValue('1234567.80')
  await form.getByLabel('Unit Price').fill('')
  await form.getByLabel('Unit Price').pressSequentially('1234,5')
  await form.getByLabel('Category').fill('Consulting')
  await form.getByLabel('Description').fill('One module, with a report')
  await form.getByRole('button', { name: 'Create Item' }).click()
  await expectText(page, 'Item created successfully')
  for (const text of ['$1,234.50', 'Consulting', 'One module, with a report'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()

  await edit(page, 'Compiler review')
  await expect(form.getByRole('heading', { name: 'Edit Item' })).toBeVisible()
  await form.getByLabel('Unit Price').fill('0.01')
  await form.getByRole('button', { name: 'Update Item' }).click()
  await expectText(page, 'Item updated successfully')
  await expect(page.getByText('$0.01')).toBeVisible()

  const search = page.getByPlaceholder('Search items...')
  for (const text of ['compiler', 'CONSULT', 'report']) {
    await search.fill(text)
    await expect(page.getByRole('heading', { name: 'Compiler review' })).toBeVisible()
  }
  await search.fill('0.01')
  await expect(page.getByText('No items found.')).toBeVisible()
  await search.fill('')
  const asked = answer(page, true)
  await remove(page, 'Compiler review')
  expect(await asked).toBe('Are you sure you want to delete this item?')
  await expectText(page, 'Item deleted successfully')
  await expect(page.getByText('No items found.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, 'Item restored successfully')
  await expect(page.getByText('$0.01')).toBeVisible()
})

test('deleting by keyboard moves the focus to the next row, and a repeated key press sends one request', async ({ page, records }) => {
  for (const name of ['Ada', 'Ben', 'Cleo']) await records.customer({ name })
  let deletions = 0
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('/api/customers/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    deletions++
    await held
    return route.continue()
  })
  const menu = (name: string) => page.getByRole('button', { name: `More actions: ${name}` })
  const pressDelete = async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const agree = async () => {
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await page.goto('/customers')
  await menu('Ben').focus()
  await pressDelete()
  await agree()
  await expect(menu('Ben')).toBeFocused()
  await pressDelete()
  go()
  await expectText(page, 'Customer deleted successfully')
  await expect(menu('Cleo')).toBeFocused()
  expect(deletions).toBe(1)
  await pressDelete()
  await agree()
  await expect(menu('Ada')).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectText(page, 'Customer restored successfully')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Ada', 'Cleo'])
})

test('a customer card shows what is owed and how much of it is overdue', async ({ page, records, accessible }) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  await records.customer({ name: 'Ada Lovelace', email: 'ada@example.com' })
  const lines = (unitPrice: string) => ({ lineItems: [{ description: 'Work', quantity: '1', unitPrice }] })
  await page.goto('/customers')
  await expect(card(page, 'Grace Hopper')).toContainText('Nothing owed')
  await records.invoice({ customerId: id, invoiceNumber: 'A-1', status: 'sent', ...lines('900.10') })
  await expect(card(page, 'Grace Hopper')).toContainText('Owes $900.10')
  await expect(card(page, 'Grace Hopper')).not.toContainText(/overdue/i)
  await records.invoice({
    customerId: id,
    invoiceNumber: 'A-2',
    status: 'sent',
    issueDate: '2025-01-01',
    dueDate: '2025-01-31',
    ...lines('300.00'),
  })
  await expect(card(page, 'Grace Hopper')).toContainText('Owes $1,200.10$300.00 overdue')
  await expect(card(page, 'Ada Lovelace')).toContainText('Nothing owed')
  await accessible(page, 'customer cards with balances')
})

test('a duplicate customer name or email shows a warning but can be saved', async ({ page, records, accessible }) => {
  await records.customer({ name: 'Acme Ltd', email: 'billing@acme.example' })
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('ACME LTD')
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Another customer has this name: Acme Ltd.')
  await form.getByLabel('Name').fill('Acme 2')
  await form.getByLabel('Email').fill('Billing@Acme.example')
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Another customer has this email: Acme Ltd.')
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('')
  await accessible(page, 'customer form with a double')
  await form.getByRole('button', { name: 'Create Customer' }).click()
  await expectText(page, 'Customer created successfully')

  // An edited customer is not reported as a duplicate of itself.
  await page.getByTitle('Edit Acme Ltd').click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Another customer has this email: Acme 2.')
  await form.getByLabel('Email').fill('office@acme.example')
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('')
})

test.describe('typed values after a failed save', () => {
  test.use({ allowedErrors: /(status of (401|409|500)|ERR_FAILED) .*\/api\/customers/ })

  test('after the session ends, the form can be saved once the user is signed in again', async ({ page, person }) => {
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Grace Hopper')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expect(form.getByRole('alert'), person.email).toContainText('Your session has ended. Sign in to continue where you left off.')
    await page.context().addCookies(cookies)
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expectText(page, 'Customer created successfully')
  })

  test('retrying a failed save creates only one record', async ({ page, person, accessible }) => {
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Grace Hopper')
    await form.getByLabel('Company').fill('Compilers & Co')
    // First the record is created but the response is lost; then the server returns an error.
    await page.route('/api/customers', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expect(form.getByText(/^No connection. What you typed is stored on this device/)).toBeVisible()
    await form.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(form.getByRole('alert')).toContainText("we don't know whether this was saved")
    await expectText(page, 'Stopped waiting')
    await accessible(page, 'customer form that was refused')
    await page.unroute('/api/customers')
    await page.route('/api/customers', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'Oops' }) : route.fallback(),
    )
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expect(form.getByRole('alert')).toContainText("we don't know whether this was saved")
    await expect(form.getByLabel('Name')).toHaveValue('Grace Hopper')
    await expect(form.getByLabel('Company')).toHaveValue('Compilers & Co')
    await page.unroute('/api/customers')
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expectText(page, 'Customer created successfully')
    expect(await (await page.request.get('/api/customers')).json(), person.email).toHaveLength(1)
  })

  test('saving an outdated version shows both versions, and the user chooses', async ({ page, records, accessible }) => {
    const { id } = await records.customer({ name: 'Grace Hopper', company: 'Navy' })
    const elsewhere = (company: string) => page.request.put(`/api/customers/${id}`, { data: { name: 'Grace Hopper', company } })
    await page.goto('/customers')
    await edit(page, 'Grace Hopper')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Admiral Hopper')
    await form.getByLabel('Company').fill('Yale')
    expect((await elsewhere('Harvard')).ok()).toBe(true)
    await form.getByRole('button', { name: 'Update Customer' }).click()
    await expect(form.getByRole('alert')).toContainText('This was changed elsewhere since you opened it. Your changes are still here.')
    await expect(form.getByRole('row', { name: 'Name Admiral Hopper Grace Hopper' })).toBeVisible()
    await expect(form.getByRole('row', { name: 'Company Yale Harvard' })).toBeVisible()
    await expect(form.getByLabel('Company')).toHaveValue('Yale')
    await accessible(page, 'customer form with two versions')
    await form.getByRole('button', { name: 'Keep my changes' }).click()
    await form.getByRole('button', { name: 'Update Customer' }).click()
    await expectText(page, 'Customer updated successfully')
    await expect(page.getByText('Yale')).toBeVisible()

    await edit(page, 'Admiral Hopper')
    await form.getByLabel('Company').fill('MIT')
    expect((await elsewhere('Vassar')).ok()).toBe(true)
    await form.getByRole('button', { name: 'Update Customer' }).click()
    await form.getByRole('button', { name: 'Start over from the saved version' }).click()
    await expect(form.getByLabel('Company')).toHaveValue('Vassar')
    await expect(form.getByLabel('Name')).toHaveValue('Grace Hopper')
  })

  test('a customer with invoices cannot be deleted, and the reason is shown', async ({ page, records }) => {
    const { id } = await records.customer({ name: 'Grace Hopper' })
    await records.invoice({ customerId: id, invoiceNumber: 'INV-1' })
    await page.goto('/customers')
    void answer(page, true)
    await remove(page, 'Grace Hopper')
    await expectText(page, 'Failed to delete customer')
    await expect(page.getByText(/1 invoice/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })
})
