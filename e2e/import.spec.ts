import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

const open = async (page: Page, kind: 'customers' | 'items' | 'expenses') => {
  await page.goto(`/${kind}`)
  await page.getByRole('button', { name: `Import ${kind}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  return dialog
}
const choose = (page: Page, content: string | Buffer, name = 'list.csv') =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const stored = async (page: Page, kind: string) => (await (await page.request.get(`/api/${kind}`)).json()) as Record<string, string>[]

test('customers from another program are imported: columns are recognized, previewed and imported, by keyboard alone', async ({
  page,
  records,
  accessible,
}) => {
  await records.customer({ name: 'Acme Ltd', email: 'G@Navy.example' })
  // Long before the key: a chooser that opens before the browser is asked to report it is not reported.
  const chooser = page.waitForEvent('filechooser')
  const dialog = await open(page, 'customers')
  await page.keyboard.press('Enter')
  const buffer = Buffer.from(
    '\uFEFFFirst Name;Last Name;Organization;Email;Phone;Street;Fax;Wer\r\nGrace;Hopper;Navy;g@navy.example;+1 555 0100;"1 Main St\r\nFloor 2";0;x\r\n;;Zed Ltd;;;;;\r\n',
  )
  await (await chooser).setFiles({ name: 'freshbooks.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('heading', { name: 'Match the columns' })).toBeFocused()
  await expect(dialog.getByText('freshbooks.csv: 2 rows, 8 columns. Nothing is imported until you confirm.')).toBeVisible()
  await expect(dialog.getByLabel('Import column First Name as')).toHaveValue('firstName')
  await expect(dialog.getByLabel('Import column Fax as')).toHaveValue('')
  const preview = dialog.getByRole('table', { name: 'Preview' })
  await expect(preview.getByRole('row')).toContainText(['LineNameCompany', '2Grace HopperNavy', '4Zed LtdZed Ltd'])
  await expect(dialog.getByText('All 2 rows are fine.')).toBeVisible()
  await expect(dialog.getByText('Line 2: your customer Acme Ltd has this email.')).toBeVisible()
  await accessible(page, 'columns and preview')
  expect(await stored(page, 'customers')).toHaveLength(1)

  // The answer is held until the progress bar is visible.
  await page.route('**/api/customers/import', async (route) => {
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^\d+$/)
    await route.continue()
  })
  await tabTo(page, dialog.getByRole('button', { name: 'Import 2 customers' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: '2 customers were imported.' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Import customers' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  expect((await stored(page, 'customers')).map(({ name, phone }) => [name, phone])).toEqual(
    expect.arrayContaining([
      ['Grace Hopper', '+1 555 0100'],
      ['Zed Ltd', null],
    ]),
  )
})

test('an exported file can be imported again without changes, and existing records are skipped', async ({ page, records }) => {
  await records.customer({ name: '=HYPERLINK("http://x")', company: "'=quoted", address: 'Line 1, "here"' })
  await records.customer({ name: 'Åsa', email: 'asa@example.com' })
  const csv = await (await page.request.get('/api/customers/export')).text()
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
  const before = await stored(page, 'customers')
  const dialog = await open(page, 'customers')
  await choose(page, csv)
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(dialog.getByRole('heading', { name: 'No customers were imported. 2 were already there and were skipped.' })).toBeVisible()
  expect(await stored(page, 'customers')).toEqual(before)

  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Import customers' }).click()
  await choose(page, csv)
  await dialog.getByLabel('Skip rows that are already there').uncheck()
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(dialog.getByRole('heading', { name: '2 customers were imported.' })).toBeVisible()
  const bare = (rows: Record<string, unknown>[]) =>
    rows.map(({ name, company, email, address }) => [name, company, email, address].join('|')).sort()
  const after = await stored(page, 'customers')
  expect(bare(after)).toEqual(bare([...before, ...before]))
})

test('rows with problems are listed by line and column, and nothing is stored until the file is corrected; a row can be skipped', async ({
  page,
  person,
  accessible,
}) => {
  const dialog = await open(page, 'items')
  await choose(page, 'Title,How much,Text\nHour,"$1,080.00",ok\nDay,free,=1+1\n,-5,\n', 'preise.csv')
  await expect(dialog.getByLabel('Import column How much as'), person.email).toHaveValue('')
  await expect(dialog.getByText('Choose a column for “Unit price” above: it is required.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 3 items' })).toBeDisabled()
  await dialog.getByLabel('Import column How much as').selectOption('Unit price (required)')
  await dialog.getByLabel('Import column Text as').selectOption('Description')
  const problems = dialog.getByRole('table', { name: 'Problems' })
  await expect(problems.getByRole('row')).toHaveText([
    'LineColumnProblem',
    `Line 3TextDescription begins with "=", which spreadsheets would run as a formula; put a ' before it to keep it as text`,
    'Line 3How muchUnit price must be a number, like 12.50',
    'Line 4TitleName is required',
    'Line 4How muchUnit price must be at least 0.00',
  ])
  await expect(dialog.getByText('1 row is fine, 2 have problems.')).toBeVisible()
  await accessible(page, 'problems')
  await dialog.getByRole('button', { name: '2 rows with problems' }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download all problems' }).click()
  expect((await download).suggestedFilename()).toBe('problems-in-preise.csv')

  // A row that can't be imported is left out on request, and downloaded with its problem.
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'Title,How much,Text\nHour,"$1,080.00",ok\nDay,free,=1+1\n', 'list.csv')
  await expect(dialog.getByText('1 row is fine, 1 has a problem. Fix the file and choose it again, or skip this row.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 1 row, skip 1' })).toBeEnabled()
  const skipped = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download skipped rows' }).click()
  const file = await skipped
  expect(file.suggestedFilename()).toBe('skipped-rows-of-list.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFTitle,How much,Text,Problem',
    expect.stringMatching(/^Day,free,'=1\+1,".*Unit price must be a number, like 12.50"$/),
  ])

  // The corrected file keeps the column mapping.
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'Title,How much,Text\nHour,"$1,080.00",ok\nDay,800,\'=1+1\n')
  await expect(dialog.getByLabel('Import column How much as')).toHaveValue('unitPrice')
  await dialog.getByRole('button', { name: 'Import 2 items' }).click()
  await expect(dialog.getByText('2 items were imported.')).toBeVisible()
  expect((await stored(page, 'items')).map(({ name, unitPrice, description }) => [name, unitPrice, description])).toEqual(
    expect.arrayContaining([
      ['Hour', '1080.00', 'ok'],
      ['Day', '800.00', '=1+1'],
    ]),
  )
})

test.describe('expenses', () => {
  test.use({ allowedErrors: /status of 400 .*\/api\/expenses\/import/ })

  test('the date order and unknown categories and customers are resolved, and a rejected import keeps the settings', async ({
    page,
    records,
  }) => {
    await records.customer({ name: 'Acme' })
    const dialog = await open(page, 'expenses')
    await choose(
      page,
      'Date,Merchant,Category,Description,Client,Amount\n03/04/2026,Cafe,Snacks,Lunch,acme,"12,30"\n05/06/2026,Rail,Travel,Train,Nobody,"1.061,50"\n',
    )
    await expect(dialog.getByText('Category must be one of the list')).toBeVisible()
    await dialog.getByLabel('Put unknown categories under “Other”').check()
    await expect(dialog.getByText('Choose above whether the month or the day comes first')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import 2 expenses' })).toBeDisabled()
    await dialog.getByLabel('Which comes first').selectOption('dmy')
    await expect(dialog.getByRole('table', { name: 'Preview' }).getByRole('row').nth(1)).toContainText('Apr 03, 2026')
    await dialog.getByRole('button', { name: 'Import 2 expenses' }).click()
    await expect(dialog.getByRole('alert')).toContainText('1 row can’t be imported. Nothing was stored.')
    await expect(dialog.getByRole('alert').getByRole('row').nth(1)).toHaveText(/^Line 3ClientThere is no customer called "Nobody"/)
    expect(await stored(page, 'expenses')).toEqual([])
    await expect(dialog.getByRole('button', { name: 'Import 1 row, skip 1' })).toBeEnabled()
    await expect(dialog.getByLabel('Which comes first')).toHaveValue('dmy')
    await dialog.getByLabel('Import expenses of unknown customers').check()
    await dialog.getByRole('button', { name: 'Import 2 expenses' }).click()
    await expect(dialog.getByText('2 expenses were imported.')).toBeVisible()
    expect((await stored(page, 'expenses')).map((it) => [it.expenseDate, it.category, it.amount, it.customerName])).toEqual(
      expect.arrayContaining([
        ['2026-04-03', 'Other', '12.30', 'Acme'],
        ['2026-06-05', 'Travel', '1061.50', null],
      ]),
    )
  })
})

test('of another program’s invoices what is still owed comes in: paid ones are listed as left out, another currency is refused, and 1.500 is asked', async ({
  page,
  records,
  accessible,
}) => {
  await records.customer({ name: 'Acme' })
  await page.goto('/books/opening-balances')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import opening balances' })
  const header = 'Invoice Number,Customer,Due Date,Total,Status,Currency'
  await choose(page, `${header}\n7,Acme,2026-01-05,1.200,Paid,USD\n`)
  await expect(dialog.getByText('“Status” shows that invoices in this file may be paid or void, so a total is not')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 1 opening balance' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  const rows = ['7,Acme,2026-01-05,1.200,0,Paid,USD', '8,Acme,2026-02-05,6.000,1.500,Sent,USD', '9,Acme,2026-02-05,£90,£90,Sent,USD']
  await choose(page, [`${header.replace('Total', 'Total,Amount Due')}`, ...rows].join('\n'))
  await expect(dialog.getByLabel('Import column Amount Due as')).toHaveValue('amount')
  await expect(dialog.getByRole('button', { name: 'Thousands or decimals?' })).toBeVisible()
  await dialog.getByLabel('What does the point in 1.500 separate?').selectOption('Thousands: 1.500 is 1,500.00')
  await expect(dialog.getByRole('table', { name: 'Left out' }).getByRole('row').nth(1)).toHaveText('Line 2Status“Paid”: nothing is owed')
  await expect(dialog.getByRole('table', { name: 'Problems' }).getByRole('row').nth(1)).toContainText(
    'This row is in £, and your books are in USD',
  )
  await accessible(page, 'left out and refused rows')
  await dialog.getByRole('button', { name: 'Import 1 row, skip 2' }).click()
  await expect(dialog.getByRole('heading', { name: '1 opening balance was imported.' })).toBeFocused()
  await expect(dialog.getByText('2 rows were left out.')).toBeVisible()
  const made = (await (await page.request.get('/api/books/opening-balances')).json()) as Record<string, string>[]
  expect(made.map(({ invoiceNumber, amount }) => [invoiceNumber, amount])).toEqual([['8', '1500.00']])
})

test('files that are not valid CSV lists are rejected at once with a reason', async ({ page, person }) => {
  const dialog = await open(page, 'customers')
  const refused = async (content: string | Buffer, words: string | RegExp) => {
    await choose(page, content)
    await expect(dialog.getByRole('alert'), person.email).toContainText(words)
    await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  }
  await refused(Buffer.from('504b0304aabb', 'hex'), 'It is a spreadsheet.')
  await refused('Name,Note\nA,"b\n', 'Line 2: a quote (") is never closed.')
  await refused(Buffer.from('Name\nCaf\xe9\n', 'latin1'), 'This file is not in UTF-8')
  await dialog.getByRole('button', { name: 'Read it as Windows-1252' }).click()
  await expect(dialog.getByRole('table', { name: 'Preview' })).toContainText('Café')
  expect(await stored(page, 'customers')).toEqual([])
})
