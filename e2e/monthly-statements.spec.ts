import { expect, test } from './support/test.ts'

test('monthly statements are switched on, say when the next ones are sent, and a customer opts out', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/business-profile?section=statements')
  const card = page.getByRole('region', { name: 'Monthly statements' })
  await card.getByRole('switch', { name: 'Send statements monthly' }).check()
  await card.getByLabel('Day of the month').selectOption('1')
  await card.getByLabel('Time').fill('09:30')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText(/Next: \w{3} 01, \d{4}, .*9:30.*, statements for \w+ \d{4}\./)
  await page.reload()
  await expect(card.getByRole('switch', { name: 'Send statements monthly' })).toBeChecked()
  await expect(card.getByLabel('Time')).toHaveValue('09:30')

  await page.goto(`/customers/${id}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel(/No monthly statements/).check()
  await page.getByRole('button', { name: /^(Save|Update)/ }).click()
  await expect
    .poll(async () => ((await (await page.request.get(`/api/customers/${id}`)).json()) as { statementsOff: boolean }).statementsOff)
    .toBe(true)

  await page.goto('/business-profile?section=statements')
  await card.getByRole('switch', { name: 'Send statements monthly' }).uncheck()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Off.')
})
