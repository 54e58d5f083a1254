import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { openMail } from './support/mailbox.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const types = [
  'Revenue Report',
  'Expenses Report',
  'Customer Report',
  'Invoice Report',
  'Profit & Loss',
  'Sales Tax Summary',
  'Aged Receivables',
  'Customer Statement',
]
const type = (page: Page) => page.getByLabel('Report type')
const report = (page: Page, title: string) => page.getByRole('table', { name: title, exact: true })
const row = (page: Page, words: string) => page.getByRole('main').getByRole('row').filter({ hasText: words }).last()
const documents = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Documents' }).getByRole('listitem')
const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 100)

/** Closes the documents with Escape, which works when their heading has the focus. */
const leave = async (page: Page) => {
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Data around a year end: one invoice paid before it, one partly paid after it, and one expense on each side. */
const aYearsEnd = async (page: Page, records: Records) => {
  const grace = await records.customer({ name: '=SUM(1,2) "Grace"', email: 'grace@example.com' })
  const linus = await records.customer({ name: 'Linus' })
  const invoice = (customerId: number, invoiceNumber: string, issueDate: string, unitPrice: string) =>
    records.invoice({
      customerId,
      invoiceNumber,
      issueDate,
      dueDate: '2026-01-10',
      status: 'sent',
      taxRate: '10',
      lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
    })
  const pay = async (id: number, amount: string, paymentDate: string) => {
    const data = { amount, paymentDate, paymentMethod: 'Bank transfer', sendReceipt: false }
    const reply = await page.request.post(`/api/invoices/${id}/payments`, { data })
    expect(reply.status(), await reply.text()).toBe(201)
  }
  await pay((await invoice(grace.id, 'R-1', '2025-12-20', '1000')).id, '1100', '2025-12-30')
  await pay((await invoice(linus.id, 'R-2', '2026-01-02', '200')).id, '100.01', '2026-01-05')
  await records.expense({ description: 'Train', category: 'Travel', amount: '40.10', expenseDate: '2025-12-31' })
  await records.expense({ description: 'Screen', category: 'Equipment', amount: '300', expenseDate: '2026-01-01' })
  return { grace, linus }
}
const across = 'from=2025-12-15&to=2026-01-14'

test('a date range is selected by keyboard, every report shows its figures, and the URL keeps the selected report', async ({
  page,
  records,
}) => {
  const { grace } = await aYearsEnd(page, records)
  await page.goto('/reports')
  await expect(type(page)).toHaveValue('revenue')
  expect(await type(page).locator('option').allTextContents()).toEqual(types)
  const period = page.getByLabel('Period')
  expect(await period.locator('> option').allTextContents()).toEqual(['Last 7 days', 'Last 30 days', 'Last 90 days', 'Last year'])
  // A quarter of the calendar is chosen by its name.
  const quarter = await period
    .locator('option', { hasText: /^Q\d 20\d\d$/ })
    .last()
    .textContent()
  await period.selectOption({ label: quarter! })
  await expect(page).toHaveURL(/from=20\d\d-(01|04|07|10)-01&to=/)
  await expect(period.locator('option:checked')).toHaveText(quarter!)
  await period.selectOption('30')
  await expect(period).toHaveValue('30')

  // By keyboard only. An invalid range is entered first.
  const button = page.getByRole('button', { name: 'Custom Date Range' })
  await button.press('Enter')
  const form = page.getByRole('form', { name: 'Custom range' })
  await expect(form.getByLabel('From')).toBeFocused()
  await form.getByLabel('From').fill('2026-01-14')
  await form.getByLabel('To').fill('2025-12-15')
  await form.getByLabel('To').press('Enter')
  await expect(form.getByLabel('To')).toHaveAccessibleDescription(/The end date is before the start date/)
  await form.getByLabel('From').fill('2025-12-15')
  await form.getByLabel('To').fill('2026-01-14')
  await form.getByLabel('To').press('Enter')
  await expect(button).toBeFocused()
  await expect(page).toHaveURL(`/reports?${across}`)
  await expect(period.locator('option:checked')).toHaveText('Custom')

  const main = page.getByRole('main')
  await expect(main).toContainText('Dec 15, 2025 to Jan 14, 2026, compared with Nov 14, 2025 to Dec 14, 2025')
  const card = (title: string) =>
    main
      .locator('dl > div')
      .filter({ has: page.getByText(title, { exact: true }) })
      .first()
  await expect(card('Total Revenue')).toContainText('$1,200.01No data last period')
  await expect(card('Outstanding')).toContainText('$119.991 invoice pending')
  await expect(card('Paid This Month')).toContainText('$0.000 invoices paid')
  await expect(card('Total Expenses')).toContainText('$340.10No data last period')
  // The same figures as a table, for users who can't see the chart.
  await expect(page.getByRole('figure', { name: /^Revenue Report, Dec 15, 2025/ }).getByRole('row', { name: 'Dec 30' })).toContainText(
    '$1,100.00',
  )
  await expect(page.locator('[data-bar]').filter({ visible: true }).first()).toBeVisible()
  await page.locator('[data-bar]').nth(15).hover()
  await expect(page.locator('figure p').filter({ hasText: 'Dec 30, 2025' })).toBeVisible()

  const says: Record<string, [string, string][]> = {
    'Expenses Report': [
      ['Equipment', '$300.00'],
      ['Travel', '$40.10'],
      ['Total', '$340.10'],
    ],
    'Customer Report': [
      ['=SUM(1,2)', '$1,100.00'],
      ['Linus', '$119.99'],
    ],
    'Invoice Report': [
      ['Paid', '$1,100.00'],
      ['Overdue', '$220.00'],
    ],
    'Profit & Loss': [['Net profit', '$859.90']],
    'Sales Tax Summary': [['10%', '$120.00']],
    'Aged Receivables': [['Linus', '$119.99']],
  }
  // Money received from all customers stands above the reports that it agrees with, and not above those on a basis or as of a day.
  const withCards = ['Expenses Report', 'Customer Report', 'Invoice Report']
  for (const [title, rows] of Object.entries(says)) {
    await type(page).selectOption(title)
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await expect(main.getByText('Paid This Month', { exact: true })).toHaveCount(withCards.includes(title) ? 1 : 0)
    for (const [name, amount] of rows)
      await expect(report(page, title).getByRole('row').filter({ hasText: name }).last()).toContainText(amount)
  }
  await type(page).selectOption('Profit & Loss')
  await expect(main.getByText(/ · Accrual basis/)).toBeVisible()
  await page.getByRole('radio', { name: 'Cash' }).check()
  await expect(main.getByText(/ · Cash basis/)).toBeVisible()
  // Payments of 1,100 and 100.01 are 1,000 and 90.92 without tax.
  await expect(row(page, 'Net profit')).toContainText('$750.82')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await expect(row(page, 'Net profit')).toContainText('$750.82')
  await expect(page).toHaveURL(`/reports?${across}&type=profit-loss&basis=cash`)

  await type(page).selectOption('Customer Statement')
  await expect(page.getByText('Choose a customer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export Report' })).toBeDisabled()
  await choose(page.getByRole('combobox', { name: 'Customer' }), 'Grace')
  await expect(main.getByRole('heading', { name: 'Customer Statement: =SUM(1,2) "Grace"' })).toBeVisible()
  await expect(report(page, 'Customer Statement').getByRole('row')).toContainText([
    'Date',
    'Opening balance',
    'R-1',
    'R-1',
    'Closing balance',
  ])
  expect(new URL(page.url()).searchParams.get('customer')).toBe(String(grace.id))
})

test('a figure opens the list of documents that it sums up, which stays after a reload and a visit to a record', async ({
  page,
  records,
}) => {
  await aYearsEnd(page, records)
  await page.goto(`/reports?type=profit-loss&${across}`)
  const figures = report(page, 'Profit & Loss')
    .getByRole('button')
    .filter({ hasNotText: /^\$0\.00$/ })
  await expect(figures.first()).toBeVisible()
  const last = (await figures.count()) - 1
  // Income, an expense, and the net profit, which includes both.
  expect(last).toBeGreaterThan(3)
  for (const i of [0, last]) {
    const shown = (await figures.nth(i).textContent())!.trim()
    await figures.nth(i).press('Enter')
    await expect(page.getByRole('dialog').getByRole('strong')).toHaveText(shown)
    const amounts = await documents(page).locator('> span').allTextContents()
    expect([shown, amounts.reduce((all, each) => all + cents(each), 0)]).toEqual([shown, cents(shown)])
    if (i === 0) await page.goBack()
    else await leave(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(figures.nth(i)).toBeFocused()
  }

  await page.goto(`/reports?type=expenses&${across}`)
  await page
    .getByRole('button', { name: /^\$119.99/ })
    .first()
    .click()
  await page.reload()
  await page.getByRole('dialog', { name: 'Outstanding' }).getByRole('link', { name: 'R-2' }).click()
  await expect(page).toHaveURL(/\/invoices\/\d+$/)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Outstanding' })).toContainText('$119.99')
  await leave(page)
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await records.expense({ description: 'Pen', category: 'Other', amount: '1.00', expenseDate: '2026-01-02' })
  await page.goBack()
  await expect(row(page, 'Total')).toContainText('$341.10')
})

test('a report is saved as CSV and PDF and printed, and a statement is sent by email', async ({ page, records }) => {
  const { grace, linus } = await aYearsEnd(page, records)
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export Report' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()])
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  await page.goto(`/reports?type=customer&${across}`)
  const csv = await save('CSV')
  expect(csv.name).toBe('customer-report-2025-12-15-to-2026-01-14.csv')
  const lines = csv.bytes.toString('utf8').split('\r\n')
  // Text that looks like a formula is escaped for spreadsheets.
  expect(lines.find((line) => line.includes('Grace'))).toMatch(/^"'=SUM\(1,2\) ""Grace""",1100\.00,/)
  expect(lines.find((line) => line.startsWith('Linus'))).toMatch(/^Linus,220\.00,100\.01,119\.99/)
  const pdf = await save('PDF')
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual(['customer-report-2025-12-15-to-2026-01-14.pdf', '%PDF-'])

  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.getByRole('button', { name: 'Export Report' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(report(page, 'Customer Report')).toBeVisible()
  for (const gone of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('heading', { name: 'Reports', exact: true }),
    type(page),
  ])
    await expect(gone).toBeHidden()
  expect(
    await page.evaluate(() => [
      getComputedStyle(document.querySelector('[data-print]')!).backgroundColor,
      getComputedStyle(document.querySelector('[data-print] table td')!).color,
    ]),
  ).toEqual(['rgb(255, 255, 255)', 'rgb(20, 25, 29)'])
  await page.emulateMedia({ media: 'screen', colorScheme: null })

  await page.goto(`/reports?type=statement&customer=${linus.id}&${across}`)
  await page.getByRole('button', { name: 'Send by Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Statement' })
  await expect(dialog).toContainText('Linus has no email address.')
  await expect(dialog.getByRole('button', { name: 'Send Email' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goto(`/reports?type=statement&customer=${grace.id}&${across}`)
  await page.getByRole('button', { name: 'Send by Email' }).click()
  await dialog.getByLabel('Message').fill('Thank you for a good year.')
  await dialog.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('The statement has been sent to grace@example.com', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send by Email' }).click()
  await expect(dialog.getByRole('region', { name: 'Previous statements' })).toContainText('Accepted by the mail server')
  await openMail(page, /Statement from/)
  await expect(page.frameLocator('iframe').getByText('Thank you for a good year.')).toBeVisible()
})

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, allowedErrors: /Failed to load resource|Failed to fetch|bars-/ })
  test('on a phone a new account sees zeros and a link to its first invoice; a failed report can be retried', async ({ page, records }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Reports', 'Account', 'Help', 'Logout'])
    await page.route('**/api/reports?**', (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }))
    await page.getByRole('menuitem', { name: 'Reports' }).click()
    await expect(page.getByRole('alert')).toContainText('The disk is full.')
    await page.unroute('**/api/reports?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing to report in this period')).toBeVisible()
    await expect(page.getByText('No data last period').first()).toBeVisible()
    await expect(page.getByText('0 invoices pending')).toBeVisible()
    await page.getByRole('button', { name: 'Create an invoice' }).click()
    await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toBeVisible()

    // The URL can contain an invalid range.
    await page.goto('/reports?from=2026-02-01&to=2026-01-01')
    await expect(page.getByRole('alert')).toContainText('The end date is before the start date')
    await page.getByRole('button', { name: 'Show the last 30 days' }).click()
    await expect(page).toHaveURL('/reports')

    await aYearsEnd(page, records)
    // On a phone, a wide table is shown as a list.
    for (const range of ['from=1900-01-01&to=9999-12-31', 'from=9999-12-01&to=9999-12-31', across]) {
      await page.goto(`/reports?type=receivables&${range}`)
      await expect(page.getByRole('list', { name: 'Aged Receivables' })).toContainText('$119.99')
      await expect(page.getByRole('figure').getByRole('table')).toContainText('$119.99')
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: '$119.99' }).last().click()
    await expect(documents(page)).toHaveCount(1)
  })
})
