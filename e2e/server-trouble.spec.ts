import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// A slow or broken server: every wait shows a message, an error is never treated as 'signed out', and the app recovers.

const welcome = (page: Page) => expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
const held = () => {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release }
}

test('a slow sign-in check shows a message after three seconds, and the page loads when the response arrives', async ({
  page,
  person,
  accessible,
}) => {
  const answer = held()
  await page.route('/api/auth/user', async (route) => {
    await answer.until
    await route.fallback()
  })
  // The clock is paused until the test moves it forward.
  await page.clock.install({ time: '2026-01-05T12:00:00Z' })
  await page.clock.pauseAt('2026-01-05T12:00:01Z')
  await page.goto('/')
  await expect(page.getByRole('status', { name: 'Loading' }), person.email).toBeVisible()
  await page.clock.runFor(2900)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('heading', { name: 'The server is slow' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await page.clock.resume()
  await accessible(page, 'slow server')
  answer.release()
  await welcome(page)
})

test.describe('server error', () => {
  test.use({ allowedErrors: /status of 50[037] .*\/api\/|ERR_FAILED .*\/(api|assets)\/|dynamically imported module/ })

  test("an error page offers 'Try again', and the app continues automatically when the server is back", async ({
    page,
    person,
    accessible,
  }) => {
    await page.clock.install()
    await page.route('/api/auth/user', (route) => route.fulfill({ status: 503, json: { message: 'The database is starting.' } }))
    await page.goto('/customers')
    await expect(page.getByRole('heading', { name: 'The server has a problem' }), person.email).toBeVisible()
    await expect(page.getByText('The database is starting.')).toBeVisible()
    await accessible(page, 'broken server')
    await page.unroute('/api/auth/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No customers found.')).toBeVisible()

    await page.route('/api/auth/user', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/The server can't be reached/)).toBeVisible()
    await page.unroute('/api/auth/user')
    await page.clock.runFor(5100)
    await expect(page.getByText('No customers found.')).toBeVisible()
  })

  test("a list that fails shows the reason, and 'Try again' loads the data", async ({ page, person }) => {
    for (const { path, list, empty } of [
      { path: '/', list: '/api/dashboard', empty: 'No invoices yet. Create your first invoice to get started.' },
      { path: '/invoices', list: '/api/invoices?*', empty: 'No invoices found.' },
      { path: '/customers', list: '/api/customers?*', empty: 'No customers found.' },
    ]) {
      const answer = held()
      await page.route(list, async (route) => {
        await answer.until
        await route.fulfill({ status: 507, json: { message: 'The disk is full.' } })
      })
      await page.goto(path)
      if (path !== '/') await expect(page.getByText(`Loading ${path.slice(1)}...`), person.email).toBeVisible()
      answer.release()
      await expect(page.getByRole('alert')).toContainText('This could not be loaded')
      await expect(page.getByRole('alert')).toContainText('The disk is full.')
      await page.unroute(list)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(empty)).toBeVisible()
    }
  })

  test('a dialog or page whose code fails to load shows an error, and loads when tried again', async ({ page, person }) => {
    await page.goto('/invoices')
    await page.route(/assets\/new-invoice-/, (route) => route.abort())
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(page.getByText(/A part of the app could not be loaded/).first(), person.email).toBeVisible()
    await expect(page.getByText('No invoices found.')).toBeVisible()
    await page.unroute(/assets\/new-invoice-/)
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toBeVisible()

    await page.route(/customers-page/, (route) => route.abort())
    await page.goto('/customers')
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    await page.unroute(/customers-page/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No customers found.')).toBeVisible()
  })
})

test.describe('no network connection', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|dynamically imported module/ })

  test('a page whose code fails to load shows an error inside the app, and loads when the network is back', async ({
    page,
    person,
    context,
  }) => {
    await page.goto('/customers')
    await expect(page.getByText('No customers found.'), person.email).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Billing' }).click()
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    const asked = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Try again' }).click()
    await asked
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Current Features' })).toBeVisible()

    // A server on the same machine works while the browser says that it is offline.
    await page.goto('/customers')
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await page.getByRole('button', { name: 'Add Customer' }).click()
    await page.getByLabel('Name').fill('Grace Hopper')
    await page.getByRole('button', { name: 'Create Customer' }).click()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })
})
