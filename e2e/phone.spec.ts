import type { Locator, Page } from '@playwright/test'
import { agreeToAll } from './support/confirm.ts'
import { expect, test } from './support/test.ts'
import { expectTouchTargets, phone, phoneSizes } from './support/touch.ts'

// The app on a phone: all actions by tap, on the smallest screen.

test.use(phone)

const toast = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
/** Whether the whole element is on the screen and no other element covers it. */
const isIn = (element: Locator) =>
  element.evaluate((it) => {
    const { left, top, bottom } = it.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight && [top + 4, bottom - 4].every((y) => it.contains(document.elementFromPoint(left + 9, y)))
  })

const viewport = phoneSizes.smallest

test.describe('at the smallest size', { tag: '@phone-only' }, () => {
  test.use({ viewport })

  test('an invoice is created with a new customer, sent, and marked as paid', async ({ page, person }) => {
    const form = page.getByRole('dialog')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Dashboard', exact: true }), person.email).toBeVisible()
    await page.getByRole('button', { name: 'New Invoice' }).tap()
    await form.getByRole('button', { name: 'Add your first customer' }).tap()
    await form.getByLabel('Customer name').fill('Grace Hopper')
    await form.getByLabel('Customer email').fill('grace@compilers.example')
    await form.getByRole('button', { name: 'Add customer' }).tap()
    await expect(form.getByLabel('Customer', { exact: true })).toHaveValue('Grace Hopper')
    const number = await form.getByLabel('Invoice number').inputValue()

    await form.getByLabel('Line 1 Description').tap()
    await page.keyboard.type('Hours')
    await page.keyboard.press('Tab')
    // The on-screen keyboard takes a third of the screen: the focused field, the total and the buttons stay visible.
    await form.getByLabel('Line 1 Rate').tap()
    await page.setViewportSize({ ...viewport, height: viewport.height - 260 })
    await page.keyboard.type('80')
    await expect(page.locator('html')).toHaveAttribute('data-typing')
    // The keyboard stays open when the focus moves to another field.
    await form.getByLabel('Line 1 Qty').tap()
    await form.getByLabel('Line 1 Rate').tap()
    await expect(page.locator('html')).toHaveAttribute('data-typing')
    await expect.poll(() => isIn(form.getByLabel('Line 1 Rate'))).toBe(true)
    await expect(form.getByText('Total $80.00')).toBeInViewport()
    await expect(form.getByRole('button', { name: 'Create & Send' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(viewport)
    await expect(page.locator('html')).not.toHaveAttribute('data-typing')

    await form.getByRole('button', { name: 'Add Item' }).tap()
    await form.getByLabel('Line 2 Description').fill('Travel')
    await form.getByLabel('Line 2 Rate').fill('20.50')
    await form.getByRole('button', { name: 'Add Item' }).tap()
    await form.getByRole('button', { name: 'Remove line 3' }).tap()
    await expectTouchTargets(page, 'new invoice')
    await expect(form.getByText('Total $100.50')).toBeInViewport()
    await form.getByRole('button', { name: 'Create & Send' }).tap()
    await expectTouchTargets(page, 'the question about the currency')
    await page.getByRole('button', { name: 'Use USD' }).tap()
    await page.getByRole('button', { name: 'Close the invoice' }).tap()

    await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Invoices' }).tap()
    const card = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').filter({ hasText: number })
    await expect(card).toContainText('$100.50')
    // On the smallest screen the toast lies over the only row.
    await expect(page.getByText('Invoice created successfully')).toHaveCount(0, { timeout: 20_000 })
    await expectTouchTargets(page, 'invoices')
    // A tap anywhere on the card opens the panel.
    await card.getByText('Grace Hopper').tap({ force: true })
    const panel = page.getByRole('dialog', { name: number })
    await expect(panel.getByText('Balance due')).toBeVisible()
    await expectTouchTargets(page, 'invoice panel')
    await panel.getByRole('button', { name: 'Record Payment' }).tap()
    await expect(form.last().getByLabel('Amount')).toHaveValue('100.50')
    await expectTouchTargets(page, 'payment')
    await form.last().getByRole('button', { name: 'Record Payment' }).tap()
    await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible()
    await panel.getByRole('button', { name: 'Close the invoice' }).tap()
    await expect(card.getByText('Paid', { exact: true })).toBeVisible()
    // The on-screen keyboard hides the bottom bar and the floating button.
    await page.getByRole('searchbox').tap()
    await page.setViewportSize({ ...viewport, height: viewport.height - 260 })
    await expect(page.getByRole('navigation', { name: 'Quick' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create Invoice' })).toBeHidden()
  })
})

test.describe('lists', { tag: '@phone-only' }, () => {
  test.use({ viewport: phoneSizes.smallest })

  test('customers, items and expenses are searched, edited, deleted and restored by tap', async ({ page, records }) => {
    void agreeToAll(page)
    const form = page.getByRole('dialog')
    for (const [noun, row] of [
      ['customer', { name: 'Thing' }],
      ['item', { name: 'Thing', unitPrice: '5' }],
      ['expense', { description: 'Thing', amount: '5', category: 'Travel', expenseDate: '2026-01-05' }],
    ] as const) {
      const first = noun === 'expense' ? 'description' : 'name'
      await records.imported(`${noun}s`, 30, (i) => ({ ...row, [first]: `Thing ${i}` }))
      await page.goto(`/${noun}s`)
      const noun1 = noun.charAt(0).toUpperCase() + noun.slice(1)
      await page.getByRole('searchbox').tap()
      await page.keyboard.type('thing 30')
      const found = page.getByText('Thing 30', { exact: true })
      await expect(page.getByText(`1 ${noun}`, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: /^Edit/ }).tap()
      await form.getByLabel(first === 'name' ? 'Name' : 'Description').fill('Thing 30')
      await form.getByRole('button', { name: `Update ${noun1}` }).tap()
      await toast(page, `${noun1} updated successfully`)
      await page.getByRole('button', { name: /^Delete/ }).tap()
      await toast(page, `${noun1} deleted successfully`)
      await expect(found).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).tap()
      await expect(found).toBeVisible()
      await toast(page, `${noun1} restored successfully`)
      await page
        .getByRole('region', { name: /^Notification/ })
        .getByRole('button', { name: 'Close' })
        .tap()
      // The floating button does not cover the last row.
      await page.getByRole('searchbox').fill('')
      await expect(page.getByText(`30 ${noun}s`, { exact: true })).toBeVisible()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const last = page.getByRole('button', { name: /^Delete/ }).last()
      await expect.poll(() => isIn(last)).toBe(true)
    }
  })

  test('invoices and estimates are filtered and acted on by tap, one or several at a time', async ({ page, records }) => {
    void agreeToAll(page)
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    for (const n of [1, 2, 3]) await records.invoice({ customerId, invoiceNumber: `A-${n}`, status: n === 1 ? 'draft' : 'sent' })
    await records.estimate({ customerId, estimateNumber: 'E-1' })
    await page.goto('/invoices')
    await page.getByRole('radio', { name: /^Sent/ }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'A-' })).toHaveCount(2)
    await page.getByLabel('Select A-2').tap()
    await page.getByLabel('Select A-3').tap()
    const bar = page.getByRole('region', { name: 'Selected invoices' })
    await expectTouchTargets(page, 'ticked invoices')
    await bar.getByRole('button', { name: 'Mark as Paid' }).tap()
    await expectTouchTargets(page, 'marking as paid')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Mark 2 invoices as paid' }).tap()
    await expect(dialog).toContainText('2 invoices marked as paid.')
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await page.getByRole('radio', { name: /^Paid/ }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'A-' })).toHaveCount(2)
    await page.getByRole('radio', { name: /^All Invoices/ }).tap()
    await page.getByRole('button', { name: 'More actions: A-1' }).tap()
    await expectTouchTargets(page, "an invoice's menu")
    await page.getByRole('menuitem', { name: 'Delete' }).tap()
    await toast(page, 'Invoice deleted successfully')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(page.getByRole('listitem').filter({ hasText: 'A-1' })).toBeVisible()
    await page.goto('/estimates')
    await page.getByRole('button', { name: 'More actions: E-1' }).tap()
    await page.getByRole('menuitem', { name: 'Convert to Invoice' }).tap()
    await expect(page.locator('[data-row]').filter({ hasText: 'E-1' })).toContainText('Accepted')
  })

  test('lists and their dialogs have large enough touch targets, with and without data', async ({ page, records, accessible }) => {
    test.slow()
    const form = page.getByRole('dialog')
    const look = async (path: string) => {
      await page.goto(path)
      await expect(page.locator('main')).toHaveText(/\S/)
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      await expectTouchTargets(page, path)
    }
    /** Each list, with the button that opens its form and a field of that form. */
    const lists = [
      ['/invoices', 'More actions', 'Line 1 Rate'],
      ['/estimates', 'New Estimate', 'Line 1 Rate'],
      ['/customers', 'Add Customer', 'Phone'],
      ['/items', 'Add Item', 'Unit Price'],
      ['/expenses', 'Add Expense', 'Receipt URL'],
    ] as const
    await look('/')
    for (const [path] of lists) await look(path)
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugmbh'
    const names = [long, 'مؤسسة حداد للتصميم والاستشارات الهندسية', '田中デザイン事務所株式会社東京都千代田区丸の内一丁目']
    const documents: string[] = []
    for (const [n, name] of names.entries()) {
      const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`
      const { id: customerId } = await records.customer({ name, company: name, email, address: `${name} ${name}` })
      await records.item({ name, unitPrice: '99999999.99', category: name, description: `${name} ${name}` })
      const lineItems = [{ description: `${name}\n<b>${name}</b>`, quantity: '1', unitPrice: '99999999.99' }]
      const { id } = await records.invoice({ customerId, invoiceNumber: `${'N'.repeat(49)}${n}`, status: 'sent', lineItems })
      const estimate = await records.estimate({ customerId, estimateNumber: `${'E'.repeat(49)}${n}`, lineItems })
      const expense = { category: 'Software & Subscriptions', amount: '99999999.99', expenseDate: '2026-01-05', customerId }
      await records.expense({ ...expense, description: `${name} ${name}`, vendor: name })
      documents.push(`/invoices/${id}`, `/estimates/${estimate.id}`, `/customers/${customerId}`)
    }
    for (const path of documents.slice(0, 3)) await look(path)
    for (const [path, button, field] of lists) {
      await look(path)
      // Scrolled down, the floating button is away.
      await page.evaluate(() => scrollTo(0, 0))
      await page.getByRole('button', { name: button }).first().tap()
      if (button === 'More actions') await page.getByRole('menuitem', { name: 'Edit', exact: true }).tap()
      await expect(form.getByLabel(field)).toBeVisible()
      await expectTouchTargets(page, `${path}: ${button}`)
    }
    await look('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(form.getByRole('link', { name: 'Billing' })).toBeVisible()
    await expectTouchTargets(page, 'drawer')
    await form.getByRole('button', { name: 'Close menu' }).tap()
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await expectTouchTargets(page, 'menu of the header')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search' }).tap()
    await form.getByRole('combobox', { name: 'Search' }).fill('donau')
    await expect(form.getByRole('option').first()).toBeVisible()
    await expectTouchTargets(page, 'search')
    await accessible(page, 'the search on a phone')
  })
})
