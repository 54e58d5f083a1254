import type { Page } from '@playwright/test'
import { addDays, today } from '#shared/dates.ts'
import { answer } from './support/confirm.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

const now = today(new Date(), 'UTC')
/** Ten days late. */
const dueDate = addDays(now, -10)
const ruleForm = (page: Page) => page.getByRole('form', { name: 'Late fees' })
const section = (page: Page) => page.getByRole('region', { name: 'Late fees' })

/** An overdue invoice over $400.00. */
const overdue = async (records: Records, name = 'Grace Hopper', invoiceNumber = 'LATE-1') => {
  const { id: customerId } = await records.customer({ name, email: 'grace@example.com' })
  const lineItems = [{ description: 'Design', quantity: '1', unitPrice: '400.00' }]
  return (await records.invoice({ customerId, invoiceNumber, status: 'sent', issueDate: addDays(now, -40), dueDate, lineItems })).id
}
const saveRule = async (page: Page, more: object = {}) => {
  const rule = { kind: 'fixed', amount: '12.00', graceDays: 0, repeats: 'once', isAutomatic: false, validFrom: dueDate, ...more }
  expect((await page.request.put('/api/late-fee-rule', { data: rule })).status()).toBe(200)
}

test('a rule is set; a late fee is charged, is waived and comes back with Undo', async ({ page, records }) => {
  const id = await overdue(records)
  await page.goto('/business-profile?section=reminders')
  const form = ruleForm(page)
  await form.getByRole('switch', { name: 'Charge late fees' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Amount')).toHaveAccessibleDescription(/Amount is required/)
  await form.getByLabel('Amount').fill('12')
  await form.getByLabel('Grace days').fill('3')
  await form.getByLabel('From').fill(dueDate)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Late fees saved. Overdue invoices show which can be charged.', { exact: true })).toBeVisible()
  await expect(form).toContainText('Now: $12.00, once, from 4 days after the due date.')

  await page.goto(`/invoices/${id}`)
  await expect(section(page)).toContainText('Late fee of $12.00 can be charged')
  await Promise.all([answer(page, true), section(page).getByRole('button', { name: 'Charge…' }).click()])
  await expect(page.getByText('Late fee charged', { exact: true }).first()).toBeVisible()
  await expect(section(page)).toContainText('$12.00Charged')
  await expect(section(page).getByRole('button', { name: 'Charge…' })).toHaveCount(0)

  // From the overdue invoice to that of the fee, and back.
  await section(page).getByRole('link', { name: /^INV-/ }).click()
  await expect(section(page)).toContainText('This is a late fee for invoice LATE-1.')
  await section(page).getByRole('link', { name: 'LATE-1' }).click()
  await section(page).getByRole('button', { name: 'Waive the late fee of $12.00' }).click()
  await expect(section(page)).toContainText('$12.00Waived')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page)).toContainText('$12.00Charged')

  await page.goto('/business-profile?section=reminders')
  await form.getByRole('switch', { name: 'Charge late fees' }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Late fees are off.', { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/late-fee-rule')).json()).toEqual({ rule: null })
})

test.describe('a paid fee', () => {
  test.use({ allowedErrors: /status of 409 .*\/late-fees\/waive/ })

  test('the rule changes to interest, and a paid fee says why it stays', async ({ page, records }) => {
    await saveRule(page)
    const id = await overdue(records)
    await page.goto('/business-profile?section=reminders')
    const form = ruleForm(page)
    await form.getByLabel('Fee', { exact: true }).selectOption({ label: 'Percentage of the balance due' })
    await form.getByLabel('Percent').fill('1.5')
    await form.getByRole('switch', { name: 'Charge automatically' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('Now: 1.5% of the balance, once')
    await page.goto(`/invoices/${id}`)
    await expect(section(page).getByRole('button', { name: 'Charge…' })).toBeVisible()
    // The list loads again for long: meanwhile the late fee can be waived.
    const loaded = Promise.withResolvers<void>()
    await page.route('**/api/invoices?*', async (route) => {
      await loaded.promise
      await route.continue()
    })
    await Promise.all([answer(page, true), section(page).getByRole('button', { name: 'Charge…' }).click()])
    await expect(section(page)).toContainText('$6.00Charged')
    const { fees } = await (await page.request.get(`/api/invoices/${id}/late-fees`)).json()
    expect((await page.request.post(`/api/invoices/${fees[0].invoice.id}/mark-paid`, { data: {} })).status()).toBe(200)
    await section(page).getByRole('button', { name: 'Waive the late fee of $6.00' }).click()
    await expect(page.getByText(/is paid, so this late fee can’t be waived/).first()).toBeVisible()
    loaded.resolve()
    await expect(section(page)).toContainText('$6.00Charged')
  })
})

test('rule and proposal fit on a phone, and the proposal is waived with one tap @phone-only', async ({ page, records }) => {
  await saveRule(page, { amount: '97777777.77' })
  const id = await overdue(records, 'A customer whose name is exactly as long as sixty characters', 'LATE-2026-0000000000000000000001')
  await page.goto('/business-profile?section=reminders')
  await expect(ruleForm(page)).toContainText('$97,777,777.77')
  expect(await findOverflow(page)).toEqual([])
  await page.goto(`/invoices/${id}`)
  await expect(section(page)).toContainText('Late fee of $97,777,777.77 can be charged')
  expect(await findOverflow(page)).toEqual([])
  await section(page).getByRole('button', { name: 'Waive' }).tap()
  await expect(section(page)).toContainText('$97,777,777.77Waived')
  await expect(section(page)).not.toContainText('can be charged')
})
