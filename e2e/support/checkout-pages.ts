import { expect, type Page } from '@playwright/test'

/** Fills in and submits the card provider's page. */
export const payByCard = async (checkout: Page, amount: string, number = '4242 4242 4242 4242') => {
  await checkout.getByLabel('Card number').fill(number)
  await checkout.getByLabel('Expiry').fill('12 / 40')
  await checkout.getByLabel('CVC').fill('123')
  await checkout.getByLabel('Name on card').fill('Grace Hopper')
  await checkout
    .getByRole('button', { name: `Pay ${amount}` })
    .first()
    .click()
}

/** Opens the card provider's page from the pay page, and returns the new page. */
export const openCardPage = async (page: Page, amount: string): Promise<Page> => {
  const [checkout] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('region', { name: 'Pay with Credit Card' })
      .getByRole('button', { name: `Pay ${amount}` })
      .click(),
  ])
  await expect(checkout.getByLabel('Card number')).toBeVisible()
  return checkout
}

export const paypalButton = (page: Page) =>
  page.getByRole('region', { name: 'Pay with PayPal' }).getByRole('button', { name: 'Pay with PayPal' })

/** Opens PayPal's window from the pay page, and returns it. */
export const openPayPal = async (page: Page): Promise<Page> => {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), paypalButton(page).click()])
  await expect(popup.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
  return popup
}

type Funding = 'PayPal balance' | 'Card that is declined' | 'E-check from a bank'

/** Pays in PayPal's window, and waits until the window closes. */
export const approve = async (popup: Page, funding: Funding = 'PayPal balance') => {
  await popup.getByLabel(funding).check()
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: /^Pay \$/ }).click()
  await closed
}

/** Returns the invoice's payment state from the public API, which requires only the public ID. */
export const getPaymentState = async (page: Page, publicId: string) => {
  const { invoice, payments } = await (await page.request.get(`/api/public/invoice/${publicId}`)).json()
  return {
    status: invoice.status,
    paid: invoice.amountPaid,
    credit: invoice.credit,
    isPending: invoice.isPaymentPending,
    payments: payments.length,
  }
}
