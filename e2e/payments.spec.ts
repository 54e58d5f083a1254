import { getPaymentState, openCardPage, payByCard, paypalButton } from './support/checkout-pages.ts'
import { expect, test } from './support/test.ts'

const line = { description: 'Work', quantity: '1.5', unitPrice: '99.99' }

test.describe('missing invoice', () => {
  test.use({ allowedErrors: /status of 404 .*\/api\/public\/invoice\// })

  test("an unknown public ID and the row number of a draft show 'Invoice Not Found'", async ({ page, records, accessible }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    const draft = await records.invoice({ customerId, invoiceNumber: 'INV-1' })
    for (const id of ['AAAAAAAAAAAAAAAAAAAAAAAA', String(draft.id)]) {
      await page.goto(`/pay-invoice/${id}`)
      await expect(page.getByRole('heading', { name: 'Invoice Not Found' })).toBeVisible()
      await expect(page.getByText("The invoice you're looking for doesn't exist or has been removed.")).toBeVisible()
    }
    await accessible(page, 'invoice not found')
    expect(await page.evaluate(() => document.querySelectorAll('button').length)).toBe(0)
  })

  test("the success page without a valid invoice shows 'Invoice not found.'", async ({ page, accessible }) => {
    await page.goto('/payment-success')
    await expect(page.getByRole('heading', { name: 'Invoice not found.' })).toBeVisible()
    await accessible(page, 'success page without an invoice')
    await page.goto('/payment-success?invoiceId=AAAAAAAAAAAAAAAAAAAAAAAA')
    await expect(page.getByRole('heading', { name: 'Invoice not found.' })).toBeVisible()
  })
})

test('opening the success page does not confirm or change a payment', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId } = await records.paymentLink(invoice.id)
  await page.clock.install()
  for (const name of ['invoice', 'invoiceId']) {
    await page.goto(`/payment-success?${name}=${publicId}&method=paypal&amount=149.99`)
    await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
  }
  const notConfirmed = page.getByRole('heading', { name: 'Your payment is not confirmed yet' })
  // The page checks four times within ten seconds. Here, the clock moves forward as fast as the responses arrive.
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(notConfirmed).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [50] })
  await expect(page.getByText('Payment confirmed')).toHaveCount(0)
  await accessible(page, 'payment not confirmed')
  await page.getByRole('link', { name: 'Back to the invoice' }).click()
  await expect(page.getByText('SENT', { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/invoices')).json()).toMatchObject([{ status: 'sent', amountPaid: '0.00' }])
})

test('the pay page shows all details of the invoice', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-7', status: 'sent', taxRate: '8.25', lineItems: [line] })
  const { payPage } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice INV-7')
  await expect(page.getByText('SENT', { exact: true })).toBeVisible()
  const facts = ['Jan 05, 2026', 'Dec 31, 2099', '1.5 × $99.99', '$12.37', 'Tax (8.25%)', '$162.36']
  for (const text of facts) await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay with Credit Card' })).toBeVisible()
  // The PDF opens in a new page. The test waits for the request, because a browser without a PDF viewer downloads the file.
  const address = /\/api\/public\/invoice\/[\w-]{24}\/pdf$/
  const [pdf] = await Promise.all([
    page.context().waitForEvent('request', (request) => address.test(request.url())),
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Download PDF Invoice' }).click(),
  ])
  const bytes = await (await page.request.get(pdf.url())).body()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

for (const email of ['grace@example.com', ''])
  test(`a paid invoice shows its receipt and no payment options; the customer has ${email ? 'an' : 'no'} email`, async ({
    page,
    records,
  }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email })
    const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
    const { publicId, payPage, paymentUrl } = await records.paymentLink(invoice.id)
    expect((await page.request.post(`/api/invoices/${invoice.id}/mark-paid`)).ok()).toBe(true)
    await page.context().clearCookies()
    const receipt = page.getByText('A receipt has been emailed to Grace Hopper.')
    for (const address of [`/payment-success?invoice=${publicId}`, payPage, paymentUrl]) {
      await page.goto(address)
      await expect(page.getByText(/^(Payment confirmed|Paid in full. Thank you!)$/)).toBeVisible()
      await expect(page.getByText('$149.99').first()).toBeVisible()
      await expect(receipt).toHaveCount(email ? 1 : 0)
      await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    }
    expect(page.url()).toContain(payPage)
  })

test('a declined card shows an error, and another card pays the invoice', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  const checkout = await openCardPage(page, '$149.99')
  await payByCard(checkout, '$149.99', '4000 0000 0000 0002')
  await expect(checkout.getByRole('alert')).toContainText(/declined/i)
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'sent', payments: 0 })
  await payByCard(checkout, '$149.99')
  await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await expect(checkout.getByText('Card', { exact: true })).toBeVisible()
  await accessible(checkout, 'paid by card')
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', paid: '149.99', payments: 1 })
})

test('a customer who leaves the card page without paying returns to the unpaid invoice', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  const checkout = await openCardPage(page, '$149.99')
  await checkout.getByRole('link', { name: /back|cancel/i }).click()
  await checkout.waitForURL(`**${payPage}`)
  await expect(checkout.getByRole('button', { name: 'Pay $149.99' })).toBeVisible()
  await expect(paypalButton(checkout)).toBeVisible()
  await expect(checkout.getByRole('alert')).toHaveCount(0)
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'sent', payments: 0 })
})

test('a partial payment leaves the balance to be paid', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  const part = { amount: '50.00', paymentDate: '2026-01-10', paymentMethod: 'Bank transfer' }
  expect((await page.request.post(`/api/invoices/${invoice.id}/payments`, { data: part })).status()).toBe(201)
  await page.context().clearCookies()
  await page.goto(payPage)
  await expect(page.getByText('$50.00 of $149.99 is paid.')).toBeVisible()
  for (const label of ['Amount paid', 'Balance due']) await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download Receipt' })).toBeVisible()
  await accessible(page, 'paid in part')
  const checkout = await openCardPage(page, '$99.99')
  await payByCard(checkout, '$99.99')
  await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', paid: '149.99', payments: 2 })
})

test.describe('payment session of another invoice', () => {
  test.use({ allowedErrors: /status of 404 .*mark-paid/ })

  test('a success page with the session of another invoice does not confirm or change the payment', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const made = async (invoiceNumber: string) =>
      records.paymentLink((await records.invoice({ customerId, invoiceNumber, status: 'sent', lineItems: [line] })).id)
    const [paid, open] = [await made('INV-1'), await made('INV-2')]
    await page.context().clearCookies()
    await page.goto(paid.payPage)
    const checkout = await openCardPage(page, '$149.99')
    await payByCard(checkout, '$149.99')
    await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
    const session = new URL(checkout.url()).searchParams.get('session_id')!
    expect(session).toMatch(/^cs_/)
    for (const sessionId of [session, 'cs_test_invented']) {
      await page.goto(`/payment-success?invoice=${open.publicId}&session_id=${sessionId}&method=stripe&amount=149.99`)
      await expect(page.getByRole('heading', { name: 'Your payment is not confirmed yet' })).toBeVisible()
    }
    expect(await getPaymentState(page, open.publicId)).toMatchObject({ status: 'sent', paid: '0.00', payments: 0 })
  })
})

test('a refund is shown clearly, and the pay page does not ask for another payment', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  await page.goto(payPage)
  const checkout = await openCardPage(page, '$149.99')
  await payByCard(checkout, '$149.99')
  await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await checkout.close()
  const { payments } = (await (await page.request.get(`/api/invoices/${invoice.id}/history`)).json()) as { payments: { id: number }[] }
  const refund = async (amount: string) =>
    expect((await page.request.post(`/api/invoices/${invoice.id}/payments/${payments[0]!.id}/refund`, { data: { amount } })).status()).toBe(
      201,
    )
  const show = async (title: string) => {
    await page.goto(payPage)
    await expect(page.getByRole('status').getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Pay with / })).toHaveCount(0)
    await accessible(page, title)
  }
  await refund('50.00')
  await show('Paid and partly refunded')
  await expect(page.getByText('$50.00 of the $149.99 you paid was refunded. Nothing is due.')).toBeVisible()
  await refund('99.99')
  await show('Refunded in full')
  await page.goto(`/payment-success?invoice=${publicId}`)
  await expect(page.getByRole('heading', { name: 'Payment refunded' })).toBeVisible()
})
