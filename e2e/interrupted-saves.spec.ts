import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { type CutMoment, cutMoments, type NetworkLink, test } from './support/interrupted-network.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { button, dialog, type Row, type Save, saves, writeDocument } from './support/saves.ts'
import { expect } from './support/test.ts'
import { phone, phoneSizes } from './support/touch.ts'

// The connection is lost during each save and then restored: no data is lost or duplicated.

test.use({ allowedErrors: /ERR_|status of (409|422)/ })
// Each test uses its own account and mostly waits, so the tests run in parallel.
test.describe.configure({ mode: 'parallel' })

/** The message in the form footer when there is no connection or no response yet. */
const waitingWords = /^No (connection|answer yet)\. (?!Changes are)/

/**
 * When the connection is lost during each save. What happens then is said once in the code, where a property test tries every sequence of moments:
 * here each save meets one of those after which the server may have stored it, and the first meets all.
 */
const momentOf = ({ isBrief }: Save, index: number): CutMoment => (isBrief || index % 2 ? 'done, unheard' : 'half answered')
const [newInvoice] = saves as [Save]
/** On the smallest phone there is less room for the message: in a form, on a page, and in a notice. */
const inLittleRoom = saves.filter(({ name }) => ['a new customer', 'the business profile', 'a deletion'].includes(name))

const cases: [save: Save, moment: CutMoment, size: keyof typeof phoneSizes][] = [
  ...cutMoments.map((moment) => [newInvoice, moment, 'usual'] as [Save, CutMoment, 'usual']),
  ...saves
    .slice(1)
    .map((save, index) => [save, momentOf(save, index), inLittleRoom.includes(save) ? 'smallest' : 'usual'] as (typeof cases)[number]),
]

for (const [save, moment, name] of cases) {
  const { width, height } = phoneSizes[name]
  test.describe(`at ${width} x ${height}`, () => {
    test.use({ ...phone, viewport: { width, height } })
    test(`${save.name}, connection lost (${moment})`, async ({ page, records, line }) => {
      const { arrange, path, fill, press, notice, there, is, isDeed } = save
      const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
      const world = { page, records, customerId }
      await arrange?.(world)
      await page.goto(line.origin + path)
      await fill(page)
      line.cut(moment)
      await press(page)
      const waits = isDeed ? 'Waiting for the network…' : waitingWords
      await expect(page.getByText(waits).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
      expect(line.cuts()).toBe(1)
      await backOnline(page, line)
      await expect(page.getByText(notice).filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByText(waits)).toHaveCount(0)
      if (!isDeed) await expect(dialog(page)).toHaveCount(0)
      expect(await there(world)).toEqual(is)
    })
  })
}

/** Restores the connection and sends the `online` event. Without the event, the app checks again within seconds. */
const backOnline = async (page: Page, line: NetworkLink) => {
  line.restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: phoneSizes.usual })
  const waiting = (page: Page) => expect(page.getByText(waitingWords).filter({ visible: true })).toBeVisible()
  const openNew = async (page: Page, line: NetworkLink) => {
    await page.goto(`${line.origin}/invoices`)
    await page.getByRole('button', { name: 'Create Invoice' }).first().tap()
  }

  test('app closed during a pending save: the draft is offered with all typed values and saved only once', async ({
    page,
    records,
    line,
    accessible,
  }) => {
    await records.customer({ name: 'Grace Hopper' })
    await openNew(page, line)
    await writeDocument(page)
    await dialog(page).getByLabel('Notes').fill('At the door')
    line.cut('done, unheard')
    await button('Save as Draft')(page)
    await waiting(page)
    await accessible(page, 'a form that waits for the network')
    await page.close()
    line.restore()

    const next = await page.context().newPage()
    await openNew(next, line)
    await expect(dialog(next).getByText(/^You have an unfinished invoice from .*, which may be saved already$/)).toBeVisible()
    await dialog(next).getByRole('button', { name: 'Continue' }).tap()
    await expect(dialog(next).getByLabel('Customer', { exact: true })).toHaveValue('Grace Hopper')
    await expect(dialog(next).getByLabel('Line 1 Rate')).toHaveValue('10')
    await expect(dialog(next).getByLabel('Notes')).toHaveValue('At the door')
    await button('Save as Draft')(next)
    await expect(next.getByText('Invoice created successfully').first()).toBeVisible()
    const made = (await (await next.request.get('/api/invoices')).json()) as Row[]
    expect(made.map(({ total, notes }) => [total, notes])).toEqual([['10.00', 'At the door']])
  })

  test('a new customer pending in the invoice form is also kept and is added only once', async ({ page, person, line }) => {
    await openNew(page, line)
    await dialog(page).getByRole('button', { name: 'Add your first customer' }).tap()
    await dialog(page).getByLabel('Customer name').fill('Grace Hopper')
    line.cut('done, unheard')
    await button('Add customer')(page)
    await waiting(page)
    await button('Save as Draft')(page)
    await expect(dialog(page).getByText("The new customer hasn't been added yet"), person.email).toBeVisible()
    await page.close()
    line.restore()

    const next = await page.context().newPage()
    await openNew(next, line)
    await dialog(next).getByRole('button', { name: 'New customer' }).tap()
    await dialog(next).getByRole('button', { name: 'Continue' }).last().tap()
    await button('Add customer')(next)
    await expect(dialog(next).getByLabel('Customer', { exact: true })).toHaveValue('Grace Hopper')
    const made = (await (await next.request.get('/api/customers')).json()) as Row[]
    expect(made.map(({ name }) => name)).toEqual(['Grace Hopper'])
  })

  test('after ‘Stop waiting’ and a change, the form is saved once with the changed values', async ({ page, person, line }) => {
    await page.goto(`${line.origin}/customers`)
    await page.getByRole('button', { name: 'Add Customer' }).first().tap()
    await dialog(page).getByLabel('Name').fill('Ada Byron')
    line.cut('done, unheard')
    await button('Create Customer')(page)
    await waiting(page)
    await expect.poll(async () => await (await page.request.get('/api/customers')).json()).toHaveLength(1)
    await button('Stop waiting')(page)
    await expect(dialog(page).getByRole('alert'), person.email).toContainText("we don't know whether this was saved")
    await dialog(page).getByLabel('Name').fill('Ada Lovelace')
    await button('Create Customer')(page)
    await waiting(page)
    await backOnline(page, line)
    await expect(page.getByText('Customer created successfully').first()).toBeVisible()
    const made = (await (await page.request.get('/api/customers')).json()) as Row[]
    expect(made.map(({ name, version }) => [name, version])).toEqual([['Ada Lovelace', 2]])
  })

  test('a pending action can be canceled, and the list is refreshed when the network is back', async ({ page, records, line }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    await records.invoice({ customerId, invoiceNumber: 'A-1' })
    await page.goto(`${line.origin}/invoices`)
    const agreed = answer(page, true)
    line.cut('done, unheard')
    await runInvoiceAction(page, 'A-1', 'Delete')
    await agreed
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await expect(page.getByText('Stopped waiting', { exact: true })).toBeVisible()
    await backOnline(page, line)
    await expect(page.getByText('A-1')).toHaveCount(0)
  })
})

test.describe('app started offline', () => {
  test.use({ ...phone, viewport: phoneSizes.usual, serviceWorkers: 'allow' })

  test('an invoice created offline in an app that was opened before is saved when the network is back', async ({
    page,
    context,
    records,
  }) => {
    await records.customer({ name: 'Grace Hopper' })
    await records.item({ name: 'Consulting', unitPrice: '90.00' })
    await page.goto('/invoices')
    const isReady = () =>
      page.evaluate(async () => {
        const paths = [
          '/api/customers?limit=50&sort=name',
          '/api/items?limit=50&sort=name',
          '/api/invoices/next-number',
          '/api/business-profile',
        ]
        const found = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })))
        return found.every(Boolean)
      })
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.close()
    await context.setOffline(true)

    const cold = await context.newPage()
    await cold.goto('/invoices')
    await cold.getByRole('button', { name: 'Create Invoice' }).first().tap()
    await writeDocument(cold)
    await button('Save as Draft')(cold)
    await expect(cold.getByText(waitingWords).filter({ visible: true })).toBeVisible()
    await context.setOffline(false)
    await expect(cold.getByText('Invoice created successfully').first()).toBeVisible({ timeout: 20_000 })
    const made = (await (await cold.request.get('/api/invoices')).json()) as Row[]
    expect(made.map(({ total }) => total)).toEqual(['10.00'])
  })
})
