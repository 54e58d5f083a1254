import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 400/ })

test('a bank account takes the password, and a customer reads on the payment page where to transfer, with a code in euros', async ({
  page,
  records,
  person,
  accessible,
}) => {
  await page.request.post('/api/business-profile', { data: { businessName: 'Ada Works', currency: 'EUR', documentLanguage: 'de' } })
  await page.goto('/business-profile?section=payments')
  const card = page.getByRole('region', { name: 'Bank accounts' })
  await card.getByRole('button', { name: 'Add bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Bank Account' })
  await expect(dialog.getByLabel('Account Holder')).toBeFocused()
  await dialog.getByLabel('Account Holder').fill('Ada Lovelace Großhandel & Söhne GmbH')
  const iban = dialog.getByLabel('IBAN')
  await iban.fill('DE89 3704 0044 0532 0130 01')
  await dialog.getByLabel('BIC').fill('COBADEFFXXX')
  await dialog.getByRole('button', { name: 'Save Account' }).click()
  await expect(iban).toHaveAccessibleDescription(/The check digits 89 of this IBAN don’t fit the rest/)
  await expect(iban).toBeFocused()
  await accessible(page, 'a bank account with an error')
  await iban.fill('de89 3704 0044 0532 0130 00')
  await dialog.getByLabel('Your password').fill('not the one')
  await dialog.getByRole('button', { name: 'Save Account' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/Password is wrong/)
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Save Account' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('DE89 3704 0044 0532 0130 00')

  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-7', status: 'sent', issueDate: '2026-01-05', dueDate: '2030-01-01', currency: 'EUR' },
    lineItems: [{ description: 'Work', quantity: '1', unitPrice: '1166.20' }],
  })
  const { paymentUrl } = await (await page.request.post(`/api/invoices/${id}/create-payment`)).json()
  await page.goto(paymentUrl.replace(/\/pay\/([\w-]+)\/checkout$/, '/pay-invoice/$1'))
  const transfer = page.getByRole('region', { name: 'Per Überweisung bezahlen' })
  await expect(transfer).toContainText('DE89 3704 0044 0532 0130 00')
  await expect(transfer).toContainText('Verwendungszweck')
  await expect(transfer.getByRole('img', { name: 'Mit der Banking-App scannen' })).toBeVisible()
  await accessible(page, 'a pay page with a transfer')

  const swiss = { holder: 'Ada Lovelace', iban: 'CH58 0079 1123 0008 8901 2' }
  await page.request.put('/api/business-profile/bank-accounts', { data: { accounts: [swiss], password: person.password } })
  await page.goto('/business-profile?section=payments')
  await expect(card).toContainText('No Swiss QR bill yet: add the ZIP code of your business.')
  await card.getByRole('button', { name: 'Remove CH58 0079 1123 0008 8901 2' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Bank Account' })
  await removal.getByLabel('Your password').fill(person.password)
  await removal.getByRole('button', { name: 'Remove Account' }).click()
  await expect(card).toContainText('No bank account yet')
})
