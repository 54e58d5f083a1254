import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { signIn, signUp } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The session ends while a dialog is open: the user signs in in a separate window and continues with all typed values.

test.use({ allowedErrors: /status of (401|403)/ })

const words = 'Your session has ended. Sign in to continue where you left off.'
const endSession = (page: Page) => page.context().clearCookies()
const writeInvoice = async (page: Page) => {
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Invoice' })
  await choose(form.getByLabel('Customer'), 'Grace Hopper')
  await form.getByLabel('Line 1 Description').fill('Work')
  await form.getByLabel('Line 1 Rate').fill('10')
  return form
}
const invoices = async (page: Page) => (await (await page.request.get('/api/invoices')).json()) as { total: string }[]

test('a save can continue after signing in in a separate window', async ({ page, records, person, accessible }) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.goto('/invoices')
  const form = await writeInvoice(page)
  await endSession(page)
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form.getByRole('alert')).toContainText(words)
  await accessible(page, 'invoice dialog after the session has ended')
  const opened = page.waitForEvent('popup')
  await form.getByRole('link', { name: 'Sign in' }).click()
  const beside = await opened
  const closed = beside.waitForEvent('close')
  await signIn(beside, person)
  await closed
  await expect(form.getByText('You are signed in again.')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form.getByLabel('Line 1 Description')).toHaveValue('Work')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
  expect((await invoices(page)).map(({ total }) => total)).toEqual(['10.00'])
})

test('a page that failed to load says why, and loads automatically after signing in', async ({ page, person }) => {
  // Wait for the page's last own request: without a session the stream is refused, and the browser reports an error.
  const stream = page.waitForResponse('**/api/live')
  await page.goto('/')
  expect((await stream).status()).toBe(200)
  await endSession(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('main').getByText(words)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  const beside = await opened
  const closed = beside.waitForEvent('close')
  await signIn(beside, person)
  // The popup loads the app before it closes.
  await closed
  await expect(page.getByText('No customers found.')).toBeVisible()
})

test('data that failed to load loads again, also when the event stream is the first to notice the new session', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.invoice({ customerId, invoiceNumber: 'A-1' })
  const signedIn = Promise.withResolvers<void>()
  // A refused stream asks for the current user. It gets its answer once the user is back.
  await page.route('**/api/live', (route) => route.fulfill({ status: 401 }))
  await page.goto('/invoices')
  await expect(page.getByRole('row', { name: /A-1/ })).toBeVisible()
  await page.route('**/api/auth/user', async (route) => {
    await signedIn.promise
    await route.fulfill({ response: await page.request.get('/api/auth/user') })
  })
  const cookies = await page.context().cookies()
  await endSession(page)
  await page.getByRole('row', { name: /A-1/ }).getByRole('button', { name: /Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(dialog.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()
  await page.context().addCookies(cookies)
  signedIn.resolve()
  await expect(dialog.getByLabel('Line 1 Description')).toBeVisible()
})

test('when a different user signs in, the page reloads for that user, and nothing is saved', async ({ page, records, app, person }) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.goto('/invoices')
  const form = await writeInvoice(page)
  await endSession(page)
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form.getByRole('alert'), person.email).toContainText(words)
  const other = await page.context().newPage()
  await signUp(other, app.origin, 'alan')
  await other.goto(`${app.origin}/`)
  await expect(page.getByText('No invoices found.')).toBeVisible()
  await expect(form).toHaveCount(0)
  expect(await invoices(page)).toEqual([])
})
