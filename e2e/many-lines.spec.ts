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

test('text over a limit shows an error with the limit at its field, and typed text is kept', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  // The maximum text of an invoice.
  const texts = Array.from({ length: 150 }, (_, i) => `${i + 1} `.padEnd(2000, 'x'))
  const lineItems = texts.map((description) => ({ description, quantity: '1', unitPrice: '1.00' }))
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', lineItems })
  await page.goto('/invoices')
  await runInvoiceAction(page, 'A-1', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
  const notes = dialog.getByLabel('Notes')
  const typed = `Thank you${'\nand again'.repeat(201)}`
  await dialog.getByLabel('Line 1 Description').fill(`${texts[0]}y`)
  await notes.fill(typed)
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(dialog.getByLabel('Line 1 Description')).toHaveAccessibleDescription('Description can have at most 2,000 characters')
  await expect(notes).toHaveAccessibleDescription('Notes can have at most 200 line breaks')
  await expect(notes).toHaveValue(typed)

  await dialog.getByLabel('Line 1 Description').fill(texts[0]!)
  await notes.fill('Thank you')
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  const problem = dialog.getByText(
    'Descriptions, notes and terms can have at most 300 kB of text together. They have 300.1 kB: shorten them by 0.1 kB',
  )
  await expect(problem).toBeFocused()
  await expect(problem).toBeInViewport()
  expect(await dialog.evaluate((box) => [...box.querySelectorAll('*')].filter((part) => part.clientWidth > box.clientWidth).length)).toBe(0)
  await expect(notes).toHaveValue('Thank you')
  await dialog.getByLabel('Customer').scrollIntoViewIfNeeded()
  await dialog.getByLabel('Line 1 Description').fill('Short')
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(page.getByText('Invoice updated successfully', { exact: true }).first()).toBeVisible()
  const saved = (await (await page.request.get(`/api/invoices/${id}`)).json()) as { notes: string; lineItems: { description: string }[] }
  expect([saved.notes, saved.lineItems.map(({ description }) => description)]).toEqual(['Thank you', ['Short', ...texts.slice(1)]])
})
