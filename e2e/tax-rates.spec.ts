import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const openTaxes = async (page: Page) => {
  await page.goto('/business-profile?section=taxes')
  const card = page.getByRole('region', { name: 'Tax rates' })
  await expect(card.getByRole('button', { name: 'Add tax rate' })).toBeVisible()
  return card
}
const pickAction = async (page: Page, rate: string, action: string) => {
  await page.getByRole('button', { name: `More actions: ${rate}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const gstAndQst = {
  name: 'Quebec',
  components: [
    { name: 'GST', percent: '5' },
    { name: 'QST', percent: '9.975' },
  ],
}

test('a rate of two taxes is added, changed, put in another order, archived, restored and deleted', async ({ page, person }) => {
  const card = await openTaxes(page)
  await expect(card.getByText('No tax rates yet'), person.email).toBeVisible()
  await card.getByRole('button', { name: 'Add tax rate' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create Tax Rate' }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Quebec')
  await form.getByRole('textbox', { name: 'Tax', exact: true }).fill('GST')
  await form.getByLabel('Percent').fill('5')
  await form.getByRole('button', { name: 'Add another tax' }).click()
  await expect(form.getByLabel('Tax 2', { exact: true })).toBeFocused()
  await page.keyboard.type('QST')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9.975')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(card.getByText('GST 5% + QST 9.975%')).toBeVisible()
  await expect(card.getByText('14.975%', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Quebec', exact: true }).click()
  await form.getByLabel('On top of the taxes above').check()
  await form.getByLabel('Percent').nth(1).fill('9.5')
  await form.getByRole('button', { name: 'Update Tax Rate' }).click()
  await expect(card.getByText('GST 5% + QST 9.5% (compound)')).toBeVisible()
  // The tax that becomes the first is on top of nothing.
  await card.getByRole('button', { name: 'Quebec', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Move tax 1 up' })).toBeDisabled()
  await form.getByRole('button', { name: 'Move tax 2 up' }).click()
  await expect(form.getByLabel('Tax 1', { exact: true })).toHaveValue('QST')
  await expect(form.getByRole('button', { name: 'Move tax 1 down' })).toBeFocused()
  await expect(form.getByLabel('On top of the taxes above')).not.toBeChecked()
  await form.getByRole('button', { name: 'Move tax 1 down' }).click()
  await form.getByLabel('On top of the taxes above').check()
  await form.getByRole('button', { name: 'Update Tax Rate' }).click()
  await expect(form).toBeHidden()
  // The second tax becomes the first, and there is none before it.
  await card.getByRole('button', { name: 'Quebec', exact: true }).click()
  await form.getByRole('button', { name: 'Remove tax 1' }).click()
  await form.getByRole('button', { name: 'Update Tax Rate' }).click()
  await expect(card.getByText('QST 9.5%', { exact: true }).first()).toBeVisible()

  await pickAction(page, 'Quebec', 'Archive')
  await expect(card.getByText('No tax rates yet')).toBeVisible()
  await card.getByRole('button', { name: 'Show 1 archived' }).click()
  await pickAction(page, 'Quebec', 'Restore')
  await expect(card.getByRole('list', { name: 'Active tax rates' }).getByText('Quebec')).toBeVisible()
  const answered = answer(page, true)
  await pickAction(page, 'Quebec', 'Delete')
  expect(await answered).toBe('Delete Quebec? This can’t be undone.')
  await expect(card.getByText('No tax rates yet')).toBeVisible()
})

test('the category asks for its reason, and suggests the usual one', async ({ page, person }) => {
  const card = await openTaxes(page)
  await card.getByRole('button', { name: 'Add tax rate' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Not taxed')
  await form.getByRole('textbox', { name: 'Tax', exact: true }).fill('VAT')
  await form.getByLabel('Percent').fill('19')
  await form.getByLabel('VAT Category').selectOption('Reverse charge')
  await expect(form.getByLabel('Percent'), person.email).toHaveAccessibleDescription('Percent must be 0 for the category Reverse charge')
  await form.getByLabel('Percent').fill('0')
  await expect(form.getByLabel('Percent')).toHaveAccessibleDescription('')
  await expect(form.getByLabel('Reason', { exact: true })).toHaveValue('Reverse charge')
  await expect(form.getByLabel('Reason Code')).toHaveValue('VATEX-EU-AE')
  // A usual reason follows the category, a typed one stays.
  await form.getByLabel('VAT Category').selectOption('Exempt from tax')
  await expect(form.getByLabel('Reason', { exact: true })).toHaveValue('')
  await form.getByLabel('Reason', { exact: true }).fill('Small business')
  await form.getByLabel('VAT Category').selectOption('Not subject to VAT')
  await expect(form.getByLabel('Reason', { exact: true })).toHaveValue('Small business')
  await form.getByRole('button', { name: 'Create Tax Rate' }).click()
  await expect(card.getByText('VAT 0% · Not subject to VAT · Small business')).toBeVisible()
})

test('customers, items and the profile take a rate, a VAT id, a country and a unit', async ({ page, person, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await page.request.post('/api/tax-rates', { data: gstAndQst })
  await page.request.post('/api/business-profile', { data: { businessName: 'Harbour & Pine' } })
  const dialog = page.getByRole('dialog')

  await openTaxes(page)
  const profile = page.getByRole('form', { name: 'Business profile' })
  await profile.getByLabel('VAT ID').pressSequentially('DE13669597')
  // Unfinished ids are not called wrong before the field is left.
  await expect(profile.getByLabel('VAT ID'), person.email).toHaveAccessibleDescription(/^With the country prefix/)
  await page.keyboard.press('Tab')
  await expect(profile.getByLabel('VAT ID')).toHaveAccessibleDescription(/wrong format/)
  await profile.getByLabel('VAT ID').fill('DE136695976')
  await expect(profile.getByLabel('VAT ID')).toHaveAccessibleDescription(/^With the country prefix/)
  await profile.getByLabel('Tax Country').selectOption('Germany')
  await profile.getByLabel('Default Rate').selectOption('Quebec')
  await expect(profile.getByLabel('Tax Rate (%)')).toHaveCount(0)
  await profile.getByLabel('Prices Include Tax').check()
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  await expect(profile.getByText('All changes saved')).toBeVisible()
  const saved = await (await page.request.get('/api/business-profile')).json()
  expect(saved).toMatchObject({ vatId: 'DE136695976', countryCode: 'DE', pricesIncludeTax: true, defaultTaxRateId: expect.any(Number) })

  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByLabel('VAT ID')).toHaveCount(0)
  await dialog.locator('summary', { hasText: 'Tax details' }).press('Enter')
  await dialog.getByLabel('VAT ID').fill('ATU13585627')
  await dialog.getByLabel('Registration Number').fill('FN 5 b')
  await dialog.getByLabel('Tax Country').selectOption('Austria')
  await dialog.getByLabel('Tax Rate').selectOption('Quebec')
  await dialog.getByRole('button', { name: 'Update Customer' }).click()
  await expect(page.getByText('VAT ID ATU13585627')).toBeVisible()
  await expect(page.getByText('Registration FN 5 b')).toBeVisible()
  // Open, because it has values.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByLabel('Tax Country')).toHaveValue('AT')
  await expect(dialog.getByLabel('Tax Rate').locator('option:checked')).toHaveText('Quebec')

  await page.goto('/items')
  await page.getByRole('button', { name: 'Add Item' }).click()
  await dialog.getByLabel('Name').fill('Electricity')
  await dialog.getByLabel('Unit Price').fill('0.123456')
  await expect(dialog.getByLabel('Unit', { exact: true })).toHaveValue('No unit')
  await choose(dialog.getByLabel('Unit', { exact: true }), 'kwh')
  await expect(dialog.getByLabel('Unit', { exact: true })).toHaveValue('kilowatt hour')
  await dialog.getByLabel('Tax Rate').selectOption('Quebec')
  await dialog.getByRole('button', { name: 'Create Item' }).click()
  await expect(page.getByText('$0.123456 / kWh')).toBeVisible()
})
