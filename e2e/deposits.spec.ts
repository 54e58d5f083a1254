import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

const openAction = async (page: Page, number: string, name: string) => {
  await panelOf(page, number)
    .getByRole('button', { name: `More actions: ${number}` })
    .click()
  await page.getByRole('menuitem', { name }).click()
}
const send = async (page: Page, id: number) => {
  const { customerId, invoiceNumber, issueDate, dueDate, lineItems } = await (await page.request.get(`/api/invoices/${id}`)).json()
  const own = lineItems.filter(({ kind }: { kind: string }) => kind !== 'deposit')
  const lines = own.map(({ id: lineId, description, quantity, unitPrice }: Record<string, unknown>) => ({
    ...{ id: lineId, description, quantity, unitPrice },
  }))
  const data = { customerId, invoiceNumber, issueDate, dueDate, lineItems: lines, status: 'sent' }
  expect((await page.request.put(`/api/invoices/${id}`, { data })).status()).toBe(200)
}

test('a deposit of 30% is asked for on a draft, sent, and deducted from it', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const draft = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-1', issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: '19' },
    lineItems: [{ description: 'Website', quantity: '1', unitPrice: '1000.00' }],
  })
  await page.goto(`/invoices/${draft.id}`)
  await openAction(page, 'INV-1', 'Request a deposit…')
  const dialog = page.getByRole('dialog', { name: 'Request a deposit' })
  await expect(dialog).toContainText('$357.00 with tax')
  await dialog.getByRole('textbox', { name: 'Deposit' }).fill('1200')
  await dialog.getByRole('button', { name: 'Create Deposit Invoice' }).click()
  await expect(dialog).toContainText('The deposit must be at most $1,000.00')
  await dialog.getByRole('textbox', { name: 'Deposit' }).fill('30%')
  await dialog.getByRole('button', { name: 'Create Deposit Invoice' }).click()
  await expect(dialog).toBeHidden()
  const number = new URL(page.url()).pathname.split('/').at(-1)!
  const deposit = await (await page.request.get(`/api/invoices/${number}`)).json()
  const panel = panelOf(page, deposit.invoiceNumber)
  await expect(panel.getByRole('region', { name: 'Deducted from' })).toContainText('Not deducted from an invoice yet.')
  await expect(panel).toContainText('$357.00')

  await page.goto(`/invoices/${draft.id}`)
  const deposits = panelOf(page, 'INV-1').getByRole('region', { name: 'Deposits' })
  await expect(deposits).toContainText('$300.00, not sent yet')
  await send(page, deposit.id)
  await page.reload()
  await deposits.getByRole('button', { name: `Deduct ${deposit.invoiceNumber}` }).click()
  await expect(page.getByText(`INV-1 now deducts ${deposit.invoiceNumber}.`).first()).toBeVisible()
  await expect(panelOf(page, 'INV-1')).toContainText('$833.00')
  await accessible(page, 'a draft that deducts a deposit')
  await expect(deposits).toContainText('$300.00 deducted')

  // The form shows the deduction, and saving keeps it.
  await panelOf(page, 'INV-1').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(form).toContainText(`Less deposit ${deposit.invoiceNumber}`)
  await form.getByLabel('Line 1 Rate').fill('1100')
  await expect(form).toContainText('$952.00')
  await form.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(form).toBeHidden()
  await expect(panelOf(page, 'INV-1')).toContainText('$952.00')
  await deposits.getByRole('button', { name: `Remove the deduction of ${deposit.invoiceNumber}` }).click()
  await expect(panelOf(page, 'INV-1')).toContainText('$1,309.00')
})

test('how an invoice is paid is chosen while it is written: a deposit on its draft, or instalments that are sent with it', async ({
  page,
  records,
  accessible,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.invoice({ customerId, invoiceNumber: 'FIRST' })
  const write = async (payment: string) => {
    await page.goto('/invoices?open=new')
    const editor = page.getByRole('dialog', { name: 'Create New Invoice' })
    await choose(editor.getByLabel('Customer', { exact: true }), 'Grace Hopper')
    await editor.getByLabel('Line 1 Description').fill('Website')
    await editor.getByLabel('Line 1 Rate').fill('1000')
    await editor.getByLabel('Payment', { exact: true }).selectOption(payment)
    return editor
  }
  const editor = await write('Deposit and rest')
  await expect(editor.getByRole('button', { name: 'Create & Send' })).toBeHidden()
  await accessible(page, 'an invoice with a deposit')
  await editor.getByRole('button', { name: 'Request a deposit' }).click()
  const deposit = page.getByRole('dialog', { name: 'Request a deposit' })
  await expect(deposit.getByRole('textbox', { name: 'Deposit' })).toBeFocused()
  await deposit.getByRole('button', { name: 'Create Deposit Invoice' }).click()
  await expect(page.getByText(/asks for \$300\.00 on INV-/).first()).toBeVisible()

  const divided = await write('Instalments')
  await expect(divided.getByText('$333.34, then 2 × $333.33.')).toBeVisible()
  await divided.getByLabel('Number of instalments').selectOption('4')
  await divided.getByLabel('Due', { exact: true }).selectOption('Weekly')
  await expect(divided.getByText('4 × $250.00.')).toBeVisible()
  await accessible(page, 'an invoice in instalments')
  await divided.getByRole('button', { name: 'Create & Send' }).click()
  await expect(page.getByText(/is being sent to/).first()).toBeVisible()
  const made: { id: number; status: string }[] = await (await page.request.get('/api/invoices')).json()
  expect(made.map(({ status }) => status).sort()).toEqual(['draft', 'draft', 'draft', 'sent'])
  const { id } = made.find(({ status }) => status === 'sent')!
  const { instalments } = await (await page.request.get(`/api/invoices/${id}/instalments`)).json()
  expect(instalments.map(({ amount }: { amount: string }) => amount)).toEqual(['250.00', '250.00', '250.00', '250.00'])
})

test('an estimate is invoiced in parts: 30%, one line, and the rest', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const estimate = await records.estimate({
    ...{ customerId, estimateNumber: 'EST-1', issueDate: '2026-01-05', expiryDate: '2030-02-04', status: 'accepted', taxRate: '19' },
    lineItems: [
      { description: 'Design', quantity: '10', unitPrice: '100.00' },
      { description: 'Development', quantity: '20', unitPrice: '100.00' },
    ],
  })
  await page.goto(`/estimates/${estimate.id}`)
  const panel = page.getByRole('complementary', { name: 'Estimate EST-1' })
  await panel.getByRole('button', { name: 'Invoice a Part…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invoice a Part' })
  await expect(dialog).toContainText('Estimate EST-1: $0.00 of $3,000.00 is invoiced, $3,000.00 is left.')
  await expect(dialog).toContainText('the draft for all of this estimate, will be deleted.')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog).toContainText('Enter a percentage from 0 to 100')
  await dialog.getByLabel('All lines done to (%)').fill('30')
  await expect(dialog.getByRole('region', { name: 'Totals' })).toContainText('$900.00')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Invoice INV-' })).toContainText('Development (30%)')

  await page.goto(`/estimates/${estimate.id}`)
  const parts = panel.getByRole('region', { name: 'Invoiced in parts' })
  await expect(parts).toContainText('$900.00 of $3,000.00 is invoiced, $2,100.00 is left.')
  await accessible(page, 'an estimate that is invoiced in parts')
  await panel.getByRole('button', { name: 'Invoice a Part…' }).click()
  await dialog.getByLabel('Percent done of Design').fill('20')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog).toContainText('$300.00 is invoiced already, 30% of the line')
  await dialog.getByLabel('Percent done of Design').fill('100')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(`/estimates/${estimate.id}`)
  const answered = answer(page, true)
  await parts.getByRole('button', { name: 'Invoice the Rest' }).click()
  await answered
  await expect(parts).toContainText('All of $3,000.00 is invoiced.')
  await expect(parts.getByRole('link')).toHaveCount(3)
})
