import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { passDays } from './support/database-time.ts'
import { panelOf } from './support/recurring.ts'
import { expect, test } from './support/test.ts'

test.skip(Boolean(process.env.E2E_DATABASE_URL), 'time passes only in the embedded database')

type Made = { id: number; publicId: string; number: string }

/** A customer whose monthly retainer is charged to a saved card. @returns makes the next invoice, and reads one */
const setUpRetainer = async (page: Page, makeCustomer: (fields: { name: string; email: string }) => Promise<{ id: number }>) => {
  const send = async (method: 'get' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](path, data ? { data, headers: { 'idempotency-key': crypto.randomUUID() } } : {})
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  await send('post', '/api/business-profile', { businessName: 'Fieldstone Studio' })
  const customer = await makeCustomer({ name: 'Bluebird Labs', email: 'billing@bluebird.example' })
  const schedule = await send('post', '/api/recurring-invoices', {
    ...{ customerId: customer.id, startDay: '2029-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14 },
    ...{ sendsInvoices: true, chargesSavedCard: true },
    content: { lineItems: [{ description: 'Retainer, {month}', quantity: '1', unitPrice: '40.00' }] },
  })
  const makeInvoice = async (): Promise<Made> => {
    await send('post', `/api/recurring-invoices/${schedule.id}/run-now`, {})
    const [{ id, invoiceNumber }] = await send('get', '/api/invoices')
    const { paymentUrl } = await send('post', `/api/invoices/${id}/create-payment`, {})
    await expect.poll(async () => (await send('get', `/api/invoices/${id}`)).emailState).toBe('accepted')
    return { id, publicId: new URL(paymentUrl).pathname.split('/')[2]!, number: invoiceNumber }
  }
  return { customer, schedule, makeInvoice, read: ({ id }: Made) => send('get', `/api/invoices/${id}`) }
}

const fillCard = async (tab: Page, number: string) => {
  await tab.getByLabel('Card number').fill(number)
  await tab.getByLabel('Expiry (MM / YY)').fill('12 / 40')
  await tab.getByLabel('CVC').fill('123')
  await tab.getByLabel('Name on card').fill('Grace Hopper')
  await tab.getByRole('button', { name: /^Pay / }).click()
}

/** Opens the page of an invoice, agrees and pays. */
const payAndSave = async (page: Page, { publicId }: Made, number = '4242424242424242') => {
  await page.goto(`/pay-invoice/${publicId}`)
  const consent = page.getByRole('checkbox', { name: /^Save this card, and let Fieldstone Studio charge it/ })
  await expect(consent).not.toBeChecked()
  await consent.check()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Pay $40.00' }).click()])
  await fillCard(tab, number)
  if (number !== '4242424242424242') await tab.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(tab.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await tab.close()
}

test('the first invoice of a retainer is paid with consent, and the third is charged automatically', async ({
  page,
  app,
  person: _,
  records,
  accessible,
}) => {
  test.slow()
  const { customer, makeInvoice, read } = await setUpRetainer(page, records.customer)
  const first = await makeInvoice()
  await page.goto(`/pay-invoice/${first.publicId}`)
  await page.getByRole('checkbox', { name: /Save this card/ }).check()
  await page.getByLabel('Limit for each payment (optional)').fill('a lot')
  await expect(page.getByText('Limit must be an amount like 250.00')).toBeVisible()
  await page.getByLabel('Limit for each payment (optional)').fill('100')
  await expect(page.getByText('up to $100.00 each')).toBeVisible()
  await accessible(page, 'pay page that asks for the card')
  await payAndSave(page, first)
  await makeInvoice()
  const third = await makeInvoice()

  await page.goto(`/pay-invoice/${third.publicId}`)
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect(page.getByText(/^\$40\.00 will be charged on/)).toBeVisible()
  await accessible(page, 'pay page with a saved card')
  await page.goto(`/invoices/${third.id}`)
  await expect(page.getByText(/^Will be charged to Visa ending in 4242 on/)).toBeVisible()
  await accessible(page, 'panel with an automatic payment')

  await passDays(app, 15)
  await expect.poll(async () => (await read(third)).status, { timeout: 60_000 }).toBe('paid')
  await page.goto(`/pay-invoice/${third.publicId}`)
  await expect(page.getByText('Paid in full. Thank you!')).toBeVisible()

  await page.goto(`/customers/${customer.id}`)
  await expect(page.getByText(/Agreed on .*: “Save this card, and let Fieldstone Studio charge it/)).toBeVisible()
  await accessible(page, 'customer with a saved card')
})

test('a bank that wants a confirmation: the customer pays on the pay page', async ({ page, app, person: _, records }) => {
  test.slow()
  const { makeInvoice, read } = await setUpRetainer(page, records.customer)
  await payAndSave(page, await makeInvoice(), '4000002760003184')
  const second = await makeInvoice()
  await passDays(app, 15)
  await page.goto(`/invoices/${second.id}`)
  await expect(page.getByText('Visa ending in 3184 was not charged: the customer was asked to confirm the payment')).toBeVisible({
    timeout: 60_000,
  })
  await page.goto(`/pay-invoice/${second.publicId}`)
  await expect(page.getByText('Your bank wants you to confirm this payment. Pay above to confirm it.')).toBeVisible()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Pay $40.00' }).click()])
  await fillCard(tab, '4000002760003184')
  await tab.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(tab.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  expect(await read(second)).toMatchObject({ status: 'paid', amountPaid: '40.00' })
})

test('the owner stops one charge, and the customer removes the card: nothing is charged', async ({
  page,
  app,
  person: _,
  records,
  accessible,
}) => {
  test.slow()
  const { schedule, makeInvoice, read } = await setUpRetainer(page, records.customer)
  const first = await makeInvoice()
  const panel = panelOf(page, 'Bluebird Labs')
  await page.goto(`/recurring-invoices/${schedule.id}`)
  await expect(panel.getByText(/^Will charge the saved card once the customer saves one/)).toBeVisible()
  await payAndSave(page, first)
  await page.goto(`/recurring-invoices/${schedule.id}`)
  await expect(panel.getByText('Charges the saved card: Visa ending in 4242')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const charges = dialog.getByRole('checkbox', { name: /^Charge the customer's saved card automatically/ })
  await expect(charges).toBeChecked()
  await dialog.getByRole('radio', { name: /^Create drafts/ }).check()
  await expect(charges).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^Send automatically/ }).check()
  await expect(charges).toBeChecked()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('Charges the saved card: Visa ending in 4242')).toBeVisible()
  const second = await makeInvoice()
  await page.goto(`/invoices/${second.id}`)
  const asked = answer(page, true)
  await page.getByRole('button', { name: 'Don’t charge…' }).click()
  expect(await asked).toContain('Don’t charge Visa ending in 4242 for this invoice?')
  await expect(page.getByRole('region', { name: 'Automatic payment' }).getByText('You decided not to charge the card.')).toBeVisible()

  const third = await makeInvoice()
  await page.goto(`/pay-invoice/${third.publicId}`)
  await page.getByRole('button', { name: 'Remove card…' }).click()
  await accessible(page, 'pay page that asks before it removes a card')
  await page.getByRole('button', { name: 'Remove card', exact: true }).click()
  await expect(page.getByText("The card was removed. It won't be charged any more.")).toBeVisible()
  await passDays(app, 15)
  await page.goto(`/invoices/${third.id}`)
  await expect(page.getByRole('region', { name: 'Automatic payment' }).getByText('The customer removed the card.')).toBeVisible()
  expect(await read(third)).toMatchObject({ status: 'sent', amountPaid: '0.00' })
})
