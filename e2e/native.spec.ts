import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { simulateNativeShell } from './support/native-bridge.ts'
import { expect, test } from './support/test.ts'
import { phone, phoneSizes } from './support/touch.ts'

test.use({ viewport: phoneSizes.usual, ...phone, contextOptions: { reducedMotion: 'no-preference' } })

/** A very small image. */
const pixel =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgAf//Z'
const decoded = (base64: unknown) => Buffer.from(String(base64), 'base64')

const anInvoice = async (page: Page, records: import('./support/records.ts').Records) => {
  const { id: customerId } = await records.customer({ name: 'Analytical Engines Ltd' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-0001', status: 'sent' })
  await page.goto('/invoices')
  await expect(page.getByText('INV-0001').first()).toBeVisible()
  return id
}

test('in the native shell an invoice is shared, saved and opened, and actions trigger haptic feedback', async ({
  page,
  context,
  records,
  app,
}) => {
  const shell = await simulateNativeShell(context)
  const id = await anInvoice(page, records)

  await runInvoiceAction(page, 'INV-0001', 'Share')
  await expect.poll(() => shell.of('Share.share')).toHaveLength(1)
  expect(shell.of('Share.share')[0]).toMatchObject({
    title: 'Invoice #INV-0001',
    text: 'Invoice for Analytical Engines Ltd: $100.00',
    url: `${app.origin}/invoices/${id}`,
  })

  await runInvoiceAction(page, 'INV-0001', 'Save as JSON')
  await expect(page.getByText('invoice-INV-0001.json is in the folder Documents.', { exact: true })).toBeVisible()
  const [json] = shell.of('Filesystem.writeFile')
  expect(json).toMatchObject({ path: 'invoice-INV-0001.json', directory: 'DOCUMENTS', recursive: true })
  expect(JSON.parse(decoded(json!.data).toString())).toMatchObject({ invoiceNumber: 'INV-0001', total: '100.00' })
  await expect.poll(() => shell.of('Haptics.impact').at(-1)).toEqual({ style: 'MEDIUM' })

  // A web view has no tabs and no popups: the share sheet of the system receives the PDF for both actions.
  for (const action of ['View', 'Download PDF']) {
    const shared = shell.of('Share.share').length
    await runInvoiceAction(page, 'INV-0001', action)
    await expect.poll(() => shell.of('Share.share').length, action).toBe(shared + 1)
    expect(shell.of('Share.share').at(-1)).toMatchObject({ files: [expect.stringMatching(/^file:\/\/\/storage\/CACHE\/.*\.pdf$/)] })
  }
  const pieces = [...shell.of('Filesystem.writeFile').slice(-1), ...shell.of('Filesystem.appendFile').slice(-1)]
  expect(decoded(pieces[0]!.data).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: 'Export invoices' }).click()
  await expect.poll(() => decoded(shell.of('Filesystem.writeFile').at(-1)!.data).toString()).toContain('INV-0001')
  expect(page.url()).toBe(`${app.origin}/invoices`)
  expect(context.pages()).toHaveLength(1)

  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Customers' }).tap()
  await expect.poll(() => shell.of('Haptics.impact').at(-1)).toEqual({ style: 'LIGHT' })
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Invoices' }).tap()

  // A deletion triggers one haptic pulse, when it has succeeded.
  const felt = shell.of('Haptics.impact').length
  void answer(page, true)
  await runInvoiceAction(page, 'INV-0001', 'Delete')
  await expect(page.getByText('Invoice deleted successfully', { exact: true })).toBeVisible()
  expect(shell.of('Haptics.impact').slice(felt)).toEqual([{ style: 'MEDIUM' }])

  // Links that open a new tab open in the system browser.
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page.getByRole('link', { name: 'Mailbox' }).tap()
  await expect.poll(() => shell.of('Browser.open')).toEqual([{ url: `${app.origin}/dev/mailbox` }])

  expect(shell.of('StatusBar.setStyle')).toContainEqual({ style: 'LIGHT' })
  expect(shell.of('StatusBar.setBackgroundColor').at(-1)).toEqual({ color: '#ffffff' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shell.of('StatusBar.setStyle').at(-1)).toEqual({ style: 'DARK' })
  expect(shell.of('StatusBar.setBackgroundColor').at(-1)).toEqual({ color: '#151a1d' })
})

test.describe('on a device in trouble', () => {
  test.use({ allowedErrors: /status of 409 .*\/api\/invoices\/\d+$/ })

  test('a device without free space shows a device error, and a rejected deletion triggers one haptic pulse', async ({
    page,
    context,
    records,
  }) => {
    const shell = await simulateNativeShell(context)
    await anInvoice(page, records)
    const noRoom = 'This device has no free space left. Free some space, then try again.'
    shell.answer('Filesystem.writeFile', { error: "'writeFile' failed with: write failed: ENOSPC (No space left on device)" })
    await runInvoiceAction(page, 'INV-0001', 'Save as JSON')
    await expect(page.getByText('INV-0001 could not be saved', { exact: true })).toBeVisible()
    await expect(page.getByText(noRoom, { exact: true })).toBeVisible()
    // The app does not retry with another name, and there is no file to share.
    expect([shell.of('Filesystem.writeFile').length, shell.of('Share.share').length]).toEqual([1, 0])
    await runInvoiceAction(page, 'INV-0001', 'View')
    await expect(page.getByText('The document could not be opened.', { exact: true })).toBeVisible()
    await expect(page.getByText(noRoom, { exact: true })).toBeVisible()
    shell.answer('Filesystem.writeFile', { error: "'writeFile' failed with: something else" })
    await runInvoiceAction(page, 'INV-0001', 'Save as JSON')
    await expect(page.getByText(/^This device could not save the file\. Check its free space/)).toBeVisible()

    await page.route('**/api/invoices/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: { message: 'It was paid.' } }) : route.fallback(),
    )
    const felt = shell.of('Haptics.impact').length
    void answer(page, true)
    await runInvoiceAction(page, 'INV-0001', 'Delete')
    await expect(page.getByText('It was paid.', { exact: true })).toBeVisible()
    expect(shell.of('Haptics.impact').slice(felt)).toEqual([{ style: 'HEAVY' }])
  })
})

test('in the native shell the back button closes the top layer, then goes back, then leaves; deep links open their page', async ({
  page,
  context,
  records,
  app,
}) => {
  const shell = await simulateNativeShell(context, { 'App.getLaunchUrl': { data: { url: 'billfold://customers' } } })
  const back = () => shell.fire(page, 'App.backButton', { canGoBack: true })
  const { id: customerId } = await records.customer({ name: 'Analytical Engines Ltd' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-0001', status: 'sent' })

  // The link that started the app is opened once. A later reload does not open it again.
  await page.goto('/')
  await expect(page).toHaveURL('/customers')
  await expect(page.getByText('Analytical Engines Ltd')).toBeVisible()
  await page.goto('/expenses')
  await expect(page.getByRole('button', { name: 'Add Expense' }).first()).toBeVisible()
  expect(page.url()).toBe(`${app.origin}/expenses`)

  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  for (const link of ['billfold://signed-out', 'https://evil.example/invoices/1', 'billfold://api/logout', 'nonsense'])
    await shell.fire(page, 'App.appUrlOpen', { url: link })
  await shell.fire(page, 'App.appUrlOpen', { url: `${app.origin}/invoices/${id}` })
  await expect(page.getByRole('dialog', { name: 'INV-0001' })).toBeVisible()
  expect(page.url()).toBe(`${app.origin}/invoices/${id}`)
  await back()
  await expect(page).toHaveURL('/expenses')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  // A form asks for confirmation before it is closed, by the back button and by a deep link.
  await page.getByRole('button', { name: 'Add Expense' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add New Expense' })
  await form.getByLabel('Description').fill('Punched cards')
  let asked = answer(page, false)
  await back()
  expect(await asked).toContain('Discard this expense?')
  asked = answer(page, false)
  await shell.fire(page, 'App.appUrlOpen', { url: 'billfold://items' })
  expect(await asked).toContain('Discard this expense?')
  await expect(form.getByLabel('Description')).toHaveValue('Punched cards')
  expect(page.url()).toBe(`${app.origin}/expenses`)

  // The camera is offered beside the file picker, and its photo is uploaded like any file.
  shell.answer('Camera.getPhoto', { error: 'User denied access to camera' })
  await form.getByRole('button', { name: 'Take a photo' }).click()
  await expect(form.getByText("Billfold has no access to the camera. Allow it in your phone's settings, then try again.")).toBeVisible()
  shell.answer('Camera.getPhoto', { error: 'User cancelled photos app' })
  await form.getByRole('button', { name: 'Take a photo' }).click()
  await expect(form.getByText('Billfold has no access to the camera')).toBeHidden()
  shell.answer('Camera.getPhoto', { data: { base64String: pixel, format: 'jpeg', saved: false } })
  await form.getByRole('button', { name: 'Take a photo' }).click()
  await expect(form.getByText('photo.jpg', { exact: true })).toBeVisible()
  expect(shell.of('Camera.getPhoto')[0]).toMatchObject({ source: 'CAMERA', resultType: 'base64', width: 2400 })
  await form.getByRole('link', { name: /View photo.jpg/ }).click()
  await expect.poll(() => shell.of('Share.share').at(-1)).toMatchObject({ files: [expect.stringContaining('photo')] })

  void answer(page, true)
  await back()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await back()
  await expect(page.getByRole('menu')).toBeHidden()
  expect(page.url()).toBe(`${app.origin}/expenses`)

  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Dashboard' }).click()
  expect(shell.of('App.minimizeApp')).toEqual([])
  await back()
  await expect.poll(() => shell.of('App.minimizeApp')).toHaveLength(1)
  await expect(page).toHaveURL('/')
})

type Watched = { requestClose: () => void }
type Noted = typeof globalThis & { shared: object[]; felt: number[]; watchers: Watched[]; CloseWatcher: new () => Watched }

test('a phone browser does the same with web APIs: share, download, vibration and back gesture', async ({
  page,
  context,
  records,
  app,
}) => {
  await context.addInitScript(() => {
    const noted = globalThis as Noted
    Object.assign(noted, { shared: [], felt: [], watchers: [] })
    navigator.share = async (what) => {
      noted.shared.push(what!)
      if (noted.shared.length > 1) throw new DOMException('closed', 'AbortError')
    }
    navigator.vibrate = (ms) => noted.felt.push(Number(ms)) > 0
    noted.CloseWatcher = class extends noted.CloseWatcher {
      constructor() {
        super()
        noted.watchers.push(this)
      }
    }
  })
  const noted = (what: 'shared' | 'felt') => page.evaluate((name) => (globalThis as Noted)[name], what)
  const backGesture = () => page.evaluate(() => (globalThis as Noted).watchers.at(-1)!.requestClose())
  const id = await anInvoice(page, records)

  await runInvoiceAction(page, 'INV-0001', 'Share')
  expect(await noted('shared')).toEqual([
    { title: 'Invoice #INV-0001', text: 'Invoice for Analytical Engines Ltd: $100.00', url: `${app.origin}/invoices/${id}` },
  ])
  // A share sheet that is closed is no error.
  await runInvoiceAction(page, 'INV-0001', 'Share')
  await expect.poll(async () => (await noted('shared')).length).toBe(2)
  await expect(page.getByText('could not be shared')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await runInvoiceAction(page, 'INV-0001', 'Save as JSON')
  expect((await saved).suggestedFilename()).toBe('invoice-INV-0001.json')
  const csv = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export invoices' }).tap()
  await csv
  void answer(page, true)
  await runInvoiceAction(page, 'INV-0001', 'Delete')
  await expect(page.getByText('Invoice deleted successfully', { exact: true })).toBeVisible()
  expect(await noted('felt')).toEqual([20])

  await page.goto('/expenses')
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add Expense' }).first().tap()
  const form = page.getByRole('dialog', { name: 'Add New Expense' })
  await form.getByRole('button', { name: 'Take a photo' }).tap()
  // A photo as large as a phone camera makes it, and over the upload limit: the app scales it down before the upload.
  const photo = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(6_000_000)])
  await (await picker).setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(form.getByRole('link', { name: /View image.jpg/ })).toBeVisible()

  await Promise.all([answer(page, false), backGesture()])
  await expect(form).toBeVisible()
  void answer(page, true)
  await backGesture()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/expenses')
})
