import { formatDay } from '../src/shared/dates.ts'
import { expect, test } from './support/test.ts'

/**
 * A zone on either side of UTC, with days of its clock changes: a day that was read as midnight in UTC shows as the day before in the west, one
 * that was sent as local midnight is stored as the day before in the east. dates.test.ts has all zones.
 */
const zones: [zone: string, issueDate: string, dueDate: string][] = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Pacific/Auckland', '2026-04-05', '2026-09-27'],
]

for (const [timezoneId, issueDate, dueDate] of zones)
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('dates keep the typed day: in the list, in the edit form and after a save', async ({ page, records }) => {
      const { id: customerId } = await records.customer({ name: 'Acme' })
      const made = await page.request.post('/api/invoices', {
        data: {
          customerId,
          invoiceNumber: 'CAL-1',
          issueDate,
          dueDate,
          lineItems: [{ description: 'Work', quantity: '1', unitPrice: '5' }],
        },
      })
      const { id } = (await made.json()) as { id: number }
      const days = async () => {
        const invoice = (await (await page.request.get(`/api/invoices/${id}`)).json()) as {
          issueDate: string
          dueDate: string
          notes: string
        }
        return [invoice.issueDate, invoice.dueDate]
      }
      await page.goto('/invoices')
      await expect(page.getByRole('row', { name: /CAL-1/ })).toContainText(formatDay(issueDate))

      await page.getByRole('button', { name: 'Edit: CAL-1' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Invoice' })
      await expect(dialog.getByLabel('Issue Date')).toHaveValue(formatDay(issueDate))
      await expect(dialog.getByLabel('Due Date')).toHaveValue(formatDay(dueDate))
      await dialog.getByLabel('Notes').fill('Saved here')
      await dialog.getByRole('button', { name: 'Update Invoice' }).click()
      await expect(page.getByText('Invoice updated successfully', { exact: true })).toBeVisible()
      expect(await days()).toEqual([issueDate, dueDate])
      await expect(page.getByRole('row', { name: /CAL-1/ })).toContainText(formatDay(issueDate))

      // Default dates that the browser's clock determines: today, and thirty days later.
      await page.clock.setFixedTime(`${issueDate}T12:00:00Z`)
      await page.reload()
      await page.getByRole('button', { name: 'Create Invoice' }).click()
      const create = page.getByRole('dialog', { name: 'Create New Invoice' })
      const here = await page.evaluate(() => {
        const now = new Date()
        return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
      })
      await expect(create.getByLabel('Issue Date')).toHaveValue(formatDay(here))
      const [year, month, day] = here.split('-').map(Number) as [number, number, number]
      await expect(create.getByLabel('Due Date')).toHaveValue(
        formatDay(new Date(Date.UTC(year, month - 1, day + 30)).toISOString().slice(0, 10)),
      )
    })
  })
