import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Unfolds the history of the record that is shown. */
const unfold = async (page: Page) => {
  const history = page.getByRole('group').filter({ has: page.getByText('History', { exact: true }) })
  await history.getByText('History', { exact: true }).click()
  return history
}

test('the history of a record tells who changed what, on its page or in its form', async ({ page, records }) => {
  const customer = await records.customer({ name: 'Grace Hopper' })
  const edit = { name: '山田商店', email: 'pay@yamada.example', version: customer.version }
  expect((await page.request.put(`/api/customers/${customer.id}`, { data: edit })).status()).toBe(200)
  await page.goto(`/customers/${customer.id}`)
  const history = await unfold(page)
  await expect(history.getByRole('listitem').first()).toContainText('Edited by Ada Lovelace')
  await expect(history.getByRole('listitem').first()).toContainText('Grace Hopper to 山田商店')
  await expect(history.getByRole('listitem').last()).toContainText('Created by Ada Lovelace')

  const item = await records.item({ name: 'Consulting', unitPrice: '90.00' })
  const more = { name: 'Consulting', unitPrice: '99999999.99', version: item.version }
  expect((await page.request.put(`/api/items/${item.id}`, { data: more })).status()).toBe(200)
  await page.goto(`/items?open=${item.id}`)
  await expect((await unfold(page)).getByRole('listitem').first()).toContainText('$90.00 to $99,999,999.99')

  const expense = await records.expense({ description: 'Train', category: 'Travel', amount: '45.50', expenseDate: '2026-04-03' })
  await page.goto(`/expenses?open=${expense.id}`)
  await expect((await unfold(page)).getByRole('listitem')).toContainText('Created by Ada Lovelace')

  await page.goto('/business-profile')
  await expect(page.getByRole('button', { name: 'Create Profile' })).toBeVisible()
  await expect(page.getByText('History', { exact: true })).toHaveCount(0)
  await records.profile({ businessName: 'Harbour & Pine' })
  await page.reload()
  await expect((await unfold(page)).getByRole('listitem')).toContainText('Created by Ada Lovelace')
})
