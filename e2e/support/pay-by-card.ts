import { type Browser, expect } from '@playwright/test'

/** Cards of the stand-in that have something to tell. */
export const cards = { good: '4242424242424242', disputed: '4000000000000259', refundFails: '4000000000005126' }

/** Pays as a customer does, in a browser of his own: follows the payment link, fills in the provider's page, and comes back, or never does. */
export const payByCard = async (browser: Browser, paymentUrl: string, { number = cards.good, comesBack = true } = {}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  // Whoever closes the window in the right moment isn't led back.
  if (!comesBack) await page.route('**/payment-success**', (route) => route.abort())
  await page.goto(paymentUrl)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Grace Hopper')
  const led = comesBack ? undefined : page.waitForRequest('**/payment-success**')
  await page.getByRole('button', { name: /^Pay / }).click()
  if (led) await led
  else await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await context.close()
}
