import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

type Invoice = { id: number; status: string; emailState: string | null; invoiceNumber: string }

const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const notice = (page: Page) => page.getByRole('region', { name: /Notification/ }).getByRole('listitem')

/** Creates an invoice with Create & Send. @returns its number */
const createAndSend = async (page: Page, records: Records): Promise<string> => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.invoice({ customerId, invoiceNumber: 'FIRST' })
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Invoice' })
  const number = `UNDO-${Math.floor(Math.random() * 1e9)}`
  await form.getByLabel('Invoice Number').fill(number)
  await choose(form.getByLabel('Customer'), 'Grace Hopper')
  await form.getByLabel('Line 1 Description').fill('Compiler work')
  await form.getByLabel('Line 1 Rate').fill('100')
  await form.getByRole('button', { name: 'Create & Send' }).click()
  await expect(form).toBeHidden()
  await expect(notice(page)).toContainText('Invoice created successfully')
  await expect(notice(page)).toContainText(`Invoice ${number} is being sent to grace@example.com.`)
  return number
}

const saved = async (page: Page) => ((await (await page.request.get('/api/invoices')).json()) as [Invoice])[0]
const emails = async (page: Page, { id }: Invoice) =>
  ((await (await page.request.get(`/api/invoices/${id}/history`)).json()) as { emails: { state: string }[] }).emails

test('Create & Send can be undone for ten seconds, also by keyboard: no email is sent, and the invoice is a draft again', async ({
  page,
  records,
  accessible,
}) => {
  const number = await createAndSend(page, records)
  expect(await saved(page)).toMatchObject({ status: 'sent', emailState: 'queued' })
  await accessible(page, 'the notice with Undo')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(notice(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectText(page, 'Not Sent')
  await expectText(page, `Invoice ${number} is a draft again. No email was sent.`)
  const draft = await saved(page)
  expect(draft).toMatchObject({ status: 'draft', emailState: null })
  expect(await emails(page, draft)).toEqual([])
  await notice(page).getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${draft.id}$`))
})

test('Undo is offered for ten seconds, even while the pointer is on it', async ({ page, records }) => {
  await page.clock.install()
  await createAndSend(page, records)
  // Other notices are gone by now.
  await page.clock.fastForward(5500)
  await notice(page).getByRole('button', { name: 'Undo' }).hover()
  await page.clock.fastForward(4500)
  await expect(notice(page)).toBeHidden()
})

test.describe('too late', () => {
  test.use({ allowedErrors: /status of 409 .*undo-send/ })

  test('Undo after the email was sent says so and what to do', async ({ page, records }) => {
    test.setTimeout(240_000)
    await page.route('**/undo-send', async (route) => {
      const invoice = await saved(page)
      await expect.poll(() => emails(page, invoice), { timeout: 60_000 }).toMatchObject([{ state: 'accepted' }])
      await route.continue()
    })
    await createAndSend(page, records)
    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await expect(notice(page)).toContainText('Not Undone', { timeout: 60_000 })
    await expect(notice(page)).toContainText('It is too late to undo this: the email has been sent.')
    expect(await saved(page)).toMatchObject({ status: 'sent', emailState: 'accepted' })
  })
})
