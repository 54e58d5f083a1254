import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

test('with 1,000 lines, only the lines near the viewport are rendered, and all lines are saved', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const lineItems = Array.from({ length: 1000 }, (_, i) => ({ description: `Thing ${i + 1}`, quantity: '1', unitPrice: '100.00' }))
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', lineItems })
  await page.goto('/invoices')
  await runInvoiceAction(page, 'A-1', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
  const descriptions = dialog.getByLabel(/^Line \d+ Description$/)
  await expect(dialog.getByRole('row')).toHaveCount(1001)
  await expect(dialog.getByRole('row', { name: 'Thing 500', exact: true })).toBeAttached()
  expect(await descriptions.count()).toBeLessThan(100)

  // A line without a description, outside the viewport when the save is rejected.
  await dialog.getByRole('row', { name: 'Thing 500', exact: true }).scrollIntoViewIfNeeded()
  await dialog.getByLabel('Line 500 Description').fill('')
  await dialog.getByLabel('Invoice Number').focus()
  await expect(dialog.getByLabel('Line 500 Description')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(dialog.getByLabel('Line 500 Description')).toBeFocused()
  await dialog.getByLabel('Line 500 Description').fill('Mended')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(dialog.getByLabel('Line 501 Description')).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove line 502' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove line 502' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Add Item' }).click()
  await expect(dialog.getByLabel('Line 1000 Description')).toBeFocused()
  await page.keyboard.type('New')
  await dialog.getByLabel('Line 1000 Rate').fill('1')
  // Only the line list scrolls, not the dialog.
  expect(await dialog.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(page.getByText('Invoice updated successfully', { exact: true }).first()).toBeVisible()
  const saved = (await (await page.request.get(`/api/invoices/${id}`)).json()) as { lineItems: { description: string }[] }
  const words = saved.lineItems.map(({ description }) => description)
  expect(words).toEqual([
    ...lineItems.slice(0, 499).map(({ description }) => description),
    'Thing 501',
    'Mended',
    ...lineItems.slice(502).map(({ description }) => description),
    'New',
  ])
})
