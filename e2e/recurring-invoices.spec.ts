import { addDays, formatDay } from '#shared/dates.ts'
import { answer } from './support/confirm.ts'
import { expectFocusSeen, pressEnter, tabTo } from './support/keyboard.ts'
import { createSchedule, form, monthsAgo, now, panelOf, rows } from './support/recurring.ts'
import { expect, test } from './support/test.ts'

// Schedules create their invoices by the clock of the server. What lies in the past is due at once, so that a test need not wait for a month.

test.use({ allowedErrors: /status of (400|409)/ })

test('an invoice becomes a monthly retainer in two clicks, and its invoices are created and sent', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Bluebird Labs', email: 'billing@bluebird.example' })
  const issueDate = monthsAgo(now(), 3)
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-FIRST', status: 'sent', issueDate, dueDate: addDays(issueDate as never, 14) },
    ...{ taxRate: '10', lineItems: [{ description: 'Retainer', quantity: '1', unitPrice: '1200.00' }] },
  })
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Repeat INV-FIRST…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repeat This Invoice' })
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('Bluebird Labs')
  await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Retainer')
  await expect(dialog.getByText('$1,320.00').first()).toBeVisible()
  await expect(dialog.getByLabel('Payment Due')).toHaveValue('14')
  // The third one is due by now.
  await dialog.getByLabel('Start Date').fill(monthsAgo(now(), 2))
  await expect(dialog.getByText(/^The first [23] invoices are created and sent as soon as you save\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Recurring Invoice' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()

  const panel = panelOf(page, 'Bluebird Labs')
  const runs = panel.getByRole('region', { name: 'Runs' }).getByRole('listitem')
  // Today's run may still lie ahead, as it is early in the morning.
  await expect(async () => expect(await runs.count()).toBeGreaterThanOrEqual(2)).toPass({ timeout: 30_000 })
  if ((await runs.count()) < 3) {
    void answer(page, true)
    await panel.getByRole('button', { name: 'Create next now' }).click()
  }
  await expect(runs).toHaveCount(3)
  await runs.first().getByRole('link').click()
  const invoice = page.getByRole('complementary', { name: /^Invoice / })
  await expect(invoice.getByText('$1,320.00').first()).toBeVisible()
  await expect(invoice.getByText(/billing@bluebird\.example/).first()).toBeVisible()
  await invoice.getByRole('link', { name: 'recurring invoice' }).click()
  await expect(panel).toBeVisible()
})

test('the owner pauses, resumes, skips and deletes', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await createSchedule(page.request, customerId)
  await page.goto(`/recurring-invoices/${id}`)
  const panel = panelOf(page, 'Grace Hopper')
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('No invoices are created for Grace Hopper until you resume it.', { exact: true })).toBeVisible()
  await expect(panel.getByText('No invoices are created while paused.')).toBeVisible()
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('The next invoice for Grace Hopper is created on Jan 31, 2030.', { exact: true })).toBeVisible()

  const question = answer(page, true)
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Skip Next' }).click()
  expect(await question).toContain('Skip the invoice of Jan 31, 2030?')
  const runs = panel.getByRole('region', { name: 'Runs' })
  await expect(runs).toContainText('Jan 31, 2030Skipped by you')
  await expect(panel.getByRole('region', { name: 'History' })).toContainText(/Skipped.*Resumed.*Paused.*Created/s)

  // The customer can't be deleted meanwhile, and its page lists the schedule.
  await page.goto(`/customers/${customerId}`)
  await expect(page.getByRole('region', { name: 'Recurring invoices' })).toContainText('Retainer, {month}Active')
  await page.goto('/customers')
  void answer(page, true)
  await page.getByTitle('Delete Grace Hopper').click()
  await expect(page.getByText(/^This customer has 1 recurring invoice, so it can't be deleted/)).toBeVisible()

  await page.goto(`/recurring-invoices/${id}`)
  const deletion = answer(page, true)
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  expect(await deletion).toContain("No more invoices are created. This can't be undone.")
  await expect(page.getByText('No recurring invoices yet')).toBeVisible()
})

test('after a month of downtime it asks which invoices are created', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const start = addDays(now(), -30)
  const { id } = await createSchedule(page.request, customerId, { frequency: 'weekly', startDay: start })
  // Billfold pauses it, says so on the dashboard, and creates none by itself.
  await page.goto('/')
  const line = page.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem').filter({ hasText: 'recurring invoice' })
  await expect(line).toContainText(`Grace Hopper: Invoices have been missed since ${formatDay(start)}.`, { timeout: 30_000 })
  await line.getByRole('link').click()
  await expect(page).toHaveURL(`/recurring-invoices/${id}`)
  const panel = panelOf(page, 'Grace Hopper')
  await expect(panel.getByRole('region', { name: 'Problem' }).getByText('Paused by Billfold')).toBeVisible()
  await panel.getByRole('button', { name: 'Resume' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume Recurring Invoice' })
  await expect(dialog).toContainText(/^.*5 invoices for Grace Hopper were not created: .*/s)
  await expect(dialog).toContainText(formatDay(start))
  await expect(dialog.getByRole('radio', { name: /^None/ })).toBeChecked()
  await accessible(page, 'resume')
  await dialog.getByRole('radio', { name: /^Only the latest/ }).check()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('1 missed invoice is being created.', { exact: true })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1, { timeout: 30_000 })
  await expect(panel.getByRole('region', { name: 'Runs' })).toContainText(formatDay(addDays(start, 28)))
})

test('a schedule is created, opened and paused by keyboard alone', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/recurring-invoices')
  await expect(page.getByText('No recurring invoices yet')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = form(page)
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await page.keyboard.type('Grace')
  await expect(page.getByRole('option', { name: /Grace Hopper/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Start Date'))
  await expectFocusSeen(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2030-01-31')
  await tabTo(page, dialog.getByLabel('Line 1 Description'))
  await page.keyboard.type('Support')
  await tabTo(page, dialog.getByLabel('Line 1 Rate'))
  await page.keyboard.type('10')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeFocused()
  await expectFocusSeen(page)
  await page.keyboard.press('p')
  await expect(rows(page).nth(1)).toContainText('Paused')
  await page.keyboard.press('Enter')
  await expect(panelOf(page, 'Grace Hopper')).toBeVisible()
  await pressEnter(page, panelOf(page, 'Grace Hopper').getByRole('button', { name: 'Resume' }))
  await expect(rows(page).nth(1)).toContainText('Active')
  await page.keyboard.press('Escape')
  await expect(panelOf(page, 'Grace Hopper')).toBeHidden()
})
