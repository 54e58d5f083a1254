import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { linkIn, openMail } from './support/mailbox.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const welcome = 'Welcome to your business dashboard'

test('all data is exported in one ZIP file, and the page shows the export status; an interrupted one is retried', async ({
  page,
  person,
  records,
  accessible,
}) => {
  const { id: customerId } = await records.customer({ name: '株式会社 Grace', email: 'grace@example.com' })
  await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
  await records.invoice({ customerId, invoiceNumber: 'A-2' })
  await records.estimate({ customerId, estimateNumber: 'E-1' })
  await page.goto('/account?section=data')
  const card = page.getByRole('region', { name: 'Your data' })
  // Only the progress is simulated: a real interrupted download needs more data than a test can create.
  const states = [
    { state: 'running', filesTotal: 12034, filesDone: 3120, bytesSent: 48_234_567 },
    { state: 'failed', filesTotal: 12034, filesDone: 3121, bytesSent: 48_234_567 },
  ]
  let asked = 0
  await page.route(/\/api\/account\/exports\/\d+$/, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), ...states[Math.min(asked++, 1)] } })
  })
  await card.getByRole('button', { name: 'Export all my data' }).click()
  await expect(card.getByRole('progressbar', { name: 'Exporting your data' })).toHaveAttribute('aria-valuenow', '25')
  await expect(card).toContainText('3,120 of 12,034 files')
  await expect(card.getByRole('alert')).toContainText('The download failed after 3,121 of 12,034 files.')
  await accessible(page, 'a broken export')
  await page.unroute(/\/api\/account\/exports\/\d+$/)
  const [file] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Try again' }).click()])
  expect(file.suggestedFilename()).toMatch(/^billfold-export-.*\.zip$/)
  await expect(card.getByRole('status')).toContainText(/Done: \d+ files/)
  const files = unzipSync(new Uint8Array(await readFile(await file.path())))
  const names = Object.keys(files)
  expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(3)
  for (const name of names.filter((one) => one.endsWith('.pdf'))) expect(strFromU8(files[name]!.subarray(0, 5))).toBe('%PDF-')
  const text = (end: string) => strFromU8(files[names.find((name) => name.endsWith(end))!]!)
  expect(text('customers.csv')).toContain('株式会社 Grace')
  expect(JSON.stringify(JSON.parse(text('invoices.json')))).toContain('A-1')
  expect(person.email.length).toBeGreaterThan(0)
})

test.describe('account deletion', () => {
  test.use({ allowedErrors: /status of 400 .*\/(api\/account\/delete|sign-in)\b/ })

  test('the dialog lists the data to delete, the account is deleted immediately, and the email can be reused', async ({
    page,
    person,
    records,
    app,
  }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
    await records.invoice({ customerId, invoiceNumber: 'A-2' })
    const { payPage } = await records.paymentLink(id)
    await page.goto('/account?section=delete')
    await page.getByRole('button', { name: 'Delete my account...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete my account' })
    await expect(dialog.getByRole('listitem').first()).toHaveText('2 invoices, 1 of them unpaid: your customers’ link will stop working.')
    await expect(dialog).toContainText('1 customer.')
    await expect(dialog).toContainText('keep invoices and receipts')
    const end = dialog.getByRole('button', { name: 'Delete my account' })
    await dialog.getByLabel('Type your email to confirm').fill('somebody@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill('not my password')
    await end.click()
    await expect(dialog.getByLabel('Type your email to confirm')).toHaveAccessibleDescription(/not the email of this account/)
    await dialog.getByLabel('Type your email to confirm').fill(person.email.toUpperCase())
    await end.click()
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is wrong')
    await expect(dialog.getByLabel('Type your email to confirm')).toHaveValue(person.email.toUpperCase())
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await end.click()

    await expect(page.getByText('Your account and all its data have been deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
    expect((await page.request.get(payPage.replace('/pay-invoice/', '/api/public/invoice/'))).status()).toBe(404)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, person)
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please check both and try again.')
    const form = await page.request.get('/api/login?create=1')
    const again = { firstName: 'Grace', lastName: 'Again', email: person.email, password: 'another good one' }
    expect(new URL((await page.request.post(form.url(), { form: again })).url()).pathname, 'signed in').toBe('/')
    expect(await (await page.request.get('/api/invoices')).json()).toEqual([])
    expect(app.log()).not.toContain('level":50')
  })
})

test('a forgotten password is reset with an emailed link', async ({ page, person, accessible }) => {
  await page.context().clearCookies()
  await page.goto('/api/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await openMail(page, new RegExp(`${person.email}.*password`))
  await page.goto(await linkIn(page, 'Set a new password'))
  await page.getByLabel('New password').fill('a new one of mine')
  await accessible(page, 'setting a new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new password is set')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, { ...person, password: 'a new one of mine' })
  await expect(page.getByText(welcome)).toBeVisible()
})
