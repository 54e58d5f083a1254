import type { Locator, Page } from '@playwright/test'
import { approve, getPaymentState, openCardPage, openPayPal, payByCard, paypalButton } from './support/checkout-pages.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

// Paying with PayPal as a customer. The PayPal window is the sandbox; everything else is the same as in production.

const line = { description: 'Work', quantity: '1.5', unitPrice: '99.99' }
const amount = '$149.99'
const due = { status: 'sent', paid: '0.00', credit: '0.00', isPending: false, payments: 0 }

/** Creates a sent invoice of $149.99 and opens its pay page as a customer. */
const atPayPage = async (page: Page, records: Records) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage, paymentUrl } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  await expect(paypalButton(page)).toBeVisible()
  return { publicId, payPage, paymentUrl }
}
const methods = (page: Page) => page.getByRole('region', { name: /^Pay with / })

test('a customer pays an invoice with PayPal', async ({ page, records, accessible }) => {
  const orders: string[] = []
  page.on('request', (request) => request.url().endsWith('/paypal-order') && orders.push(request.postData() ?? ''))
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { publicId, payPage } = await atPayPage(page, records)
  // Nothing moves when the button appears. A font that arrives after the first paint moves letters by fractions of a pixel: 0.00005.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.filter((shift) => shift > 0.001)).toEqual([])
  await expect(page.getByText('Sandbox: no real money moves.')).toBeVisible()
  await accessible(page, 'pay page with both ways to pay')
  const popup = await openPayPal(page)
  await accessible(popup, "PayPal's page")
  await approve(popup)
  await page.waitForURL(/\/payment-success/)
  // The app does not trust the URL parameters; they exist for analytics.
  expect(new URL(page.url()).search).toBe(`?invoiceId=${publicId}&method=paypal&amount=149.99`)
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  const receipt = page.getByRole('main')
  for (const text of ['INV-1', amount, 'PayPal']) await expect(receipt.getByText(text, { exact: true })).toBeVisible()
  await expect(receipt.getByText('A receipt has been emailed to Grace Hopper.')).toBeVisible()
  await expect(page.getByText('Sandbox: no real money moves.')).toBeVisible()
  await accessible(page, 'paid with PayPal')
  expect(orders.map((body) => JSON.parse(body))).toEqual([{ amount: '149.99', currency: 'USD', intent: 'CAPTURE' }])

  const pdf = await page.request.get((await page.getByRole('link', { name: 'Download Receipt' }).getAttribute('href'))!)
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Sandbox: no real money moves.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.goto(payPage)
  await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()
  await expect(methods(page)).toHaveCount(0)
  expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
})

test.describe('declined payment', () => {
  test.use({ allowedErrors: /status of 422 .*\/capture/ })

  test('a double click opens one window; canceled or declined there, the same order can still be paid', async ({
    page,
    records,
    accessible,
  }) => {
    const orders: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/paypal-order')) orders.push((await response.json()).id)
    })
    const { publicId } = await atPayPage(page, records)
    const before = page.context().pages().length
    // The second click follows at once, before the first has opened a window.
    await paypalButton(page).evaluate((button: HTMLElement) => button.addEventListener('click', () => button.click(), { once: true }))
    const popup = await openPayPal(page)
    expect(page.context().pages()).toHaveLength(before + 1)
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Cancel and go back' }).click()])
    await expect(paypalButton(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(orders).toHaveLength(1)
    await approve(await openPayPal(page), 'Card that is declined')
    const declined = page.getByText('PayPal declined this payment method and nothing was charged. Try again with another one.')
    await expect(declined).toBeVisible()
    await expect(paypalButton(page)).toBeVisible()
    await accessible(page, 'declined')
    expect(await getPaymentState(page, publicId)).toEqual(due)
    await approve(await openPayPal(page))
    await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    expect(orders).toHaveLength(3)
    expect(new Set(orders).size).toBe(1)
    expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', payments: 1 })
  })
})

test("a pending bank payment can't be made twice; it bounces and is due again, or arrives and pays the invoice", async ({
  page,
  records,
  accessible,
}) => {
  let orderId = ''
  page.on('response', async (response) => {
    if (response.url().endsWith('/paypal-order')) orderId = (await response.json()).id
  })
  const { publicId, payPage } = await atPayPage(page, records)
  await page.clock.install()
  // Pages ask again at intervals. Here, the clock moves forward as fast as the responses arrive.
  const comes = (what: Locator, ms: number) =>
    expect(async () => {
      await page.clock.fastForward(ms)
      await expect(what).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [50], timeout: 20_000 })
  for (const [button, end, isFirst] of [
    ['The e-check bounces', paypalButton(page), true],
    ['The e-check arrives', page.getByText('Paid in full. Thank you!'), false],
  ] as const) {
    await approve(await openPayPal(page), 'E-check from a bank')
    await page.waitForURL(/\/payment-success/)
    await comes(page.getByRole('heading', { name: 'Your payment is being confirmed by the bank' }), 1000)
    expect(await getPaymentState(page, publicId)).toEqual({ ...due, isPending: true })
    if (isFirst) await accessible(page, 'payment that waits for its bank')

    await page.goto(payPage)
    await expect(page.getByText('Payment being confirmed')).toBeVisible()
    await expect(methods(page)).toHaveCount(0)
    if (isFirst) await accessible(page, 'invoice whose payment waits')
    const bank = await page.context().newPage()
    await bank.goto(`/sandbox/paypal/checkoutnow?token=${orderId}`)
    await bank.getByRole('button', { name: button }).click()
    await expect(bank.getByRole('button', { name: button })).toHaveCount(0)
    await bank.close()
    await comes(end, 15_000)
    if (isFirst) expect(await getPaymentState(page, publicId)).toEqual(due)
  }
  expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
})

test.describe('PayPal blocked by the browser', () => {
  test.use({ allowedErrors: /ERR_BLOCKED_BY_CLIENT/ })

  const atBlockedPage = async (page: Page, records: Records) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
    const { payPage } = await records.paymentLink(invoice.id)
    await page.context().clearCookies()
    // The same effect as a content blocker in the browser.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.enable')
    await browser.send('Network.setBlockedURLs', { urls: ['*/web-sdk/*'] })
    await page.goto(payPage)
    const unreachable = page.getByText("PayPal can't be reached at the moment")
    await expect(unreachable).toBeVisible()
    return { unreachable, unblock: () => browser.send('Network.setBlockedURLs', { urls: [] }) }
  }

  test('a card still pays while PayPal is blocked, and its button appears after it is unblocked and retried', async ({
    page,
    records,
    accessible,
  }) => {
    const { unreachable, unblock } = await atBlockedPage(page, records)
    await accessible(page, 'PayPal is blocked')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(unreachable).toBeVisible()
    await (await openCardPage(page, amount)).close()
    await unblock()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(paypalButton(page)).toBeVisible()
  })
})

test.describe('two tabs', () => {
  test.use({ allowedErrors: /status of 409 / })

  test('a card payment in one tab prevents the PayPal payment in the other tab, and a third shows it when it gets the focus', async ({
    page,
    records,
  }) => {
    const { publicId } = await atPayPage(page, records)
    const third = await page.context().newPage()
    await third.goto(page.url())
    await expect(methods(third).first()).toBeVisible()
    await page.bringToFront()
    const checkout = await openCardPage(page, amount)
    const popup = await openPayPal(page)
    await payByCard(checkout, amount)
    await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    await popup.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()
    await expect(methods(page)).toHaveCount(0)
    expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
    await third.bringToFront()
    await third.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(third.getByText('Paid in full. Thank you!')).toBeVisible()
  })
})
