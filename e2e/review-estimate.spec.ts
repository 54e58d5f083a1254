import { openMail } from './support/mailbox.ts'
import type { MadeEstimate, Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const lines = [
  { description: 'Compiler review', quantity: '1.5', unitPrice: '99.99' },
  { description: 'Travel', quantity: '1', unitPrice: '0.01' },
]
const thanks = { notes: 'Thank you for asking us.', terms: 'Half in advance.' }

const sent = async (records: Records, more: { status?: 'sent' | 'draft' | 'accepted' | 'rejected'; expiryDate?: string } = {}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const estimate = { customerId, estimateNumber: 'EST-7', status: 'sent' as const, taxRate: '8.25', lineItems: lines, ...thanks, ...more }
  return { estimate, made: await records.estimate(estimate) }
}
const pathOf = ({ publicUrl }: MadeEstimate) => new URL(publicUrl!).pathname

test('a customer accepts an emailed estimate, and the owner sees the acceptance and the new invoice', async ({
  page,
  context,
  records,
}) => {
  test.setTimeout(240_000)
  const { made } = await sent(records, { status: 'draft' })
  expect((await page.request.post(`/api/estimates/${made.id}/send-email`)).ok()).toBe(true)
  await openMail(page, /EST-7/)
  const link = await page.frameLocator('iframe').getByRole('link', { name: 'Review estimate' }).getAttribute('href')
  const owner = await context.cookies()
  await context.clearCookies()

  await test.step('the customer opens the estimate without an account', async () => {
    const response = await page.goto(link!)
    expect(response!.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estimate EST-7')
    await expect(page).toHaveTitle('Estimate EST-7 · Ada Lovelace')
    const facts = [
      'OPEN',
      'Ada Lovelace',
      'Grace Hopper',
      'Jan 05, 2026',
      'Dec 31, 2030',
      'Valid until Dec 31, 2030',
      '1.5 × $99.99',
      '$149.99',
    ]
    const sums = ['$150.00', 'Tax (8.25%)', '$12.38', '$162.38', ...Object.values(thanks)]
    for (const text of [...facts, ...sums])
      await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    // The PDF opens in a new tab. The test reads the URL from the request, because a browser without a PDF viewer downloads the file and leaves the tab empty.
    const [pdf, tab] = await Promise.all([
      context.waitForEvent('request', (request) => /\/api\/public\/estimate\/[\w-]{24}\/pdf$/.test(request.url())),
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect((await (await page.request.get(pdf.url())).body()).subarray(0, 5).toString()).toBe('%PDF-')
    await tab.close()
  })

  await test.step('the customer accepts the estimate', async () => {
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    const form = page.getByRole('form', { name: 'Accept this estimate' })
    await expect(form).toContainText('Ada Lovelace will send you an invoice for $162.38.')
    await expect(form).toContainText('Your name, the date and your network address are recorded with your answer.')
    await expect(form.getByLabel('Your name')).toBeFocused()
    await form.getByLabel('Your name').fill('Rear Admiral Hopper')
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await form.getByRole('button', { name: 'Accept Estimate' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Estimate accepted' })).toBeFocused()
    expect(calls).toHaveLength(1)
    await expect(page.getByText(/^Accepted by Rear Admiral Hopper on \w{3} \d\d, \d{4}, .*Thank you!$/)).toBeVisible()
    await expect(page.getByText('Ada Lovelace will send you an invoice for $162.38.')).toBeVisible()
  })

  await test.step('the owner is notified and sees the invoice', async () => {
    await context.addCookies(owner)
    await openMail(page, 'Estimate EST-7 accepted by Rear Admiral Hopper')
    await page.goto('/')
    await expect(page.getByText('Estimate EST-7 accepted by Rear Admiral Hopper')).toBeVisible()
    await page.goto('/estimates')
    const card = page.getByRole('listitem').filter({ hasText: 'EST-7' })
    await expect(card).toContainText('Accepted')
    const [invoice] = (await (await page.request.get('/api/invoices')).json()) as { id: number; invoiceNumber: string; total: string }[]
    expect(invoice!.total).toBe('162.38')
    await expect(card.getByRole('link', { name: invoice!.invoiceNumber })).toBeVisible()
    expect((await page.request.post(`/api/invoices/${invoice!.id}/send-email`)).ok()).toBe(true)
  })

  await test.step('the customer opens the invoice from the estimate', async () => {
    await context.clearCookies()
    await page.goto(link!)
    await page.getByRole('link', { name: 'View invoice' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice /)
  })
})

test('a customer declines using only the keyboard: cancel the first form, enter a reason, see the result', async ({ page, records }) => {
  test.setTimeout(240_000)
  const { made } = await sent(records)
  await page.goto(pathOf(made))
  const decline = page.getByRole('button', { name: 'Decline', exact: true })
  await page.getByRole('button', { name: 'Accept', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Grace')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(decline).toBeFocused()
  await page.keyboard.press('Enter')
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(reason).toHaveAccessibleDescription(/Reason is required/)
  await expect(reason).toBeFocused()
  await page.keyboard.type('Too dear.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ask again in March.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Estimate declined' })).toBeFocused()
  await page.reload()
  await expect(page.getByText(/^Declined on \w{3} \d\d, \d{4}, .*\.$/)).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText('Too dear.\nAsk again in March.')
  await expect(page.getByText('Changed your mind?')).toBeVisible()
  await openMail(page, /Estimate EST-7 declined by Grace Hopper/)
  await page.goto('/')
  await expect(page.getByText('Estimate EST-7 declined by Grace Hopper')).toBeVisible()
})

test.describe('errors', () => {
  test.use({ allowedErrors: /status of (400|404|409|500)|ERR_FAILED/ })

  test('a failing server and a changed estimate are said, and the typed name is kept', async ({ page, records, accessible }) => {
    const { made, estimate } = await sent(records)
    await page.route('**/api/public/estimate/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await page.goto(pathOf(made))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    const name = page.getByLabel('Your name')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription(/Your name is required/)
    await name.fill('Grace Hopper')

    await page.route('**/accept', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await name.press('Enter')
    await expect(page.getByRole('alert')).toContainText("we don't know whether this was saved")

    await test.step('the business changes the estimate while it is open', async () => {
      const dearer = { ...estimate, issueDate: '2026-01-05', expiryDate: '2030-12-31', lineItems: [{ ...lines[0]!, quantity: '2' }] }
      expect((await page.request.put(`/api/estimates/${made.id}`, { data: dearer })).status()).toBe(200)
      await name.press('Enter')
      await expect(page.getByRole('alert')).toHaveText(
        'This estimate has changed since you opened it. Review the current version before you answer.',
      )
      await expect(
        page.getByText('Updated since you opened it. This is the current version. The previous total was $162.38.'),
      ).toBeVisible()
      await expect(page.getByRole('form')).toContainText('$216.48')
      await expect(name).toHaveValue('Grace Hopper')
      await accessible(page, 'changed estimate')
    })
    await name.press('Enter')
    await expect(page.getByRole('heading', { name: 'Estimate accepted' })).toBeFocused()
    await expect(page.getByText(/Changed since/)).toHaveCount(0)
  })

  test('an estimate that expired, was answered, withdrawn or deleted cannot be answered', async ({ page, records, accessible }) => {
    const { made, estimate } = await sent(records)
    await page.goto(pathOf(made))
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByLabel('Your name').fill('Grace Hopper')
    const draft = { ...estimate, issueDate: '2026-01-05', expiryDate: '2030-12-31', status: 'draft' }
    expect((await page.request.put(`/api/estimates/${made.id}`, { data: draft })).status()).toBe(200)
    await page.getByLabel('Your name').press('Enter')
    await expect(page.getByRole('heading', { name: 'This estimate has been withdrawn' })).toBeFocused()
    await expect(page.getByText('Compiler review')).toHaveCount(0)
    await accessible(page, 'a withdrawn estimate')

    for (const [more, title] of [
      [{ expiryDate: '2026-01-20' }, 'This estimate expired on Jan 20, 2026.'],
      [{ status: 'rejected' }, 'Estimate declined'],
      [{ status: 'accepted' }, 'Estimate accepted'],
    ] as const) {
      const settled = { ...draft, status: 'sent', ...more }
      expect((await page.request.put(`/api/estimates/${made.id}`, { data: settled })).status()).toBe(200)
      await page.reload()
      await expect(page.getByText(title)).toBeVisible()
      await expect(page.getByRole('button')).toHaveCount(0)
      await accessible(page, title)
    }
    expect((await page.request.delete(`/api/estimates/${made.id}`)).ok()).toBe(true)
    const cut = pathOf(made).slice(0, -3)
    for (const path of [pathOf(made), cut, `/review-estimate/${made.id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Estimate Not Found' })).toBeVisible()
      await expect(page.getByText("The estimate you're looking for doesn't exist or has been removed.")).toBeVisible()
    }
  })
})
