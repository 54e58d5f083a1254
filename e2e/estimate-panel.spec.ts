import { answer } from './support/confirm.ts'
import { listEvents, panelOf } from './support/estimates.ts'
import { expect, test } from './support/test.ts'

test('an estimate opens in a panel beside the list and shows the customer’s answer and the emails', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper', company: 'Harbor Coffee', email: 'grace@example.com' })
  const made = await records.estimate({ customerId: id, estimateNumber: 'EST-1', status: 'sent' })
  expect((await page.request.post(`/api/estimates/${made.id}/send-email`)).ok()).toBe(true)
  const publicId = made.publicUrl!.split('/').at(-1)!
  const { version } = (await (await page.request.get(`/api/estimates/${made.id}`)).json()) as { version: number }
  const declined = { name: 'Grace B.', reason: 'Too dear for us.', version }
  expect((await page.request.post(`/api/public/estimate/${publicId}/decline`, { data: declined })).ok()).toBe(true)
  await page.goto('/estimates?search=grace')
  await page.getByRole('link', { name: 'EST-1', exact: true }).click()
  await expect(page).toHaveURL(`/estimates/${made.id}?search=grace`)
  const panel = panelOf(page, 'EST-1')
  await expect(panel).toContainText('Grace HopperHarbor Coffeegrace@example.com')
  await expect(panel).toContainText('Total$100.00')
  await expect(panel.getByRole('region', { name: 'Answer' })).toContainText(/^Declined by Grace B\..*Too dear for us\.$/)
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Declined by Customer')
  await expect(panel.getByRole('region', { name: 'Emails' })).toContainText('To grace@example.com')

  // 'Duplicate' is the main action for a declined estimate.
  await expect(panel.getByRole('button', { name: 'Duplicate' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the estimate' }).click()
  await expect(page).toHaveURL('/estimates?search=grace')
  await expect(page.getByRole('link', { name: 'EST-1', exact: true })).toBeFocused()
  await page.goto(`/customers/${id}`)
  await page.getByRole('link', { name: 'EST-1' }).click()
  await expect(panel).toContainText('Grace Hopper')
})

test.describe('keyboard shortcuts', () => {
  test('single-key shortcuts act on the estimate cards, and the shortcut overview lists them', async ({ page, records }) => {
    const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    for (const n of [1, 2, 3, 4]) await records.estimate({ customerId: id, estimateNumber: `K-${n}`, status: n === 2 ? 'draft' : 'sent' })
    await page.goto('/estimates')
    const link = (n: number) => page.getByRole('link', { name: `K-${n}`, exact: true })
    const dialog = page.getByRole('dialog')
    await expect(link(4)).toBeVisible()
    await page.keyboard.press('?')
    await expect(dialog.getByRole('region', { name: 'With one estimate' })).toContainText('Mark as AcceptedA')
    await expect(dialog.getByRole('region', { name: 'In the list of estimates' })).toContainText('Next estimateJ')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.keyboard.press('j')
    await expect(link(4)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: 'Estimate K-3' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('complementary', { name: 'Estimate K-2' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(link(2)).toBeFocused()

    for (const [key, title] of [
      ['e', 'Edit Estimate'],
      ['m', 'Send by Email'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(link(2)).toBeFocused()
    }
    // A draft is not sent yet: it can't be accepted and has no link.
    void answer(page, true)
    await page.keyboard.press('c')
    await listEvents(page, 'Estimate Converted')
    await link(3).focus()
    void answer(page, true)
    await page.keyboard.press('a')
    await listEvents(page, 'Estimate Accepted & Converted')
    await link(4).focus()
    void answer(page, true)
    await page.keyboard.press('Delete')
    await listEvents(page, 'Estimate Deleted')
    await expect(link(3)).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('jkn')
    await expect(page.getByLabel('Search estimates')).toHaveValue('jkn')
  })
})
