import { type Browser, expect } from '@playwright/test'

/** Card numbers for which the Stripe simulator has a defined result. */
export const cards = { good: '4242424242424242', disputed: '4000000000000259', refundFails: '4000000000005126' }

/**
 * Pays as a customer, in a separate browser context: opens the payment link and fills in the provider's page.
 * With `comesBack: false`, the browser does not return to the app after the payment.
 */
export const payByCard = async (browser: Browser, paymentUrl: string, { number = cards.good, comesBack = true } = {}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  // Aborting this request has the same effect as closing the window before the redirect to the app.
  if (!comesBack) await page.route('**/payment-success**', (route) => route.abort())
  await page.goto(paymentUrl)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Grace Hopper')
  const redirected = comesBack ? undefined : page.waitForRequest('**/payment-success**')
  await page.getByRole('button', { name: /^Pay / }).click()
  if (redirected) await redirected
  else await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await context.close()
}
