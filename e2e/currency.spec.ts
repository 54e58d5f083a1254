import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** All texts of the page, with those that only screen readers get. */
const readTexts = (page: Page) => page.evaluate(() => document.body.textContent)

test('a business with euros sees and sends euros everywhere, and its German customer reads German', async ({ page, records }) => {
  await records.profile({ businessName: 'Atelier Sud' })
  await page.goto('/business-profile?section=business')
  await page.getByLabel('Currency').selectOption('Euro (EUR)')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Business profile updated successfully').first()).toBeVisible()
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await records.item({ name: 'Design', unitPrice: '120.50' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', taxRate: '20' })
  const estimate = await records.estimate({ customerId, estimateNumber: 'EST-1', status: 'sent' })
  await records.expense({ description: 'Paper', category: 'Office Supplies', amount: '12.30', expenseDate: '2026-01-07' })
  const { payPage } = await records.paymentLink(invoice.id)
  const expectEuros = async (amount: string) => {
    await expect(page.getByText(amount).filter({ visible: true }).first(), `${amount} at ${page.url()}`).toBeVisible()
    expect(await readTexts(page), page.url()).not.toContain('$')
  }

  for (const [path, amount] of [
    ['/', '€120.00'],
    ['/invoices', '€120.00'],
    [`/invoices/${invoice.id}`, '1 × €100.00'],
    ['/estimates', '€100.00'],
    [`/estimates/${estimate.id}`, '1 × €100.00'],
    ['/items', '€120.50'],
    ['/expenses', '€12.30'],
    ['/customers', 'Owes €120.00'],
    [`/customers/${customerId}`, '€120.00 due'],
    ['/reports?type=invoice&from=2026-01-01&to=2026-12-31', '€120.00'],
    ['/reports?type=profit-loss&from=2026-01-01&to=2026-12-31', '€87.70'],
    ['/books/trial-balance', '€100.00'],
    [payPage, '1 × €100.00'],
  ] as const) {
    await page.goto(path)
    await expectEuros(amount)
  }

  const { id: weber } = await records.customer({ name: 'Weber GmbH', language: 'de' })
  const german = await records.invoice({ customerId: weber, invoiceNumber: 'INV-2', status: 'sent' })
  await page.goto((await records.paymentLink(german.id)).payPage)
  await expect(page.getByRole('heading', { name: 'Rechnung INV-2' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Fällig am 31. Dezember 2030').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^100,00\s€ bezahlen$/ })).toBeVisible()

  await page.goto('/business-profile?section=business')
  await expect(page.getByLabel('Currency')).toHaveValue('Euro (EUR)')
  await expect(page.getByLabel('Currency')).not.toBeEditable()

  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).filter({ visible: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Line 1 Rate').fill('12.5')
  await expect(form.getByText('Tax Amount (€)')).toBeVisible()
  await expectEuros('€12.50')
})
