import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findFreePort, startApp } from './support/app.ts'
import { payByCard } from './support/pay-by-card.ts'
import { expect, test } from './support/test.ts'

// Changes made elsewhere appear on an open page without a reload.

/** Sets a mark in the document. A reload removes it. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const wasNotReloaded = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-marked', '')

/** Resolves when the page's event stream has started. */
const streaming = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/api/live') && reply.ok())

test('when a customer pays, the invoice list and the dashboard show it without a reload', async ({ page, context, browser, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  const { paymentUrl } = await records.paymentLink(invoice.id)
  const [list, dashboard] = [page, await context.newPage()]
  for (const [tab, path] of [
    [list, '/invoices'],
    [dashboard, '/'],
  ] as const) {
    const streams = streaming(tab)
    await tab.goto(path)
    await streams
    await mark(tab)
  }
  const row = list.getByRole('row', { name: /INV-1/ })
  const recent = dashboard
    .getByRole('listitem')
    .filter({ hasText: 'INV-1' })
    .filter({ hasText: '$100.00' })
    .filter({ hasText: /Sent|Paid/ })
  const activity = dashboard.getByText('Payment of $100.00 received from Grace Hopper for INV-1')
  await expect(row).toContainText('Sent')
  await expect(recent.first()).toContainText('Sent')
  await expect(activity).toHaveCount(0)

  await payByCard(browser, new URL(paymentUrl, list.url()).href)
  await expect(row).toContainText('Paid')
  await expect(recent.first()).toContainText('Paid')
  await expect(activity).toBeVisible()
  for (const tab of [list, dashboard]) await wasNotReloaded(tab)
})

test.describe('open form', () => {
  // The rejected save of an outdated version.
  test.use({ allowedErrors: /status of 409 / })

  test('changes from another tab appear, and the text typed in an open form is kept', async ({ page, records }) => {
    await records.customer({ name: 'Grace Hopper' })
    const streams = streaming(page)
    await page.goto('/customers')
    await streams
    await page.getByRole('button', { name: /^Edit/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Company').fill('Compilers & Co')

    const [{ id, version }] = (await (await page.request.get('/api/customers')).json()) as [{ id: number; version: number }]
    await page.request.put(`/api/customers/${id}`, { data: { name: 'Grace Brewster', version } })
    await records.customer({ name: 'Alan Turing' })
    // The list is behind the dialog, so it is found by element and not by role.
    const main = page.locator('main')
    await expect(main.getByText('Grace Brewster')).toBeVisible()
    await expect(main.getByText('Alan Turing')).toBeVisible()
    await expect(form.getByLabel('Company')).toHaveValue('Compilers & Co')
    await expect(form.getByLabel('Company')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveValue('Grace Hopper')

    // The conflict is still reported, and the other change is not overwritten.
    await page.getByRole('button', { name: 'Update Customer' }).click()
    await expect(form.getByRole('alert')).toContainText('This was changed elsewhere since you opened it.')
    await form.getByRole('button', { name: 'Keep my changes' }).click()
    await page.getByRole('button', { name: 'Update Customer' }).click()
    await expect(main.getByText('Compilers & Co')).toBeVisible()
    await expect(main.getByText('Grace Hopper')).toBeVisible()
  })
})

test('a hidden tab closes its stream, and catches up when it becomes visible', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.clock.install()
  let streams = streaming(page)
  await page.goto('/customers')
  const stream = await streams
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await mark(page)
  const look = (isLookedAt: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, !isLookedAt)
  const ended = page.waitForEvent('requestfailed', (request) => request === stream.request())
  await look(false)
  await page.clock.fastForward(6000)
  await ended
  await records.customer({ name: 'Alan Turing' })
  streams = streaming(page)
  await look(true)
  await streams
  await expect(page.getByText('Alan Turing')).toBeVisible()
  await wasNotReloaded(page)
})

const notice = (page: Page) => page.getByRole('banner').getByText('No connection. Changes are kept and sent when you are back.')

test.describe('dead connection', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a network that is cut is noticed within five seconds, and the notice goes by itself', async ({ page, context, person: _ }) => {
    const streams = streaming(page)
    await page.goto('/customers')
    await streams
    await expect(page.getByText('No customers found.')).toBeVisible()
    await context.setOffline(true)
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    await context.setOffline(false)
    await expect(notice(page)).toBeHidden({ timeout: 30_000 })
  })
})

test.describe('server restart', () => {
  test.use({
    allowedErrors: /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE) .*\/(api\/live|favicon.svg)/,
  })

  test('a server that goes silent without closing anything is noticed, and after a restart the page shows what changed meanwhile', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), 'billfold-away-')), PORT: String(await findFreePort()) }
    const first = await startApp(settings)
    const account = { firstName: 'Ada', lastName: 'Lovelace', email: `away.${Date.now()}@example.com`, password: 'correct horse battery' }
    const form = await page.request.get(`${first.origin}/api/login?create=1`)
    await page.request.post(form.url(), { form: account })
    await page.addInitScript(() => {
      window.EventSource = class extends EventSource {
        constructor(url: string | URL, options?: EventSourceInit) {
          super(url, options)
          this.addEventListener('beat', () => document.documentElement.setAttribute('data-beats', ''))
        }
      }
    })
    const streams = streaming(page)
    await page.goto(`${first.origin}/customers`)
    await streams
    await expect(page.getByText('No customers found.')).toBeVisible()
    await mark(page)
    // Silence counts from the first beat on.
    await expect(page.locator('html')).toHaveAttribute('data-beats')
    await expect(notice(page)).toBeHidden()
    first.process.kill('SIGSTOP')
    await expect(notice(page)).toBeVisible({ timeout: 30_000 })
    first.process.kill('SIGCONT')
    await expect(notice(page)).toBeHidden()
    expect(await first.stop()).toBe(0)
    await expect(notice(page)).toBeVisible()

    const second = await startApp(settings)
    await page.request.post(`${second.origin}/api/customers`, { data: { name: 'Made before the stream came back' } })
    await expect(page.getByText('Made before the stream came back')).toBeVisible({ timeout: 20_000 })
    await page.request.post(`${second.origin}/api/customers`, { data: { name: 'Made after' } })
    await expect(page.getByText('Made after')).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await wasNotReloaded(page)
    await page.close()
    await second.stop()
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  })
})
