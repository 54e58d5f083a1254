import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import type { Records } from './support/records.ts'

const notice = (page: Page) => page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Send by Email' })
const panelOf = (page: Page) => page.getByRole('region', { name: 'Scheduled email' })
type Invoice = { id: number; status: string; scheduledSend: object | null }
const read = async (page: Page, id: number) => (await (await page.request.get(`/api/invoices/${id}`)).json()) as Invoice

/** A draft for Grace, who has an address. */
const createDraft = async (records: Records, more: object = {}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  return records.invoice({ customerId, invoiceNumber: `LATER-${Math.floor(Math.random() * 1e9)}`, ...more })
}

test.use({ allowedErrors: /status of 400 .*scheduled-send/ })

test('a draft is scheduled for tomorrow, changed and canceled, and by keyboard scheduled and undone; a time that has passed is refused', async ({
  page,
  records,
}) => {
  const { id, invoiceNumber } = await createDraft(records)
  await page.goto('/invoices')
  await runInvoiceAction(page, invoiceNumber, 'Send Later')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Tomorrow 8:00 AM' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog).toContainText('Until then it stays a draft that you can edit. Issue date stays')
  await dialog.getByRole('button', { name: 'Schedule Email' }).click()
  await expect(dialog).toBeHidden()
  await expect(notice(page)).toContainText(`Invoice ${invoiceNumber} sends tomorrow at 8:00 AM.`)
  const row = page.getByRole('row').filter({ hasText: invoiceNumber })
  await expect(row).toContainText('Sends tomorrow at 8:00 AM')
  expect(await read(page, id)).toMatchObject({ status: 'draft' })

  await page.goto(`/invoices/${id}`)
  await expect(panelOf(page)).toContainText('Sends tomorrow at 8:00 AM')
  await panelOf(page).getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('button', { name: 'Pick date and time' }).click()
  const date = await dialog.getByLabel('Date').inputValue()
  await dialog.getByLabel('Date').fill(await page.evaluate(() => new Date().toLocaleDateString('sv-SE')))
  await dialog.getByLabel('Time').fill('00:00')
  await dialog.getByRole('button', { name: 'Schedule Email' }).click()
  await expect(dialog.getByText('Time must be in the future')).toBeVisible()
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await dialog.getByLabel('Date').fill(date)
  await dialog.getByLabel('Time').fill('17:30')
  await dialog.getByRole('button', { name: 'Schedule Email' }).click()
  await expect(panelOf(page)).toContainText('Sends tomorrow at 5:30 PM')
  await panelOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(panelOf(page)).toBeHidden()
  await expect(row).not.toContainText('Sends')
  expect(await read(page, id)).toMatchObject({ status: 'draft', scheduledSend: null })

  await page.keyboard.press('m')
  const later = dialog.getByRole('button', { name: 'Send later' })
  await later.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Send now instead' })).toBeFocused()
  await dialog.getByLabel('Message').press('Control+Enter')
  await expect(panelOf(page)).toContainText('Sends tomorrow at 8:00 AM')
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(panelOf(page)).toBeHidden()
  expect(await read(page, id)).toMatchObject({ scheduledSend: null })
})

test('it is sent at its time, and after weeks of downtime only when the owner says so', async ({ page, records, sql }) => {
  test.setTimeout(240_000)
  const [due, missed] = [await createDraft(records), await createDraft(records)]
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const { id } of [due, missed]) {
    const data = { day: tomorrow, time: '08:00', timeZone: 'UTC' }
    expect((await page.request.put(`/api/invoices/${id}/scheduled-send`, { data })).status()).toBe(200)
  }
  const moveBack = (id: number, days: number) =>
    sql(
      `with moved as (update scheduled_sends set day = (now() - $2 * interval '1 day')::date, time = '00:00', send_at = (now() - $2 * interval '1 day')::date
         where document_id = $1 returning user_id)
       update graphile_worker._private_jobs set run_at = now() where key = (select 'scheduled-sends.run ' || user_id || ' ' || $1 from moved)`,
      [id, days],
    )
  await moveBack(due.id, 0)
  await moveBack(missed.id, 12)
  await expect.poll(async () => (await read(page, due.id)).status, { timeout: 60_000 }).toBe('sent')
  await expect.poll(async () => (await read(page, missed.id)).scheduledSend, { timeout: 60_000 }).toMatchObject({ hasProblem: true })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Needs your attention' })).toContainText('1 scheduled email not sent')
  await page.goto(`/invoices/${missed.id}`)
  await expect(panelOf(page)).toContainText(/It was due on .* 12 days ago\. Send it now, or choose another time\./)
  await panelOf(page).getByRole('button', { name: 'Send now' }).click()
  await expect(panelOf(page)).toBeHidden({ timeout: 20_000 })
  expect(await read(page, missed.id)).toMatchObject({ status: 'sent', scheduledSend: null })
})
