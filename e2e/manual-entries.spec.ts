import { expect, test } from './support/test.ts'

// Entries by hand in the books: in plain words, with the lines that they post, and undone in the journal.

test('an entry is recorded in plain words, stands in the journal and the statements, and is undone there', async ({
  page,
  person: _,
  accessible,
}) => {
  await page.goto('/')
  await expect(page.getByPlaceholder('Search invoices, customers...')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('bank fee')
  await page.getByRole('option', { name: /Record an entry in the books/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Record an entry' })
  await expect(dialog.getByLabel('What happened?')).toBeFocused()
  const lines = dialog.getByRole('region', { name: 'In the journal' })
  await expect(lines).toHaveText('DebitOwner Drawings$0.00CreditBank$0.00')
  await dialog.getByLabel('What happened?').selectOption('The bank charged a fee')
  await dialog.getByLabel('Amount').fill('12.3')
  await dialog.getByLabel('From account').selectOption('PayPal Clearing')
  await expect(lines).toHaveText('DebitBank Fees$12.30CreditPayPal Clearing$12.30')
  await accessible(page, 'books, recording an entry')
  await dialog.getByLabel('Note').fill('رسوم الحساب')
  await dialog.getByRole('button', { name: 'Record entry' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/books')

  const journal = page.getByRole('table', { name: 'Journal' })
  await expect(journal).toContainText('رسوم الحساب')
  await expect(journal).toContainText('Bank Fees$12.30')
  await page.goto('/reports?type=profit-loss&period=365')
  await page
    .getByRole('row', { name: /^Bank fees/ })
    .getByRole('button', { name: '$12.30' })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('link', { name: 'رسوم الحساب' }).click()
  await expect(page.getByRole('region', { name: /^Entry 1/ })).toContainText('PayPal Clearing')

  await page.getByRole('table', { name: 'Journal' }).getByRole('button', { name: 'Undo entry 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo entry' }).click()
  await expect(journal.getByRole('link', { name: 'Reversed by entry 2' })).toBeVisible()
  await expect(journal).toContainText('Reversal: رسوم الحساب')
  await expect(page.getByRole('button', { name: /^Undo entry/ })).toHaveCount(0)
  await page.goto('/books/trial-balance')
  await expect(page.getByRole('main')).not.toContainText('$12.30')
})
