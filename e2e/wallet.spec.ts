import type { Page } from '@playwright/test'
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
  const { publicId, payPage } = await atPayPage(page, records)
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
  await accessible(page, 'paid invoice')
  expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
})

test('a customer who cancels at PayPal returns to the pay page and can still pay', async ({ page, records }) => {
  const { publicId } = await atPayPage(page, records)
  const popup = await openPayPal(page)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Cancel and go back' }).click()])
  await expect(paypalButton(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await getPaymentState(page, publicId)).toEqual(due)
  await approve(await openPayPal(page))
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
})

test.describe('declined payment', () => {
  test.use({ allowedErrors: /status of 422 .*\/capture/ })

  test('a payment that PayPal declines shows an error, and another payment method pays the same order', async ({
    page,
    records,
    accessible,
  }) => {
    const orders: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/paypal-order')) orders.push((await response.json()).id)
    })
    const { publicId } = await atPayPage(page, records)
    await approve(await openPayPal(page), 'Card that is declined')
    const declined = page.getByText('PayPal declined this payment method and nothing was charged. Try again with another one.')
    await expect(declined).toBeVisible()
    await expect(paypalButton(page)).toBeVisible()
    await accessible(page, 'declined')
    expect(await getPaymentState(page, publicId)).toEqual(due)
    await approve(await openPayPal(page))
    await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    expect(orders).toHaveLength(2)
    expect(orders[1]).toBe(orders[0])
    expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', payments: 1 })
  })
})

for (const { ends, button } of [
  { ends: 'arrives', button: 'The e-check arrives' },
  { ends: 'bounces', button: 'The e-check bounces' },
])
  test(`a pending bank payment can't be made twice, and the invoice is correct when the payment ${ends}`, async ({
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
    await approve(await openPayPal(page), 'E-check from a bank')
    await page.waitForURL(/\/payment-success/)
    const confirming = page.getByRole('heading', { name: 'Your payment is being confirmed by the bank' })
    await expect(async () => {
      await page.clock.fastForward(1000)
      await expect(confirming).toBeVisible({ timeout: 50 })
    }).toPass({ intervals: [50] })
    await accessible(page, 'payment that waits for its bank')
    expect(await getPaymentState(page, publicId)).toEqual({ ...due, isPending: true })

    await page.goto(payPage)
    await expect(page.getByText('Payment being confirmed')).toBeVisible()
    await expect(methods(page)).toHaveCount(0)
    await accessible(page, 'invoice whose payment waits')

    const bank = await page.context().newPage()
    await bank.goto(`/sandbox/paypal/checkoutnow?token=${orderId}`)
    await bank.getByRole('button', { name: button }).click()
    await expect(bank.getByRole('button', { name: button })).toHaveCount(0)
    await bank.close()
    // The page polls at intervals. Here, the clock moves forward as fast as the responses arrive.
    const end = ends === 'arrives' ? page.getByText('Paid in full. Thank you!') : paypalButton(page)
    await expect(async () => {
      await page.clock.fastForward(15_000)
      await expect(end).toBeVisible({ timeout: 200 })
    }).toPass({ intervals: [50], timeout: 20_000 })
    expect(await getPaymentState(page, publicId)).toEqual(
      ends === 'arrives' ? { ...due, status: 'paid', paid: '149.99', payments: 1 } : due,
    )
  })

test('a double click opens one window for one order', async ({ page, records }) => {
  await atPayPage(page, records)
  let orders = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/paypal-order')) orders++
  })
  const before = page.context().pages().length
  // The second click follows at once, before the first has opened a window.
  await paypalButton(page).evaluate((button: HTMLElement) => button.addEventListener('click', () => button.click(), { once: true }))
  const [popup] = await Promise.all([page.context().waitForEvent('page'), paypalButton(page).click()])
  await expect(popup.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
  expect(page.context().pages()).toHaveLength(before + 1)
  expect(orders).toBe(1)
})

test('the layout does not shift when the PayPal button appears', async ({ page, records }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await atPayPage(page, records)
  // A font that arrives after the first paint moves letters by fractions of a pixel, which counts as 0.00005.
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.filter((shift) => shift > 0.001)).toEqual([])
})

test.describe('PayPal blocked by the browser', () => {
  test.use({ allowedErrors: /ERR_BLOCKED_BY_CLIENT/ })

  const atBlockedPage = async (page: Page, records: Records) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
    const { publicId, payPage } = await records.paymentLink(invoice.id)
    await page.context().clearCookies()
    // The same effect as a content blocker in the browser.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.enable')
    await browser.send('Network.setBlockedURLs', { urls: ['*/web-sdk/*'] })
    await page.goto(payPage)
    const unreachable = page.getByText("PayPal can't be reached at the moment")
    await expect(unreachable).toBeVisible()
    return { publicId, unreachable, unblock: () => browser.send('Network.setBlockedURLs', { urls: [] }) }
  }

  test('the PayPal button appears after PayPal is unblocked and retried', async ({ page, records, accessible }) => {
    const { unreachable, unblock } = await atBlockedPage(page, records)
    await accessible(page, 'PayPal is blocked')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(unreachable).toBeVisible()
    await unblock()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(paypalButton(page)).toBeVisible()
  })

  test('the customer can still pay by card when PayPal is blocked', async ({ page, records }) => {
    const { publicId } = await atBlockedPage(page, records)
    const checkout = await openCardPage(page, amount)
    await payByCard(checkout, amount)
    await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', payments: 1 })
  })
})

test.describe('two tabs', () => {
  test.use({ allowedErrors: /status of 409 / })

  test('a card payment in one tab prevents the PayPal payment in the other tab', async ({ page, records, accessible }) => {
    const { publicId } = await atPayPage(page, records)
    const checkout = await openCardPage(page, amount)
    const popup = await openPayPal(page)
    await payByCard(checkout, amount)
    await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    await popup.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()
    await expect(methods(page)).toHaveCount(0)
    await accessible(page, 'paid in another tab')
    expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
  })

  test('a PayPal payment in one tab closes the card page in the other tab', async ({ page, records }) => {
    const { publicId } = await atPayPage(page, records)
    const checkout = await openCardPage(page, amount)
    await page.bringToFront()
    await approve(await openPayPal(page))
    await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    await payByCard(checkout, amount)
    await expect(checkout.getByText(/expired|no longer|over|closed/i).first()).toBeVisible()
    expect(await getPaymentState(page, publicId)).toEqual({ ...due, status: 'paid', paid: '149.99', payments: 1 })
  })

  test('two simultaneous payments are both handled, and an overpayment becomes the customer’s credit', async ({ page, records }) => {
    const { publicId, payPage } = await atPayPage(page, records)
    const checkout = await openCardPage(page, amount)
    const popup = await openPayPal(page)
    await Promise.all([payByCard(checkout, amount), popup.getByRole('button', { name: /^Pay \$/ }).click()])
    await expect.poll(async () => (await getPaymentState(page, publicId)).status).toBe('paid')
    await expect.poll(async () => (await getPaymentState(page, publicId)).isPending).toBe(false)
    await expect.poll(() => popup.isClosed()).toBe(true)
    // The PayPal payment may arrive after the card payment: the page is reloaded until both results agree.
    await expect(async () => {
      await page.goto(payPage)
      await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()
      const { paid, credit, payments } = await getPaymentState(page, publicId)
      const isTwice = payments === 2
      expect({ paid, credit, payments }).toEqual(
        isTwice ? { paid: '299.98', credit: '149.99', payments } : { paid: '149.99', credit: '0.00', payments: 1 },
      )
      await expect(page.getByText(`Your credit: ${amount}.`)).toHaveCount(isTwice ? 1 : 0)
    }).toPass({ timeout: 60_000 })
  })

  test('an open page shows a payment from another tab when the page gets the focus again', async ({ page, records }) => {
    await atPayPage(page, records)
    const other = await page.context().newPage()
    await other.goto(page.url())
    const checkout = await openCardPage(other, amount)
    await payByCard(checkout, amount)
    await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()
  })
})
