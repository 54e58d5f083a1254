import type { Page } from '@playwright/test'
import { today } from '#shared/dates.ts'
import { expectFocusSeen, listen, pressEnter, typeInto } from './support/keyboard.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

// Payments of an invoice in another currency than that of the business: what the money was worth when it came.

/** A sent invoice of €1,000.00, worth $1,084.20 in the books. */
const sent = async (records: Records) => {
  const { id: customerId } = await records.customer({ name: 'Atelier Berlin' })
  return records.invoice({
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', currency: 'EUR', exchangeRate: '1.0842' },
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: '1000.00' }],
  })
}
const open = async (page: Page, id: number) => {
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Record Payment' }).first().click()
  return page.getByRole('dialog', { name: 'Record Payment' })
}

test('a payment at another rate shows its exchange gain, in the dialog, on the invoice and in profit and loss', async ({
  page,
  records,
}) => {
  const { id } = await sent(records)
  const day = today(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  await page.request.put(`/api/exchange-rates/EUR/${day}`, { data: { rate: '1.1' } })
  const dialog = await open(page, id)
  const rate = dialog.getByLabel('Exchange Rate')
  const received = dialog.getByLabel('Received in USD')
  await expect(rate).toHaveValue('1.1')
  await expect(rate).toHaveAccessibleDescription(/^Entered for /)
  await expect(received).toHaveValue('1100.00')
  await dialog.getByLabel('Amount', { exact: true }).fill('400')
  await expect(received).toHaveValue('440.00')
  await expect(dialog.getByText('Exchange gain $6.32')).toBeVisible()

  await received.fill('430')
  await expect(rate).toHaveValue('1.075')
  await expect(dialog.getByText('Exchange loss $3.68')).toBeVisible()
  // The field that was left empty follows the rate again.
  await received.fill('')
  await received.blur()
  await expect(received).toHaveValue('440.00')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText('$440.00 in your books · 1 EUR = 1.1 USD')

  await page.goto('/reports?type=profit-loss')
  await expect(page.getByRole('row').filter({ hasText: 'Exchange gain or loss' }).first()).toContainText('$6.32')
})

test('a payment in another currency is recorded by keyboard alone', async ({ page, records }) => {
  const { id } = await sent(records)
  await page.goto(`/invoices/${id}`)
  const { expectHeard } = await listen(page)
  await pressEnter(page, page.getByRole('button', { name: 'Record Payment' }).first())
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog.getByLabel('Amount', { exact: true })).toBeFocused()
  await typeInto(page, dialog.getByLabel('Amount', { exact: true }), '400')
  // What comes with the day's rate, which would replace a selection.
  await expect(dialog.getByLabel('Received in USD')).toHaveValue('433.68')
  await typeInto(page, dialog.getByLabel('Received in USD'), '440')
  await expectFocusSeen(page, 'in the field of what was received')
  await expectHeard('Exchange gain $6.32')
  await page.keyboard.press('Enter')
  await expectHeard(/€400\.00 for invoice INV-1/)
  await expect(page.getByRole('region', { name: 'Payments', exact: true })).toContainText('$440.00 in your books')
})
