import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

type Saved = {
  version: number
  invoiceNumber: string
  status: string
  taxAmount: string
  total: string
  balanceDue: string
  notes: string | null
  lineItems: { description: string; quantity: string }[]
}
const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const saved = async (page: Page, id: number) => (await (await page.request.get(`/api/invoices/${id}`)).json()) as Saved
const lines = (...descriptions: string[]) => descriptions.map((description) => ({ description, quantity: '1', unitPrice: '100.00' }))

const edit = async (page: Page, invoiceNumber: string) => {
  await page.goto('/invoices')
  await runInvoiceAction(page, invoiceNumber, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}

test('the edit dialog shows the saved values, warns about a due date before the issue date, and saves', async ({ page, records }) => {
  const ada = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.customer({ name: 'Alan Turing' })
  const { id } = await records.invoice({ customerId: ada.id, invoiceNumber: 'A-1', taxRate: '10', lineItems: lines('Work') })
  const dialog = await edit(page, 'A-1')
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Status')).toHaveValue('draft')
  await expect(dialog.getByLabel('Tax Amount ($)')).toHaveValue('10.00')
  await choose(dialog.getByLabel('Customer'), 'Alan Turing')
  await dialog.getByLabel('Issue Date').fill('2026-05-05')
  await dialog.getByLabel('Due Date').fill('2026-05-01')
  await expect(dialog.getByLabel('Due Date')).toHaveAccessibleDescription('The due date is before the issue date.')
  await dialog.getByLabel('Line 1 Qty').fill('0.5')
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(dialog.getByLabel('Line 1 Qty')).toHaveAccessibleDescription('Quantity must be at least 1')
  await dialog.getByLabel('Line 1 Qty').fill('2')
  await dialog.getByLabel('Status').selectOption('Paid')
  await expect(dialog.getByLabel('Status')).toHaveAccessibleDescription('Records a payment of $220.00, dated today.')
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expectText(page, 'Invoice updated successfully')
  await expect(dialog).toBeHidden()
  expect(await saved(page, id)).toMatchObject({ status: 'paid', total: '220.00', balanceDue: '0.00', version: expect.any(Number) })

  // It is edited again without a reload.
  await runInvoiceAction(page, 'A-1', 'Edit')
  await expect(dialog.getByLabel('Status')).toHaveValue('paid')
  await dialog.getByLabel('Status').selectOption('Sent')
  await expect(dialog.getByLabel('Status')).toHaveAccessibleDescription(/^Undoes manually recorded payments\./)
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved(page, id)).toMatchObject({ balanceDue: '220.00' })
})

test('marking as paid offers to send a receipt; the option is off by default for a draft and on for a sent invoice', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const receiptsOf = async (id: number) => {
    const { emails } = await (await page.request.get(`/api/invoices/${id}/history`)).json()
    return (emails as { kind: string }[]).filter(({ kind }) => kind === 'receipt').length
  }
  // The default behavior has its own tests. Here, each case selects the opposite of the default.
  const cases = [
    { status: 'draft', number: 'A-1', isChecked: false, receipts: 1 },
    { status: 'sent', number: 'A-2', isChecked: true, receipts: 0 },
  ] as const
  for (const { status, number, isChecked, receipts } of cases) {
    const { id } = await records.invoice({ customerId, invoiceNumber: number, status })
    const dialog = await edit(page, number)
    const choice = dialog.getByRole('checkbox', { name: 'Send a receipt to grace@example.com' })
    await expect(choice).toHaveCount(0)
    await dialog.getByLabel('Status').selectOption('Paid')
    await expect(choice).toBeChecked({ checked: isChecked })
    await choice.click()
    await dialog.getByRole('button', { name: 'Update Invoice' }).click()
    await expect(dialog).toBeHidden()
    expect(await saved(page, id)).toMatchObject({ status: 'paid' })
    expect(await receiptsOf(id), number).toBe(receipts)
  }
})

/** Waits until the given time has passed on the page's own clock. */
const turns = (page: Page, ms = 0) => page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), ms)

test('lines are reordered by keyboard and by mouse, and the order is saved', async ({ page, records, isMobile }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', lineItems: lines('One', 'Two', 'Three', 'Four') })
  const dialog = await edit(page, 'A-1')
  const order = () =>
    dialog.getByLabel(/^Line \d+ Description$/).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const becomes = (...words: string[]) => expect.poll(order).toEqual(words)

  await dialog.getByLabel('Line 1 Rate').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await becomes('Two', 'One', 'Three', 'Four')
  await expect(dialog.getByLabel('Line 2 Rate')).toBeFocused()
  await expect(dialog.getByText('Line 1 moved to position 2 of 4.')).toBeAttached()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(dialog.getByLabel('Line 1 Rate')).toBeFocused()
  // The first line can't move up.
  await page.keyboard.press('Alt+ArrowUp')
  await becomes('One', 'Two', 'Three', 'Four')
  await dialog.getByLabel('Line 3 Rate').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(dialog.getByLabel('Line 2 Rate')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(dialog.getByLabel('Line 3 Rate')).toBeFocused()
  await becomes('One', 'Two', 'Three', 'Four')

  const handle = (line: number) => dialog.getByRole('button', { name: `Move line ${line}`, exact: true })
  await handle(1).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Line 1 of 4 picked up.')).toBeAttached()
  // A picked-up line handles key presses only after the next timer turn.
  await turns(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Move canceled.')).toBeAttached()
  await expect(dialog).toBeVisible()
  await handle(1).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Line 1 of 4 picked up.')).toBeAttached()
  await turns(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('At position 2 of 4.')).toBeAttached()
  await page.keyboard.press('Space')
  await becomes('Two', 'One', 'Three', 'Four')

  await handle(4).scrollIntoViewIfNeeded()
  const from = (await handle(4).boundingBox())!
  const to = (await handle(3).boundingBox())!
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 6, { steps: 3 })
  await page.mouse.move(to.x + 8, to.y + (isMobile ? -20 : 2), { steps: 8 })
  await page.mouse.up()
  await becomes('Two', 'One', 'Four', 'Three')
  // For 50 ms after a drop, a click is treated as part of the drag.
  await turns(page, 60)
  await dialog.getByRole('button', { name: 'Remove line 1' }).click()
  await expect(dialog.getByText('Line 1 removed.')).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Remove line 1' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Update Invoice' }).click()
  await expectText(page, 'Invoice updated successfully')
  expect((await saved(page, id)).lineItems.map(({ description }) => description)).toEqual(['One', 'Four', 'Three'])
})

test.describe('concurrent edit', () => {
  test.use({ allowedErrors: /(status of 409|ERR_FAILED) .*\/api\/invoices\/\d+$/ })

  test('both versions are shown field by field, and the user keeps one of them', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', lineItems: lines('Work', 'Travel') })
    const body = { customerId, invoiceNumber: 'A-1', issueDate: '2026-01-05', dueDate: '2030-12-31', lineItems: lines('Work', 'Hotel') }
    const put = async (notes: string) =>
      expect((await page.request.put(`/api/invoices/${id}`, { data: { ...body, notes } })).status()).toBe(200)
    // Once, the invoice fails to load.
    await page.route(`**/api/invoices/${id}`, (route) => route.abort(), { times: 1 })
    await page.goto('/invoices')
    await runInvoiceAction(page, 'A-1', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('')
    await put('Theirs')
    await dialog.getByLabel('Notes').fill('Mine')
    await dialog.getByRole('button', { name: 'Update Invoice' }).click()
    await expect(dialog.getByRole('row', { name: 'Notes Mine Theirs' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Line 2 1 x Travel at $100.00 1 x Hotel at $100.00' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^Customer/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Start over from the saved version' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Theirs')
    await expect(dialog.getByLabel('Line 2 Description')).toHaveValue('Hotel')

    await put('Theirs again')
    await dialog.getByLabel('Notes').fill('Mine again')
    await dialog.getByRole('button', { name: 'Update Invoice' }).click()
    await dialog.getByRole('button', { name: 'Keep my changes' }).click()
    await dialog.getByRole('button', { name: 'Update Invoice' }).click()
    await expectText(page, 'Invoice updated successfully')
    expect(await saved(page, id)).toMatchObject({ notes: 'Mine again' })
  })
})
