import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { pressEnter, tabTo } from './support/keyboard.ts'
import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'

const open = async (page: Page) => {
  await page.goto('/business-profile?section=currencies')
  return page.getByRole('region', { name: 'Exchange rates' })
}
const importCsv = (page: Page, text: string) =>
  page.getByLabel('CSV file of exchange rates').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const list = async (page: Page) => (await page.request.get('/api/exchange-rates')).json()

test('an exchange rate is added, corrected, deleted and brought back', async ({ page, records }) => {
  await records.profile({ businessName: 'Ada & Co.' })
  await page.goto('/business-profile')
  await openSection(page, 'Currencies')
  const card = page.getByRole('region', { name: 'Exchange rates' })
  await expect(card).toContainText('No exchange rates of your own yet')
  await expect(card).toContainText('This server does not fetch rates, so add or import them here.')

  await card.getByRole('button', { name: 'Add rate' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Currency')).toHaveValue('EUR')
  await dialog.getByLabel('Exchange Rate').fill('0')
  await dialog.getByRole('button', { name: 'Save Rate' }).click()
  await expect(dialog.getByLabel('Exchange Rate')).toHaveAccessibleDescription('Exchange rate must be above 0')
  await expect(dialog.getByLabel('Exchange Rate')).toBeFocused()
  await dialog.getByLabel('Exchange Rate').fill('1.0842')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = card.getByRole('listitem')
  await expect(row).toContainText('1 EUR = 1.0842 USD')
  await expect(row).toContainText('Typed')

  // A second rate of the day would replace the first.
  await card.getByRole('button', { name: 'Add rate' }).click()
  await dialog.getByLabel('Exchange Rate').fill('1.2')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Day')).toHaveAccessibleDescription(/You have a rate of EUR on .* already\. Edit that one/)
  await Promise.all([answer(page, true), dialog.getByRole('button', { name: 'Cancel' }).click()])

  await row.getByRole('button', { name: /^1 EUR = 1\.0842 USD on/ }).click()
  await expect(dialog.getByLabel('Exchange Rate')).toBeFocused()
  await dialog.getByLabel('Exchange Rate').fill('1.09')
  await dialog.getByRole('button', { name: 'Save Rate' }).click()
  await expect(row).toContainText('1 EUR = 1.09 USD')

  await pressEnter(page, row.getByRole('button', { name: /^More actions: EUR/ }))
  await page.getByRole('menuitem', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toContainText('No exchange rates of your own yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('1 EUR = 1.09 USD')
  await tabTo(page, card.getByRole('button', { name: 'Add rate' }))
})

test.describe('refusals', () => {
  test.use({ allowedErrors: /status of 400 .*\/api\/exchange-rates/ })

  test('a file of rates is imported as a whole or not at all, and its faults name their rows; another currency deletes them', async ({
    page,
    records,
    accessible,
  }) => {
    await records.profile({ businessName: 'Ada & Co.' })
    const card = await open(page)
    await expect(card.getByRole('button', { name: 'Import CSV' })).toBeVisible()
    await importCsv(page, 'currency,day,rate\nEUR,2026-01-05,1.1\nEUR,2026-01-06,0\nXYZ,2026-01-07,1\n')
    const alert = card.getByRole('alert')
    await expect(alert).toContainText('Nothing was imported. Fix the file and choose it again.')
    await expect(alert).toContainText('Row 3: Exchange rate must be above 0')
    await expect(alert).toContainText('Row 4: Currency must be a code of ISO 4217')
    await accessible(page, 'a refused file of rates')
    expect(await list(page)).toEqual([])

    await importCsv(page, 'currency,day,rate\nEUR,2026-01-05,1.1\nGBP,2026-01-06,1.27\n')
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await expect(alert).toBeHidden()
    await expect(card.getByRole('listitem').first()).toContainText('1 GBP = 1.27 USD')
    await expect(card.getByRole('listitem').first()).toContainText('Imported')

    // Another currency of the business deletes the rates, after asking.
    await openSection(page, 'Business')
    const form = page.getByRole('form', { name: 'Business profile' })
    await form.getByLabel('Currency').selectOption('GBP')
    const update = form.getByRole('button', { name: 'Update Profile' })
    await Promise.all([answer(page, false), update.click()])
    expect(await list(page)).toHaveLength(2)
    await Promise.all([answer(page, true), update.click()])
    await expect(form.getByText('All changes saved')).toBeVisible()
    expect(await list(page)).toEqual([])
  })
})
