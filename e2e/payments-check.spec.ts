import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { listEvents } from './support/estimates.ts'
import { cards, payByCard } from './support/pay-by-card.ts'
import { createProviderKeys, expect, type Providers, test } from './support/providers.ts'
import type { Records } from './support/records.ts'

// The user has own provider keys, and the server is not reachable from the internet: Billfold polls the provider for changes.

const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

const withKeys = async (page: Page, seed: string) => {
  const data = { businessName: 'Harbour & Pine', preferredPaymentMethod: 'both', ...createProviderKeys(seed) }
  const reply = await page.request.post('/api/business-profile', { data })
  expect(reply.status(), await reply.text()).toBe(201)
}
const sent = async (records: Records, invoiceNumber: string) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({ customerId, invoiceNumber, status: 'sent' })
  return { id, ...(await records.paymentLink(id)) }
}
const invoiceNow = async (page: Page, id: number) => (await page.request.get(`/api/invoices/${id}`)).json()
const check = async (page: Page, name: 'Stripe' | 'PayPal') => {
  const region = page.getByRole('region', { name: `${name} check` })
  await region.getByRole('button', { name: `Check now with ${name}` }).click()
  await expect(region).toContainText('checked just now')
  return region
}

test('a payment known only to the provider is shown as a difference and fixed with one click', async ({
  page,
  browser,
  person,
  records,
  accessible,
}) => {
  await withKeys(page, person.email)
  const invoice = await sent(records, 'INV-1')
  await payByCard(browser, invoice.paymentUrl, { comesBack: false })
  await page.goto('/business-profile#payments-check')
  await expect(page.getByRole('heading', { name: 'Payments check' })).toBeFocused()
  const card = await check(page, 'Stripe')
  await expect(card).toContainText('1 difference')
  await expect(card).toContainText("Billfold checks with Stripe regularly, because this server can't be reached from the internet.")
  const difference = card.getByRole('list', { name: 'Differences with Stripe' })
  await expect(difference).toContainText('Invoice INV-1')
  await expect(difference).toContainText('Stripe: $100.00 paid')
  await expect(difference).toContainText('Billfold: payment page open, nothing paid')
  await accessible(page, 'a difference')
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'sent', amountPaid: '0.00' })

  await page.goto('/invoices')
  const notice = page.getByRole('region', { name: 'Payments to review' })
  await expect(notice).toContainText('1 payment differs from your payment account.')
  await accessible(page, 'the notice above the list')
  await notice.getByRole('link', { name: 'Open the payments check' }).click()
  await expect(page).toHaveURL('/business-profile?section=payments#payments-check')
  await card.getByRole('button', { name: 'Fix with Stripe' }).click()
  await listEvents(page, 'Billfold now matches Stripe.')
  await expect(card).toContainText(/checked just now: matches/)
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'paid', amountPaid: '100.00' })
  await expect((await check(page, 'PayPal')).getByRole('status')).toContainText('matches')
  await page.goto('/invoices')
  await expect(page.locator('[data-row]')).toContainText('Paid')
  await expect(notice).toHaveCount(0)
})

test('a refund rejected by the bank is shown as failed and can be retried', async ({
  page,
  browser,
  person,
  providers,
  records,
  accessible,
}) => {
  await withKeys(page, person.email)
  const invoice = await sent(records, 'INV-1')
  await payByCard(browser, invoice.paymentUrl, { number: cards.refundFails })
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'Refund the payment of $100.00…' }).click()
  await page.getByLabel('Reason').fill('Cancelled')
  await page.getByRole('button', { name: 'Refund $100.00' }).click()
  await listEvents(page, 'Refund Sent')
  await providers.stripe('clock', { advanceSeconds: 120 })
  await page.goto('/business-profile?section=payments')
  const card = await check(page, 'Stripe')
  await card.getByRole('button', { name: 'Fix with Stripe' }).click()
  await listEvents(page, 'Billfold now matches Stripe.')
  await page.goto('/invoices')
  await expect(page.locator('[data-row]')).toContainText('Refund failed')
  await page.getByRole('link', { name: 'INV-1', exact: true }).click()
  const refunds = panelOf(page, 'INV-1').getByRole('list', { name: 'Refunds of the payment of $100.00' })
  await expect(refunds).toContainText('Refund of $100.00 failed')
  await accessible(page, 'a failed refund')
  await refunds.getByRole('button', { name: 'Try again: the refund of $100.00' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('100.00')
  await expect(page.getByLabel('Reason')).toHaveValue('Cancelled')
})

/** Creates a PayPal payment whose amount or currency differs from the requested one. */
const questioned = async (page: Page, providers: Providers, { id, publicId }: { id: number; publicId: string }, altered: object) => {
  const order = await page.request.post(`/api/invoices/${publicId}/paypal-order`, {
    data: { amount: '100.00', currency: 'USD', intent: 'CAPTURE' },
  })
  expect(order.status(), await order.text()).toBe(200)
  const { id: orderId } = (await order.json()) as { id: string }
  await providers.paypal('orders/approve', { order: orderId })
  await providers.paypal('orders/alter', { order: orderId, ...altered })
  await page.request.post(`/api/invoices/${publicId}/paypal-order/${orderId}/capture`)
  await expect.poll(async () => (await invoiceNow(page, id)).paymentAttention).toBe('review')
}

test('a payment with a different amount is accepted or refunded; one in another currency can only be refunded', async ({
  page,
  person,
  providers,
  records,
  accessible,
}) => {
  await withKeys(page, person.email)
  const invoice = await sent(records, 'INV-1')
  await questioned(page, providers, invoice, { amount: '60.00' })
  await page.goto('/invoices')
  await expect(page.locator('[data-row]')).toContainText(/needs review/i)
  await page.getByRole('region', { name: 'Payments to review' }).getByRole('button', { name: 'INV-1' }).click()
  const review = panelOf(page, 'INV-1').getByRole('region', { name: 'This payment needs your decision' })
  await expect(review).toContainText('Requested$100.00')
  await expect(review).toContainText('Received through PayPal$60.00')
  await accessible(page, 'a payment under review')
  void answer(page, true)
  await review.getByRole('button', { name: 'Accept payment' }).click()
  await listEvents(page, 'Payment Accepted')
  await expect(review).toHaveCount(0)
  await expect(panelOf(page, 'INV-1')).toContainText('Balance due$40.00')
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'sent', amountPaid: '60.00', paymentAttention: null })

  const other = await sent(records, 'INV-2')
  await questioned(page, providers, other, { currency: 'EUR' })
  await page.goto(`/invoices/${other.id}`)
  const foreign = panelOf(page, 'INV-2').getByRole('region', { name: 'This payment needs your decision' })
  await expect(foreign).toContainText('100.00 EUR')
  await expect(foreign.getByRole('button', { name: 'Accept payment' })).toHaveCount(0)
  const giveBack = foreign.getByRole('button', { name: 'Refund' })
  await Promise.all([answer(page, false), giveBack.click()])
  await expect(foreign).toBeVisible()
  void answer(page, true)
  await giveBack.click()
  await listEvents(page, 'Payment Refused')
  await expect(foreign).toHaveCount(0)
  expect(await invoiceNow(page, other.id)).toMatchObject({ status: 'sent', amountPaid: '0.00', paymentAttention: null })
})

/** Captures an approved order directly at PayPal, without Billfold. */
const captureElsewhere = async ({ env }: Providers, seed: string, orderId: string) => {
  const { paypalClientId, paypalClientSecret } = createProviderKeys(seed)
  const basic = Buffer.from(`${paypalClientId}:${paypalClientSecret}`).toString('base64')
  const at = (path: string, authorization: string, init: { body?: string; headers?: Record<string, string> }) =>
    fetch(`${env.PAYPAL_API_ORIGIN}${path}`, { method: 'POST', ...init, headers: { ...init.headers, authorization } })
  const form = { body: 'grant_type=client_credentials', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const { access_token: token } = (await (await at('/v1/oauth2/token', `Basic ${basic}`, form)).json()) as { access_token: string }
  const json = { 'content-type': 'application/json', 'paypal-request-id': `elsewhere-${orderId}` }
  const reply = await at(`/v2/checkout/orders/${orderId}/capture`, `Bearer ${token}`, { headers: json })
  expect(reply.status, await reply.text()).toBe(201)
}

test('a payment for a deleted invoice can be refunded, or the invoice can be restored', async ({
  page,
  person,
  providers,
  records,
  accessible,
}) => {
  await withKeys(page, person.email)
  const made = [await sent(records, 'INV-1'), await sent(records, 'INV-2')]
  for (const { id, publicId } of made) {
    const data = { amount: '100.00', currency: 'USD', intent: 'CAPTURE' }
    const { id: orderId } = (await (await page.request.post(`/api/invoices/${publicId}/paypal-order`, { data })).json()) as { id: string }
    await providers.paypal('orders/approve', { order: orderId })
    expect((await page.request.delete(`/api/invoices/${id}`)).status()).toBe(204)
    await captureElsewhere(providers, person.email, orderId)
  }
  await page.goto('/business-profile?section=payments')
  const card = await check(page, 'PayPal')
  await card.getByRole('button', { name: 'Fix all 2 with PayPal' }).click()
  await listEvents(page, 'Billfold now matches PayPal.')
  const money = page.getByRole('region', { name: 'Money without an invoice' })
  await expect(money.getByRole('listitem')).toHaveCount(2)
  await expect(money).toContainText('$100.00 was paid through PayPal for invoice INV-1, which was deleted.')
  await accessible(page, 'money without an invoice')
  await page.goto('/invoices')
  await expect(page.getByText('2 payments came in for deleted invoices.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Open the payments check' }).click()

  // Actions inside the profile form do not submit the form.
  const saves: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
  await money.getByRole('button', { name: 'Refund the $100.00 of invoice INV-1…' }).click()
  await page.getByRole('button', { name: 'Refund $100.00' }).click()
  await listEvents(page, 'Refund Sent')
  await expect(money.getByRole('listitem')).toHaveCount(1)
  await money.getByRole('button', { name: 'Restore the invoice INV-2' }).click()
  await listEvents(page, 'Invoice restored successfully')
  await expect(money).toHaveCount(0)
  expect(saves).toEqual([])
  expect(await invoiceNow(page, made[1]!.id)).toMatchObject({ status: 'paid', amountPaid: '100.00' })
})
