import { answer } from './support/confirm.ts'
import { card, icon, listEvents, numbers, panelOf } from './support/estimates.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

const lines = (price: string) => [{ description: 'Work', quantity: '1', unitPrice: price }]

test('the estimate list keeps status, search and sort order in the URL, and the export uses the same filters', async ({
  page,
  records,
}) => {
  const grace = (await records.customer({ name: 'Grace Hopper', company: 'Harbor Coffee', email: 'grace@example.com' })).id
  await page.goto('/estimates')
  await expect(page.getByRole('heading', { name: 'Estimates', level: 1 })).toBeVisible()
  await expect(page.getByText('Manage your project estimates and quotes')).toBeVisible()
  await expect(page.getByText('Create your first estimate to get started.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Your First Estimate' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Estimate' })).toBeVisible()

  const hana = (await records.customer({ name: '花子' })).id
  await records.estimate({ customerId: grace, estimateNumber: 'A-1', lineItems: lines('30') })
  await records.estimate({ customerId: grace, estimateNumber: 'A-2', status: 'sent', expiryDate: '2026-01-31', lineItems: lines('10') })
  await records.estimate({ customerId: hana, estimateNumber: 'B-3', status: 'rejected', lineItems: lines('99999999.99') })
  await page.goto('/estimates')
  await expect(numbers(page)).toHaveText(['B-3', 'A-2', 'A-1'])
  const caption = page.getByRole('status').filter({ hasText: 'Total' })
  await expect(caption).toHaveText('3 estimatesTotal $100,000,039.99')
  // A sent estimate expires automatically after its expiry date.
  await expect(card(page, 'A-2')).toHaveText('A-2ExpiredGrace HopperHarbor CoffeeIssuedJan 05, 2026ExpiresJan 31, 2026Total$10.00')

  const status = page.getByRole('radiogroup', { name: 'Status' })
  await expect(status.locator('label')).toHaveText([
    'All Statuses 3 $100,000,039.99',
    'Draft 1 $30.00',
    'Sent 0',
    'Accepted 0',
    'Rejected 1 $99,999,999.99',
    'Expired 1 $10.00',
  ])
  await status.getByRole('radio', { name: /^Expired/ }).check()
  await expect(numbers(page)).toHaveText(['A-2'])
  await expect(page).toHaveURL(/status=expired/)
  await status.getByRole('radio', { name: /^All Statuses/ }).check()
  const search = page.getByLabel('Search estimates')
  await search.fill(' GRACE ')
  await expect(numbers(page)).toHaveText(['A-2', 'A-1'])
  await page.getByLabel('Sort by').selectOption('Largest amount')
  await page.reload()
  await expect(numbers(page)).toHaveText(['A-1', 'A-2'])
  const href = await page.getByRole('link', { name: 'Export estimates' }).getAttribute('href')
  const csv = await (await page.request.get(href!)).text()
  expect(csv.indexOf('A-1')).toBeGreaterThan(0)
  expect(csv.indexOf('A-2')).toBeGreaterThan(csv.indexOf('A-1'))
  expect(csv).not.toContain('B-3')

  await search.fill('nobody')
  await expect(page.getByText('No estimates found', { exact: true })).toBeVisible()
  await expect(page.getByText('No estimates match your current filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all estimates' }).click()
  await expect(numbers(page)).toHaveCount(3)
})

test('card actions depend on the status; the link is copied, and a missing customer email shows an error', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Ada' })
  await records.estimate({ customerId: id, estimateNumber: 'DRAFT' })
  const sent = await records.estimate({ customerId: id, estimateNumber: 'SENT', status: 'sent' })
  await records.estimate({ customerId: id, estimateNumber: 'NO', status: 'rejected' })
  await page.goto('/estimates')
  const offered = async (number: string) => {
    await card(page, number)
      .getByRole('button', { name: `More actions: ${number}` })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
    // Reads the label without the shortcut key shown next to it.
    const inMenu = await page
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => [...item.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)?.textContent))
    await page.keyboard.press('Escape')
    const inSight = await card(page, number)
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    return { inSight: inSight.slice(0, -1), inMenu }
  }
  const rest = ['Duplicate', 'Repeat…', 'History', 'Delete']
  const icons = ['Edit', 'Download PDF', 'Delete']
  expect(await offered('DRAFT')).toEqual({
    inSight: ['Edit', 'Convert to Invoice', 'Download PDF', 'Delete'],
    inMenu: ['Send by Email', 'Send Later', 'View PDF', 'Edit', 'Convert to Invoice', 'Request a deposit…', 'Download PDF', ...rest],
  })
  expect(await offered('SENT')).toEqual({
    inSight: icons,
    inMenu: [
      'Send by Email',
      'Send Later',
      'Copy Link',
      'View PDF',
      'Edit',
      'Request a deposit…',
      'Download PDF',
      'Mark as Accepted',
      ...rest,
    ],
  })
  expect(await offered('NO')).toEqual({ inSight: icons, inMenu: ['Copy Link', 'View PDF', 'Edit', 'Download PDF', ...rest] })

  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text
    }
  })
  await runInvoiceAction(page, 'SENT', 'Copy Link')
  await listEvents(page, 'Link Copied')
  await expect(page.locator('body')).toHaveAttribute('data-copied', sent.publicUrl!)
  await runInvoiceAction(page, 'SENT', 'Send by Email')
  await listEvents(page, 'No Email Address')
  await listEvents(page, "Customer doesn't have an email address on file.")
  await runInvoiceAction(page, 'SENT', 'Duplicate')
  await expect(page.getByRole('dialog', { name: 'Create New Estimate' }).getByLabel('Line 1 Description')).toHaveValue('Work')
})

test('an estimate is converted to an invoice after confirmation, and both link to each other; its deletion is undone', async ({
  page,
  records,
}) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  const draft = await records.estimate({ customerId: id, estimateNumber: 'EST-1', taxRate: '8.25', taxAmount: '1.23' })
  await records.estimate({ customerId: id, estimateNumber: 'EST-2', status: 'sent' })
  await page.goto('/estimates')
  await expect(page.getByRole('complementary')).toContainText('Free Trial (0/10 invoices)')
  let asked = answer(page, true)
  await icon(page, 'Convert to Invoice', 'EST-1').click()
  expect(await asked).toBe('Are you sure you want to convert this estimate to an invoice?')
  await listEvents(page, 'Estimate Converted')
  const number = `INV-${new Date().getFullYear()}-0001`
  await listEvents(page, `EST-1 is now invoice ${number}.`)
  await expect(card(page, 'EST-1')).toContainText('Accepted')
  await expect(card(page, 'EST-1').getByRole('link', { name: number })).toBeVisible()
  await expect(icon(page, 'Convert to Invoice', 'EST-1')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toContainText('Free Trial (1/10 invoices)')
  await page.getByRole('button', { name: 'View invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\/\d+$/)
  const invoice = page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))
  await expect(invoice).toContainText('Total$101.23')
  await expect(invoice).toContainText('From estimate EST-1')
  await invoice.getByRole('link', { name: 'EST-1' }).click()
  await expect(page).toHaveURL(`/estimates/${draft.id}`)
  await expect(panelOf(page, 'EST-1').getByRole('region', { name: 'History' })).toContainText('Converted to an invoice by Ada Lovelace')
  await panelOf(page, 'EST-1').getByRole('link', { name: 'View invoice' }).click()
  await expect(invoice).toContainText('From estimate EST-1')

  await page.goto('/estimates')
  void answer(page, true)
  await runInvoiceAction(page, 'EST-2', 'Mark as Accepted')
  await listEvents(page, 'Estimate Accepted & Converted')
  await expect(card(page, 'EST-2')).toContainText('Accepted')

  // Deleting asks and can be undone. A deleted estimate is named without a link.
  asked = answer(page, true)
  await icon(page, 'Delete', 'EST-1').click()
  expect(await asked).toBe('Are you sure you want to delete this estimate?')
  await listEvents(page, 'Estimate Deleted')
  await expect(numbers(page)).toHaveText(['EST-2'])
  await expect(page.getByRole('link', { name: 'EST-2' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await listEvents(page, 'Estimate Restored')
  await expect(numbers(page)).toHaveText(['EST-2', 'EST-1'])
  await page.request.delete(`/api/estimates/${draft.id}`)
  await page.goto('/invoices')
  // Both drafts show the number that is next; the newer one is first.
  await page.getByRole('link', { name: number, exact: true }).last().click()
  await expect(invoice).toContainText('From estimate EST-1, which was deleted')
})

test.describe('failed actions', () => {
  test.use({ allowedErrors: /status of (403|404|409|500)|ERR_FAILED/ })

  test('a failed deletion, conversion or PDF download shows an error; after the trial, a conversion shows the plans', async ({
    page,
    records,
  }) => {
    const { id } = await records.customer({ name: 'Ada' })
    const gone = await records.estimate({ customerId: id, estimateNumber: 'GONE' })
    const was = await records.estimate({ customerId: id, estimateNumber: 'WAS' })
    await records.estimate({ customerId: id, estimateNumber: 'HERE' })
    await page.goto('/estimates')
    await expect(numbers(page)).toHaveCount(3)
    await page.request.delete(`/api/estimates/${gone.id}`)
    void answer(page, true)
    await icon(page, 'Delete', 'GONE').click()
    await listEvents(page, 'Failed to delete estimate. Please try again.')
    await expect(numbers(page)).toHaveText(['HERE', 'WAS'])

    const { estimateNumber, version } = was
    const edit = { customerId: id, estimateNumber, version, issueDate: '2026-01-05', expiryDate: '2030-12-31', status: 'rejected' }
    // The list follows, and then has no button for it.
    await icon(page, 'Convert to Invoice', 'WAS').click()
    await page.getByRole('alertdialog').waitFor()
    expect((await page.request.put(`/api/estimates/${was.id}`, { data: { ...edit, lineItems: lines('100') } })).ok()).toBe(true)
    await answer(page, true)
    await listEvents(page, 'This estimate was rejected. Set its status to Accepted to convert it.')
    await expect(card(page, 'WAS')).toContainText('Rejected')
    const trialOver = { message: 'Your free trial has expired', requiresSubscription: true }
    await page.route('**/convert', (route) => route.fulfill({ status: 403, json: trialOver }))
    void answer(page, true)
    await icon(page, 'Convert to Invoice', 'HERE').click()
    await expect(page.getByRole('dialog', { name: 'Free Trial Expired' })).toBeVisible()
    await page.getByRole('button', { name: 'Maybe Later' }).click()
    await expect(card(page, 'HERE')).toContainText('Draft')
    await page.unroute('**/convert')
    await page.route('**/convert', (route) => route.fulfill({ status: 500, body: '' }))
    void answer(page, true)
    await icon(page, 'Convert to Invoice', 'HERE').click()
    await listEvents(page, 'Failed to convert estimate to invoice. Please try again.')

    await page.context().route('**/pdf', (route) => route.abort())
    await icon(page, 'Download PDF', 'HERE').click()
    await listEvents(page, 'Failed to download PDF. Please try again.')
    await expect.poll(() => page.context().pages().length).toBe(1)
    await page.evaluate(() => {
      window.open = () => null
    })
    await icon(page, 'Download PDF', 'HERE').click()
    await listEvents(page, 'Popup Blocked')
    await listEvents(page, 'Please allow popups to download the PDF.')
  })
})
