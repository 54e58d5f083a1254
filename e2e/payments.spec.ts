import { getPaymentState, openCardPage, payByCard, paypalButton } from './support/checkout-pages.ts'
import { expect, test } from './support/test.ts'

const line = { description: 'Work', quantity: '1.5', unitPrice: '99.99' }

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

test('a paid invoice shows its receipt and no payment options; a receipt is announced only to customers with an email', async ({
  page,
  records,
}) => {
  const made = async (email: string, invoiceNumber: string) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email })
    const invoice = await records.invoice({ customerId, invoiceNumber, status: 'sent', lineItems: [line] })
    const link = await records.paymentLink(invoice.id)
    expect((await page.request.post(`/api/invoices/${invoice.id}/mark-paid`)).ok()).toBe(true)
    return link
  }
  const [reachable, unreachable] = [await made('grace@example.com', 'INV-1'), await made('', 'INV-2')]
  await page.context().clearCookies()
  const receipt = page.getByText('A receipt has been emailed to Grace Hopper.')
  for (const [address, receipts] of [
    [`/payment-success?invoice=${reachable.publicId}`, 1],
    [reachable.paymentUrl, 1],
    [unreachable.payPage, 0],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(/^(Payment confirmed|Paid in full. Thank you!)$/)).toBeVisible()
    await expect(page.getByText('$149.99').first()).toBeVisible()
    await expect(receipt).toHaveCount(receipts)
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    if (address === reachable.paymentUrl) expect(page.url()).toContain(reachable.payPage)
  }
})

test('a customer leaves the card page and comes back; a declined card shows an error, and another card pays the invoice', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  const left = await openCardPage(page, '$149.99')
  await left.getByRole('link', { name: /back|cancel/i }).click()
  await left.waitForURL(`**${payPage}`)
  await expect(paypalButton(left)).toBeVisible()
  await expect(left.getByRole('alert')).toHaveCount(0)
  const checkout = await openCardPage(left, '$149.99')
  await payByCard(checkout, '$149.99', '4000 0000 0000 0002')
  await expect(checkout.getByRole('alert')).toContainText(/declined/i)
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'sent', payments: 0 })
  await payByCard(checkout, '$149.99')
  await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await expect(checkout.getByText('Card', { exact: true })).toBeVisible()
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', paid: '149.99', payments: 1 })
})

test('the pay page shows all details of the invoice, and after a partial payment the balance to be paid', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-7', status: 'sent', taxRate: '8.25', lineItems: [line] })
  const { publicId, payPage } = await records.paymentLink(invoice.id)
  const part = { amount: '50.00', paymentDate: '2026-01-10', paymentMethod: 'Bank transfer' }
  expect((await page.request.post(`/api/invoices/${invoice.id}/payments`, { data: part })).status()).toBe(201)
  await page.context().clearCookies()
  await page.goto(payPage)
  await expect(page.getByText('$50.00 of $162.36 is paid.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice INV-7')
  const facts = ['SENT', 'Jan 05, 2026', 'Dec 31, 2030', '1.5 × $99.99', '$12.37', 'Tax (8.25%)', '$162.36']
  for (const text of facts) await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  for (const label of ['Amount paid', 'Balance due']) await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download Receipt' })).toBeVisible()
  // The PDF opens in a new page. The test waits for the request, because a browser without a PDF viewer downloads the file.
  const address = /\/api\/public\/invoice\/[\w-]{24}\/pdf$/
  const [pdf] = await Promise.all([
    page.context().waitForEvent('request', (request) => address.test(request.url())),
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Download PDF Invoice' }).click(),
  ])
  expect((await (await page.request.get(pdf.url())).body()).subarray(0, 5).toString()).toBe('%PDF-')
  const checkout = await openCardPage(page, '$112.36')
  await payByCard(checkout, '$112.36')
  await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', paid: '162.36', payments: 2 })
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
  }
  await refund('50.00')
  await show('Paid and partly refunded')
  await expect(page.getByText('$50.00 of the $149.99 you paid was refunded. Nothing is due.')).toBeVisible()
  await accessible(page, 'a pay page after a refund')
  await refund('99.99')
  await show('Refunded in full')
  await page.goto(`/payment-success?invoice=${publicId}`)
  await expect(page.getByRole('heading', { name: 'Payment refunded' })).toBeVisible()
})
