import { answer } from './support/confirm.ts'
import { card, listEvents, panelOf } from './support/estimates.ts'
import { expect, test } from './support/test.ts'

test('an estimate opens in a panel beside the list and shows the customer’s answer and the emails', async ({
  page,
  records,
  accessible,
}) => {
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
  await accessible(page, 'the panel of an estimate')

  // 'Duplicate' is the main action for a declined estimate.
  await expect(panel.getByRole('button', { name: 'Duplicate' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the estimate' }).click()
  await expect(page).toHaveURL('/estimates?search=grace')
  await expect(page.getByRole('link', { name: 'EST-1', exact: true })).toBeFocused()
  await page.goto(`/customers/${id}`)
  await page.getByRole('link', { name: 'EST-1' }).click()
  await expect(panel).toContainText('Grace Hopper')
})

test('the list and the panel show the customer’s answer when the user returns to the tab or the page', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  const accept = async (number: string) => {
    const { publicUrl, version } = await records.estimate({ customerId: id, estimateNumber: number, status: 'sent' })
    return async () => {
      const data = { name: 'Grace', version }
      expect((await page.request.post(`/api/public/estimate/${publicUrl!.split('/').at(-1)}/accept`, { data })).ok()).toBe(true)
    }
  }
  const [acceptFirst, acceptSecond] = [await accept('EST-1'), await accept('EST-2')]
  await page.goto('/estimates')
  await page.getByRole('link', { name: 'EST-1', exact: true }).click()
  await expect(panelOf(page, 'EST-1').getByRole('button', { name: 'Mark as Accepted' })).toBeVisible()
  await acceptFirst()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(panelOf(page, 'EST-1').getByRole('region', { name: 'Answer' })).toContainText('Accepted by Grace')
  await page.getByRole('button', { name: 'Close the estimate' }).click()
  await expect(card(page, 'EST-1')).toContainText('Accepted')

  await page.getByRole('link', { name: 'Customers' }).filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
  await acceptSecond()
  await page.goBack()
  await expect(card(page, 'EST-2')).toContainText('Accepted')
})

test('a failed email is marked on the estimate’s card and can be retried from the panel', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.estimate({ customerId, estimateNumber: 'EST-1', status: 'sent' })
  expect((await page.request.post(`/api/estimates/${id}/send-email`)).ok()).toBe(true)
  let state = 'failed'
  await page.route('**/api/estimates?*', async (route) => {
    const rows = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: rows.map((row) => ({ ...row, emailState: state })) })
  })
  await page.route('**/history', async (route) => {
    const body = (await (await route.fetch()).json()) as { emails: object[] }
    const reason = state === 'failed' ? '550 No such mailbox' : null
    await route.fulfill({ json: { ...body, emails: body.emails.map((email) => ({ ...email, state, reason })) } })
  })
  await page.route('**/retry', (route) => {
    state = 'accepted'
    return route.fulfill({ json: {} })
  })
  await page.goto('/estimates')
  await expect(card(page, 'EST-1').getByLabel('Last email failed')).toBeVisible()
  await page.getByRole('link', { name: 'EST-1', exact: true }).click()
  const emails = panelOf(page, 'EST-1').getByRole('region', { name: 'Emails' })
  await expect(emails).toContainText('550 No such mailbox')
  await emails.getByRole('button', { name: 'Retry' }).click()
  await expect(emails).toContainText('Accepted by the mail server')
})

test.describe('keyboard shortcuts', () => {
  test('single-key shortcuts act on the estimate cards, and the shortcut overview lists them', async ({ page, records, accessible }) => {
    const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    for (const n of [1, 2, 3, 4]) await records.estimate({ customerId: id, estimateNumber: `K-${n}`, status: n === 2 ? 'draft' : 'sent' })
    await page.goto('/estimates')
    const link = (n: number) => page.getByRole('link', { name: `K-${n}`, exact: true })
    const dialog = page.getByRole('dialog')
    await expect(link(4)).toBeVisible()
    await page.keyboard.press('?')
    await expect(dialog.getByRole('region', { name: 'With one estimate' })).toContainText('Mark as AcceptedA')
    await expect(dialog.getByRole('region', { name: 'In the list of estimates' })).toContainText('Next estimateJ')
    await accessible(page, "the estimates' shortcuts")
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
      ['d', 'Create New Estimate'],
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
