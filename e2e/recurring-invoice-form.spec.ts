import { choose } from './support/combobox.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { createSchedule, dates, form, panelOf, rows, zone } from './support/recurring.ts'
import { expect, test } from './support/test.ts'
import { expectTouchTargets } from './support/touch.ts'

test.use({ allowedErrors: /status of (400|409)/ })

test('a recurring invoice is created from scratch, with its dates in view', async ({ page, records }) => {
  test.slow()
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Hosting', unitPrice: '40.00' })
  await page.goto('/invoices')
  await page.getByRole('navigation', { name: 'Invoices' }).getByRole('link', { name: 'Recurring' }).click()
  await expect(page).toHaveTitle('Recurring Invoices · Billfold')
  await expect(page.getByRole('heading', { name: 'Recurring Invoices', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await page.getByRole('button', { name: 'New Recurring Invoice' }).click()

  const dialog = form(page)
  await choose(dialog.getByRole('combobox', { name: 'Customer' }), 'Grace Hopper')
  await dialog.getByLabel('Start Date').fill('2030-01-31')
  await expect(dialog.getByText('Every month on the 31st (last day)')).toBeVisible()
  await expect(dates(page)).toHaveText([/^Jan 31, 2030/, /^Feb 28, 2030/, /^Mar 31, 2030/, ...Array(9).fill(/2030|2031/)])
  await expect(dialog.getByText('Months without day 31 use their last day, like Feb 28.')).toBeVisible()
  await dialog.getByLabel('Ends').selectOption('After a number of invoices')
  await dialog.getByLabel('Number of Invoices').fill('3')
  await expect(dates(page)).toHaveCount(3)

  // The line takes its price from the item, and its month from the day.
  await dialog.getByRole('button', { name: 'Pick an item for line 1' }).click()
  await page.getByRole('option', { name: /Hosting/ }).click()
  await dialog.getByLabel("Line 1 Follow the item's price").check()
  await expect(dialog.getByLabel('Line 1 Rate')).toHaveAttribute('readonly', '')
  await dialog.getByLabel('Line 1 Description').fill('Hosting, ')
  await dialog.getByRole('button', { name: 'Insert date into line 1' }).click()
  await expect(page.getByRole('menuitem').first()).toHaveText(/^\{month\}[A-Z][a-z]+ \d{4}$/)
  await page.getByRole('menuitem', { name: /^\{month\}/ }).click()
  await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Hosting, {month}')
  await dialog.getByRole('radio', { name: /^Create drafts/ }).check()
  await dialog.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The next invoice for Grace Hopper is created on Jan 31, 2030.', { exact: true })).toBeVisible()

  await expect(rows(page).nth(1)).toContainText('Grace Hopper')
  for (const text of [
    'Hosting, {month}',
    '$40.00',
    'Every month on the 31st (last day), 3 invoices',
    'Creates drafts',
    'Jan 31, 2030',
    'Active',
  ])
    await expect(rows(page).nth(1)).toContainText(text)
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    ...['All 1 ', 'Active 1 ', 'Waiting 0 ', 'Paused 0 ', 'Ended 0 '],
  ])

  // A click anywhere on the row opens it, with the texts of the next invoice.
  await rows(page).nth(1).getByText('Every month').click()
  const panel = panelOf(page, 'Grace Hopper')
  await expect(panel.getByText('Hosting, January 2030')).toBeVisible()
  await expect(panel.getByText('Created by Ada Lovelace')).toBeVisible()
  // A new price of the item reaches the open page.
  const items = await (await page.request.get('/api/items')).json()
  await page.request.put(`/api/items/${items[0].id}`, { data: { name: 'Hosting', unitPrice: '45.00' } })
  await expect(panel.getByText('$45.00').first()).toBeVisible()
})

test('an estimate and an unsaved invoice can be repeated, too, and an edit asks from when it holds and is not saved over a newer one', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.estimate({
    customerId,
    estimateNumber: 'EST-1',
    lineItems: [{ description: 'Support', quantity: '2', unitPrice: '50.00' }],
  })
  await page.goto('/estimates')
  await runInvoiceAction(page, 'EST-1', 'Repeat…')
  const repeated = page.getByRole('dialog', { name: 'Repeat This Estimate' })
  await expect(repeated.getByLabel('Line 1 Description')).toHaveValue('Support')
  await expect(repeated.getByLabel('Payment Due')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(repeated).toBeHidden()

  await page.getByRole('button', { name: 'New Invoice' }).click()
  const editor = page.getByRole('dialog', { name: 'Create New Invoice' })
  await choose(editor.getByLabel('Customer'), 'Grace Hopper')
  await editor.getByLabel('Line 1 Description').fill('Consulting')
  await editor.getByLabel('Line 1 Rate').fill('75')
  // Dated after the 28th, the start would keep its day.
  await editor.getByLabel('Issue Date').fill('2026-04-15')
  await editor.getByLabel('Repeats').selectOption('Every quarter')
  const dialog = page.getByRole('dialog', { name: 'New Recurring Invoice' })
  await expect(editor).toBeHidden()
  const repeats = dialog.getByLabel('Repeats')
  await expect(repeats).toBeFocused()
  await expect(repeats).toHaveValue('quarter')
  await expect(dialog.getByText(/^Every 3 months/)).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'The invoice as your customer will see it' })).toBeVisible()
  // What is typed goes there and back.
  await dialog.getByLabel('Line 1 Description').fill('Consulting and care')
  await repeats.selectOption('Never')
  await expect(editor.getByLabel('Line 1 Description')).toHaveValue('Consulting and care')
  await expect(editor.getByLabel('Repeats')).toBeFocused()
  await editor.getByLabel('Repeats').selectOption('Custom…')
  await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Consulting and care')
  await expect(dialog.getByLabel('Unit')).toHaveValue('monthly')
  await repeats.selectOption('Every month')
  await expect(dialog.getByLabel('Unit')).toBeHidden()
  await dialog.getByLabel('Start Date').fill('2030-05-01')
  await dialog.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  await page.getByRole('button', { name: 'Use USD' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(panelOf(page, 'Grace Hopper')).toContainText('Every month on the 1st')
  // What was typed is not offered again.
  await page.getByRole('button', { name: 'New Invoice' }).click()
  await expect(editor.getByLabel('Customer')).toBeVisible()
  await expect(editor.getByText('You have an unfinished invoice')).toBeHidden()

  // An edit asks from when it holds.
  const { id } = await createSchedule(page.request, customerId)
  await page.goto(`/recurring-invoices/${id}`)
  await panelOf(page, 'Grace Hopper').getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Recurring Invoice' })
  await expect(edited.getByLabel('Changes apply from')).toHaveValue('Jan 31, 2030')
  await expect(edited.getByText('Invoices already created stay as they are.')).toBeVisible()
  await edited.getByLabel('Line 1 Rate').fill('1500')
  await edited.getByLabel('Changes apply from').fill('2030-03-01')

  // A stale copy is not saved over a newer one.
  const saved = await (await page.request.get(`/api/recurring-invoices/${id}`)).json()
  const other = await page.request.put(`/api/recurring-invoices/${id}`, {
    data: {
      ...{ customerId, startDay: '2030-01-31', frequency: 'monthly', timeZone: zone, dueDays: 7, sendsInvoices: false },
      content: { lineItems: [{ description: 'Retainer, {month}', quantity: '1', unitPrice: '1300.00' }] },
      version: saved.version,
    },
  })
  expect(other.status()).toBe(200)
  await edited.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edited.getByText('This was changed elsewhere since you opened it.')).toBeVisible()
  await expect(edited.getByRole('row', { name: /^Due days/ })).toContainText('147')
  await edited.getByRole('button', { name: 'Keep my changes' }).click()
  await edited.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edited).toBeHidden()
  // The new price begins in March.
  const { total, dueDays } = await (await page.request.get(`/api/recurring-invoices/${id}`)).json()
  expect([total, dueDays]).toEqual(['1300.00', 14])
})

test('a recurring invoice is created with taps', { tag: '@phone-only' }, async ({ page, records }) => {
  test.slow()
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/recurring-invoices')
  await page.getByRole('button', { name: 'New Recurring Invoice' }).tap()
  const dialog = form(page)
  await choose(dialog.getByRole('combobox', { name: 'Customer' }), 'Grace Hopper')
  await dialog.getByLabel('Start Date').fill('2030-01-31')
  await dialog.getByLabel('On', { exact: true }).selectOption('Other days…')
  await dialog.getByLabel('Last day', { exact: true }).check()
  await dialog.getByLabel('Line 1 Description').fill('Support')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await expectTouchTargets(page, 'a new recurring invoice')
  await dialog.getByRole('button', { name: 'Create Recurring Invoice' }).tap()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Recurring invoices' })).toContainText('Every month on the last day')
  await expectTouchTargets(page, 'recurring invoices')
  await page.getByRole('link', { name: 'Grace Hopper' }).tap()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pause' })).toBeVisible()
  await expectTouchTargets(page, 'one recurring invoice')
})
