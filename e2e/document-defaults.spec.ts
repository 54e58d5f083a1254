import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

const decided = {
  businessName: 'Lovelace & Co',
  invoiceDueDays: 14,
  estimateValidDays: 45,
  defaultTaxRate: '8.25',
  invoiceTerms: 'Net 14',
  invoiceNotes: 'Thank you for your business',
  estimateNotes: 'Prices include travel',
}
const decide = async (page: Page, more: object = {}) => {
  const reply = await page.request.post('/api/business-profile', { data: { ...decided, ...more } })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; version: number }
}
const newInvoice = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  return page.getByRole('dialog', { name: 'Create New Invoice' })
}
const newEstimate = async (page: Page) => {
  await page.goto('/estimates')
  await page.getByRole('button', { name: 'New Estimate' }).click()
  return page.getByRole('dialog', { name: 'Create New Estimate' })
}

test.describe('defaults of new documents from the business profile', () => {
  test.use({ timezoneId: 'UTC' })

  test('an invoice of Jan 4 for a customer with 30 days end of month is due on Feb 28, until another day is typed', async ({
    page,
    records,
  }) => {
    await decide(page)
    await records.customer({ name: 'Monthly Ltd', dueDays: 30, dueEndOfMonth: true })
    await records.customer({ name: 'Usual Ltd' })
    await page.clock.setFixedTime('2026-01-04T12:00:00Z')
    const invoice = await newInvoice(page)
    const [customer, due] = [invoice.getByRole('combobox', { name: 'Customer' }), invoice.getByLabel('Due Date')]
    await expect(due).toHaveValue('Jan 18, 2026')
    await choose(customer, 'Monthly Ltd')
    await expect(due).toHaveValue('Feb 28, 2026')
    await expect(invoice.getByRole('button', { name: '30 days, end of month' })).toHaveAttribute('aria-pressed', 'true')
    await choose(customer, 'Usual Ltd')
    await expect(due).toHaveValue('Jan 18, 2026')
    await choose(customer, 'Monthly Ltd')
    await invoice.getByLabel('Issue Date').fill('2026-01-31')
    await expect(due).toHaveValue('Mar 31, 2026')
    await due.fill('2026-02-10')
    await choose(customer, 'Usual Ltd')
    await invoice.getByLabel('Issue Date').fill('2026-02-01')
    await expect(due).toHaveValue('Feb 10, 2026')
  })

  test('an invoice starts with the withholding tax of the business, and says what is to pay', async ({ page, records }) => {
    await decide(page, { defaultTaxRate: '21', defaultWithholdingPercent: '19' })
    await records.customer({ name: 'Acme' })
    const invoice = await newInvoice(page)
    await choose(invoice.getByRole('combobox', { name: 'Customer' }), 'Acme')
    await invoice.getByLabel('Line 1 Description').fill('Design')
    await invoice.getByLabel('Line 1 Rate').fill('138.75')
    await expect(invoice).toContainText('Withholding tax (19%)-$26.36To pay$141.53')
    await invoice.getByLabel('Withholding Tax (%)').fill('15')
    await expect(invoice).toContainText('Withholding tax (15%)-$20.81To pay$147.08')
    await invoice.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(invoice).toBeHidden()
    await page.getByRole('link', { name: /INV-/ }).first().click()
    await expect(page.getByRole('region', { name: 'Line items' })).toContainText('Withholding tax (15%)-$20.81To pay$147.08')
  })

  test('invoices and estimates start with the defaults; estimate terms state how long it is valid, unless the profile has its own', async ({
    page,
    person,
  }) => {
    const { id } = await decide(page)
    await page.clock.setFixedTime('2026-01-30T12:00:00Z')
    const invoice = await newInvoice(page)
    await expect(invoice.getByLabel('Due Date')).toHaveValue('Feb 13, 2026')
    await expect(invoice.getByLabel('Payment Terms')).toHaveValue('Net 14')
    await expect(invoice.getByLabel('Notes')).toHaveValue('Thank you for your business')
    // When the issue date changes, the due date keeps the configured number of days.
    await invoice.getByLabel('Issue Date').fill('2026-02-01')
    await expect(invoice.getByLabel('Due Date')).toHaveValue('Feb 15, 2026')
    await invoice.getByLabel('Line 1 Rate').fill('100')
    await expect(invoice.getByLabel('Tax Amount ($)')).toHaveValue('8.25')

    await page.clock.setFixedTime('2026-01-01T12:00:00Z')
    const form = await newEstimate(page)
    await expect(form.getByLabel('Expiry Date'), person.email).toHaveValue('Feb 15, 2026')
    await expect(form.getByLabel('Tax Rate (%)')).toHaveValue('8.25')
    await expect(form.getByLabel('Notes')).toHaveValue('Prices include travel')
    await expect(form.getByLabel('Terms')).toHaveValue('This estimate is valid for 45 days from the issue date.')
    await form.getByLabel('Expiry Date').fill('2026-01-11')
    await expect(form.getByLabel('Terms')).toHaveValue('This estimate is valid for 10 days from the issue date.')

    const changed = await page.request.put(`/api/business-profile/${id}`, {
      data: { businessName: 'Lovelace & Co', estimateTerms: 'Half in advance.' },
    })
    expect(changed.ok(), await changed.text()).toBe(true)
    await newEstimate(page)
    await expect(form.getByLabel('Terms')).toHaveValue('Half in advance.')
    await form.getByLabel('Expiry Date').fill('2026-01-11')
    await expect(form.getByLabel('Terms')).toHaveValue('Half in advance.')
  })
})

test.describe('business time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('the selected time zone determines the current date at once, without a reload', async ({ page, person }) => {
    await decide(page)
    // January 30 in Los Angeles, January 31 on Kiritimati.
    await page.clock.setFixedTime('2026-01-30T12:00:00Z')
    const form = await newInvoice(page)
    await expect(form.getByLabel('Issue Date'), person.email).toHaveValue('Jan 30, 2026')
    await page.keyboard.press('Escape')
    await page.goto('/business-profile?section=defaults')
    await page.getByLabel('Time Zone').selectOption('Pacific/Kiritimati')
    await page.getByLabel('Days Until Due').fill('7')
    const followed = page.waitForResponse('/api/auth/user')
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(page.getByText('Business profile updated successfully').first()).toBeVisible()
    await (await followed).finished()
    await page.keyboard.press('n')
    await expect(form.getByLabel('Issue Date')).toHaveValue('Jan 31, 2026')
    await expect(form.getByLabel('Due Date')).toHaveValue('Feb 07, 2026')
    await page.reload()
    await page.getByRole('main').waitFor()
    await page.keyboard.press('n')
    await expect(form.getByLabel('Issue Date')).toHaveValue('Jan 31, 2026')
  })
})
