import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { findFreePort, startApp } from './support/app.ts'
import { answer } from './support/confirm.ts'
import { buildLaterRelease } from './support/releases.ts'
import { signUp } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The app without a network, and updates to a later release. Other specs block service workers.
test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  allowedErrors:
    /ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|status of 404 .*customers|status of 401 .*auth\/user|status of 503 .*\/(pdf|login)/,
})

const underControl = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

/** The paths of the responses that this browser has cached. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('billfold-seen-1'))) return []
    const requests = await (await caches.open('billfold-seen-1')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })

/** The text of all responses that this browser has cached; one may be removed between the listing and the reading. */
const keptText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    if (!(await caches.has('billfold-seen-1'))) return ''
    const cache = await caches.open('billfold-seen-1')
    const texts = (await cache.keys()).map(async (request) => (await cache.match(request))?.text())
    return (await Promise.all(texts)).join('\n')
  })

/** Opens the path in a new tab and closes all other tabs. */
const coldTab = async (context: BrowserContext, path: string) => {
  const before = context.pages()
  const page = await context.newPage()
  for (const each of before) await each.close()
  await page.goto(path)
  return page
}

const strip = (page: Page) => page.getByRole('banner').getByRole('status')

test('without a network the app starts, shows cached data and its age, and updates when the network is back', async ({
  page,
  context,
  records,
  accessible,
}) => {
  test.setTimeout(240_000)
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Consulting', unitPrice: '90.00' })
  await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '10.00', expenseDate: '2026-01-05' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-7', status: 'sent' })
  await records.estimate({ customerId, estimateNumber: 'EST-7' })
  // The first page loads before the service worker starts, and its data is cached anyway.
  await page.goto('/')
  await underControl(page)
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining(['/api/dashboard', '/api/auth/user']))
  const seen = [
    { path: '/invoices', text: 'INV-7' },
    { path: '/estimates', text: 'EST-7' },
    { path: '/customers', text: 'Grace Hopper' },
    { path: '/items', text: 'Consulting' },
    { path: '/expenses', text: 'Paper' },
    { path: `/invoices/${invoice.id}`, text: 'Created' },
  ]
  for (const { path, text } of seen) {
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await expect.poll(() => kept(page)).toContain(`/api/invoices/${invoice.id}/history`)

  // A record that was deleted elsewhere leaves the cache when the server answers 404.
  const { id: goneId } = await records.customer({ name: 'Charles Babbage' })
  const ask = () => page.evaluate(async (id) => (await fetch(`/api/customers/${id}`)).status, goneId)
  expect(await ask()).toBe(200)
  await expect.poll(() => kept(page)).toContain(`/api/customers/${goneId}`)
  await page.request.delete(`/api/customers/${goneId}`)
  expect(await ask()).toBe(404)
  await expect.poll(() => kept(page)).not.toContain(`/api/customers/${goneId}`)

  await context.setOffline(true)
  const cold = await coldTab(context, '/')
  await expect(cold.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
  await expect(strip(cold)).toHaveText(/^No connection\. Changes are kept and sent when you are back\. Last updated at \d/)
  await accessible(cold, 'the dashboard without a network')
  for (const { path, text } of seen) {
    await cold.goto(path)
    await expect(cold.getByText(text).first()).toBeVisible()
  }
  // A page that was never opened shows a message inside the app.
  await cold.goto('/billing')
  await expect(cold.getByRole('alert')).toContainText('Not available offline')
  await accessible(cold, 'a page that is not here without a network')
  await cold.getByRole('button', { name: 'Search' }).click()
  await cold.getByRole('combobox').fill('Grace')
  await expect(cold.getByText("Search isn't available offline")).toBeVisible()
  await cold.goto('/customers')
  await expect(cold.getByText('Grace Hopper')).toBeVisible()
  const pdf = await context.newPage()
  await pdf.goto(`/api/invoices/${invoice.id}/pdf`)
  await expect(pdf.getByRole('heading', { name: 'Not available offline' })).toBeVisible()
  await pdf.close()

  await records.customer({ name: 'Alan Turing' })
  await context.setOffline(false)
  await expect(cold.getByText('Alan Turing')).toBeVisible({ timeout: 20_000 })
  await expect(strip(cold)).toHaveText(/^(The connection is back\.)?$/)
})

test('responses that arrive during a sign-in are not kept in the cache of the next user', async ({ page, context, app, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.goto('/customers')
  await underControl(page)
  await expect.poll(() => keptText(page)).toContain('Hopper')
  const ask = (path: string) => page.evaluate(async (path) => (await fetch(path)).text().catch(() => ''), path)
  // A sign-in starts, and another tab of the first user sends a request before it ends.
  await page.evaluate(() => fetch('/api/login', { redirect: 'manual' }))
  expect(await ask('/api/customers?limit=1')).toContain('Hopper')
  await expect.poll(() => keptText(page)).toContain('Hopper')
  await page.request.get('/api/logout', { maxRedirects: 0 })
  await signUp(page, app.origin, 'alan')
  await ask('/api/auth/user')
  await expect.poll(() => keptText(page)).toContain('"firstName":"alan"')
  expect(await keptText(page)).not.toContain('Hopper')
  await context.setOffline(true)
  await expect(ask('/api/customers?limit=1')).rejects.toThrow()
})

test('cached data is removed when another user signs in or the user signs out', async ({ page, context, app, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  await records.item({ name: 'Compilers', unitPrice: '90.00' })
  await page.goto('/customers')
  await underControl(page)
  await page.goto('/items')
  await expect.poll(() => keptText(page)).toMatch(/Grace Hopper[\s\S]*Compilers|Compilers[\s\S]*Grace Hopper/)

  // Another user signs in while the first is not signed out: the first response removes the first user's data.
  // No page of the app is open at that time.
  await page.goto('about:blank')
  await page.request.get('/api/logout', { maxRedirects: 0 })
  await signUp(page, app.origin, 'alan')
  await page.goto('/customers')
  await expect(page.getByText('No customers found.')).toBeVisible()
  await expect.poll(() => keptText(page)).toContain('"firstName":"alan"')
  expect(await keptText(page)).not.toMatch(/Hopper|Compilers/)
  expect(await keptText(page)).not.toContain('"firstName":"Ada"')

  // Signing out without a network works at once in the browser, and on the server when the network is back.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect(await kept(page)).toEqual([])
  // The first tab stays open: Playwright does not hold back what a service worker sends that has just started again.
  const cold = await context.newPage()
  await cold.goto('/customers')
  await expect(cold.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(cold.getByText(/\balan\b/i)).toHaveCount(0)
  const signIn = await context.newPage()
  await signIn.goto('/api/login')
  await expect(signIn.getByText("Signing in needs the server, which can't be reached.")).toBeVisible()
  await signIn.close()
  expect((await cold.request.get('/api/auth/user')).status()).toBe(200)
  await context.setOffline(false)
  await expect.poll(async () => (await cold.request.get('/api/auth/user')).status(), { timeout: 30_000 }).toBe(401)
  await cold.goto('/')
  await expect(cold.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  expect(await kept(cold)).toEqual([])
})

test('a later release is offered and waits; open tabs keep their own files, also while the server is unreachable', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), 'billfold-releases-')), PORT: String(await findFreePort()) }
  const first = await startApp(settings)
  const { origin } = first
  await signUp(page, origin, 'ada')
  await page.goto(`${origin}/`)
  await underControl(page)
  // A second tab with unsaved text.
  const typing = await context.newPage()
  await typing.goto(`${origin}/account`)
  await typing.getByLabel('First name').fill('Adaline')
  expect(await first.stop()).toBe(0)

  // The server is stopped: the code of a page that was never opened comes from this device.
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page.getByText('Not available offline')).toBeVisible()
  await expect(strip(page)).toContainText('No connection.')

  // The browser's HTTP cache can be emptied at any time, so the app must not depend on it.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  const folder = buildLaterRelease(join(process.cwd(), 'dist'))
  const second = await startApp(settings, folder)
  const look = () => page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
  await look()
  await expect(page.getByText('A new version is ready', { exact: true })).toBeVisible({ timeout: 20_000 })
  // The update is not installed yet: pages whose files are no longer on the server still open.
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByText('No customers found.')).toBeVisible()
  expect(await page.locator('html').getAttribute('data-release')).toBeNull()
  // The update can still be started from the menu when the notice is closed.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Update to the new version' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-release', '2')
  await expect(page.getByText('No customers found.')).toBeVisible()
  // The other tab keeps its text and its release until the user updates there too.
  await expect(typing.getByLabel('First name')).toHaveValue('Adaline')
  expect(await typing.locator('html').getAttribute('data-release')).toBeNull()
  await typing.getByRole('button', { name: 'Menu' }).click()
  const stays = answer(typing, false)
  await typing.getByRole('button', { name: 'Update to the new version' }).click()
  expect(await stays).not.toBe('')
  await expect(typing.getByLabel('First name')).toHaveValue('Adaline')
  void answer(typing, true)
  await typing.getByRole('button', { name: 'Update to the new version' }).click()
  await expect(typing.locator('html')).toHaveAttribute('data-release', '2')
  await typing.close()
  await page.close()
  await second.stop()
  for (const each of [settings.DATA_DIR, folder]) rmSync(each, { recursive: true, force: true })
})
