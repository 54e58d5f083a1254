import { expect, test } from './support/test.ts'

// Without its document a customer's page does not know their language: it speaks that of the browser.

test.use({ locale: 'de-AT', allowedErrors: /404 \(Not Found\)|ERR_FAILED/ })

const unknown = 'AAAAAAAAAAAAAAAAAAAAAAAA'

test('a page whose document does not exist, or could not be loaded, speaks the language of the browser', async ({ page, accessible }) => {
  await page.context().clearCookies()
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goto(`/pay-invoice/${unknown}`)
  await heading('Rechnung nicht gefunden')
  await expect(page.getByText('Die gesuchte Rechnung gibt es nicht, oder sie wurde entfernt.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto(`/review-estimate/${unknown}`)
  await heading('Angebot nicht gefunden')
  await page.goto(`/credit-note/${unknown}`)
  await heading('Rechnungskorrektur nicht gefunden')
  for (const query of ['', `?invoice=${unknown}`]) {
    await page.goto(`/payment-success${query}`)
    await heading('Rechnung nicht gefunden.')
  }
  await accessible(page, 'a success page without an invoice, in German')

  await page.route('**/api/public/**', (route) => route.abort())
  await page.goto(`/pay-invoice/${unknown}`)
  await expect(page.getByRole('alert')).toContainText('Das konnte nicht geladen werden')
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
})

test('once the document is loaded, its own language counts', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'شركة النور', language: 'ar' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  const { payPage } = await records.paymentLink(invoice.id)
  await page.route('**/api/public/**', (route) => route.abort())
  await page.goto(payPage)
  await expect(page.getByRole('alert')).toContainText('Das konnte nicht geladen werden')
  await page.unroute('**/api/public/**')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { name: 'فاتورة INV-1' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('its figures and dates are those of the country of the business', async ({ page, records }) => {
  const data = { businessName: 'Asha Works', country: 'India', currency: 'INR', documentLanguage: 'en' }
  await page.request.post('/api/business-profile', { data })
  const { id: customerId } = await records.customer({ name: 'Acme' })
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '6378037.03' }]
  const { id } = await records.invoice({
    customerId,
    invoiceNumber: 'INV-1',
    status: 'sent',
    issueDate: '2026-11-02',
    dueDate: '2030-11-02',
    lineItems,
  })
  const { payPage } = await records.paymentLink(id)
  await page.goto(payPage)
  await expect(page.getByText('₹63,78,037.03').first()).toBeVisible()
  await expect(page.getByText('2 Nov 2026')).toBeVisible()
})
