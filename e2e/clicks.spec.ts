import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

// How many clicks the daily tasks take, and keys where they are done by keys, counted by the browser; what is chosen from a native list counts as
// one, and Ctrl as a key of its own.

const counting = () => {
  let [clicks, keys] = [0, 0]
  addEventListener('click', ({ isTrusted, detail }) => (clicks += isTrusted && detail > 0 ? 1 : 0), true)
  addEventListener('keydown', ({ isTrusted }) => (keys += isTrusted ? 1 : 0), true)
  Object.assign(window, {
    take: () => {
      const taken = { clicks, keys }
      clicks = 0
      keys = 0
      return taken
    },
  })
}
type Taken = { clicks: number; keys: number }
const take = (page: Page) => page.evaluate(() => (window as never as { take: () => Taken }).take())

test('the daily tasks take few clicks', async ({ page, records }) => {
  await page.addInitScript(counting)
  /** The task must not load the page anew: the count would be lost. @param chosen how often something of a native list is chosen */
  const task = async (name: string, most: number | Taken, from: string, work: () => Promise<void>, chosen = 0) =>
    test.step(name, async () => {
      await page.goto(from)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await work()
      const taken = await take(page)
      const clicks = taken.clicks + chosen
      console.log(`${name}: ${clicks} clicks, ${taken.keys} keys`)
      expect(clicks, name).toBeLessThanOrEqual(typeof most === 'number' ? most : most.clicks)
      if (typeof most === 'object') expect(taken.keys, `keys of ${name}`).toBeLessThanOrEqual(most.keys)
    })
  const press = (name: string | RegExp, role: 'button' | 'link' | 'menuitem' | 'option' = 'button') =>
    page.getByRole(role, { name }).filter({ visible: true }).last().click()
  const says = (text: string | RegExp) => expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()

  await records.item({ name: 'Consulting', unitPrice: '90.00' })
  await task('the first invoice', 5, '/', async () => {
    await press('New Invoice')
    await press('Add your first customer')
    await page.getByLabel('Customer name').fill('Grace Hopper')
    await page.getByLabel('Customer email').fill('grace@example.com')
    await press('Add customer')
    await page.getByLabel('Line 1 Description').fill('Review')
    await page.getByLabel('Line 1 Rate').fill('100')
    await press('Create & Send')
    await press('Use USD')
    await says('Undo')
  })
  await task('the second invoice of a customer', { clicks: 1, keys: 3 }, '/invoices', async () => {
    await page.getByRole('row', { name: /Grace Hopper/ }).click()
    await expect(page.getByRole('complementary', { name: /^Invoice INV-/ })).toBeVisible()
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog').getByLabel('Line 1 Rate')).toHaveValue('100.00')
    await page.keyboard.press('Control+Enter')
    await says('Undo')
  })
  await task('the second invoice by keys alone', { clicks: 0, keys: 4 }, '/invoices', async () => {
    await expect(page.getByRole('row', { name: /Grace Hopper/ }).first()).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog').getByLabel('Line 1 Rate')).toHaveValue('100.00')
    await page.keyboard.press('Control+Enter')
    await says('Undo')
  })
  const { id: customerId } = await records.customer({ name: 'Alan Turing', email: 'alan@example.com' })
  const [year] = new Date().toISOString().split('-') as [string]
  const march = `${Number(year) - 1}-03`
  const late = { customerId, status: 'sent', issueDate: `${march}-05`, dueDate: `${march}-19` } as const
  for (const invoiceNumber of ['CASH', 'CREDIT', 'LATE']) await records.invoice({ ...late, invoiceNumber })

  await task('a cash payment', 3, '/invoices', async () => {
    await press('More actions: CASH')
    await press('Record Payment', 'menuitem')
    await press('Record Payment')
    await says('Payment recorded')
  })
  await task('a credit note for a line', 4, '/invoices', async () => {
    await press('More actions: CREDIT')
    await press(/^Credit/, 'menuitem')
    await page.getByRole('dialog').getByRole('checkbox').first().click()
    await press('Issue Credit Note')
    await says(/Credit note/i)
  })
  await task('a reminder', 2, '/invoices', async () => {
    await page.getByRole('row', { name: /LATE/ }).hover()
    await press('Send Reminder: LATE')
    await page.getByRole('dialog').getByRole('button', { name: 'Send reminder' }).click()
    await says('Reminder on its way')
  })
  await task('a recurring invoice', 5, '/invoices', async () => {
    await press('Recurring', 'link')
    await press('New Recurring Invoice')
    await choose(page.getByRole('dialog').getByRole('combobox', { name: 'Customer' }), 'Grace')
    await page.getByLabel('Line 1 Description').fill('Retainer')
    await page.getByLabel('Line 1 Rate').fill('100')
    await press('Create Recurring Invoice')
    await says(/The next invoice for Grace Hopper/)
  })
  await task(
    'the profit of a quarter as PDF',
    4,
    '/reports',
    async () => {
      await page.getByLabel('Report type').selectOption('profit-loss')
      const quarter = page.getByLabel('Period').locator('option', { hasText: /^Q\d 20\d\d$/ })
      await page.getByLabel('Period').selectOption((await quarter.last().textContent())!)
      await press('Export Report')
      const [file] = await Promise.all([page.waitForEvent('download'), press('PDF', 'menuitem')])
      expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    },
    2,
  )
  await task('an invoice of last March', 3, '/', async () => {
    await page.getByRole('combobox', { name: 'Search' }).click()
    await page.keyboard.type(`march ${Number(year) - 1}`)
    await page.getByRole('option', { name: /LATE/ }).first().click()
    await says('LATE')
  })
})
