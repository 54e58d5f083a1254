import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { build } from 'vite'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { readPlanted } from '../test/canary/planted.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { answer } from './support/confirm.ts'
import { writeDocument } from './support/saves.ts'
import { test as base, expect } from './support/test.ts'

// The type of document that exists in tests alone, in an app that is built and run with it.

const canary = new URL('../test/canary/', import.meta.url)

/** As the migration would. */
const migrate = async ({ dataDir }: RunningApp) => {
  const database = await startEmbedded({ dataDir, exclusive: false, log: () => undefined })
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(readFileSync(new URL('pro-forma/migration.sql', canary), 'utf8'))
  await client.end()
  await database.stop()
}

const test = base.extend<object, { app: RunningApp }>({
  app: [
    async ({}, use) => {
      const dist = mkdtempSync(join(tmpdir(), 'billfold-canary-'))
      const sources = readPlanted()
      const plant = { name: 'canary', enforce: 'pre', load: (id: string) => sources.get(id) } as const
      await build({ plugins: [plant], logLevel: 'error', build: { outDir: dist } })
      const app = await startApp({ NODE_OPTIONS: `--import ${new URL('plant.ts', canary).href}` }, dist)
      await migrate(app)
      await use(app)
      await app.stop()
      rmSync(dist, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// The edit beside another one is refused.
test.use({ allowedErrors: /409 \(Conflict\)/ })

test('a pro forma is written, edited beside another edit, accepted, opened by its customer and voided', async ({
  page,
  records,
  accessible,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pro Formas' }).click()
  await expect(page.getByRole('heading', { name: 'Pro Formas', level: 1 })).toBeVisible()

  // N makes what the page lists, and the help says so.
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('New pro forma')
  await expect(dialog).toContainText('With one pro forma')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Create New Pro Forma' })
  await writeDocument(page)
  await expect(form.getByLabel('Pro Forma Number')).toHaveValue(/^PF-/)
  await form.getByLabel('Delivery Terms').fill('DAP Lagos')
  await expect(form.getByRole('img', { name: 'The pro forma as your customer will see it' })).toBeVisible()
  await accessible(page, 'the form of a pro forma')
  await form.getByRole('button', { name: 'Create Pro Forma' }).click()
  await expect(page.getByText('Pro Forma Created', { exact: true })).toBeVisible()

  const row = page.getByRole('row', { name: /Grace Hopper/ })
  await expect(row).toContainText('$10.00')
  await accessible(page, 'the list of pro formas')
  await row.getByRole('link', { name: /^PF-/ }).click()
  const panel = page.getByRole('complementary', { name: /^Pro forma PF-/ })
  await expect(panel).toContainText('Delivery terms: DAP Lagos')

  const [{ id, version, ...saved }] = await (await page.request.get('/api/pro-formas')).json()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Pro Forma' })
  await edit.getByLabel('Delivery Terms').fill('EXW Lyon')
  const { proFormaNumber, issueDate, expiryDate } = saved
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '10.00' }]
  const other = { customerId, proFormaNumber, issueDate, expiryDate, lineItems, version, deliveryTerms: 'FOB Oslo' }
  expect((await page.request.put(`/api/pro-formas/${id}`, { data: other })).status()).toBe(200)
  await edit.getByRole('button', { name: 'Update Pro Forma' }).click()
  await expect(edit.getByRole('row', { name: /Delivery Terms/ })).toContainText('FOB Oslo')
  await edit.getByRole('button', { name: 'Keep my changes' }).click()
  await edit.getByRole('button', { name: 'Update Pro Forma' }).click()
  await expect(panel).toContainText('Delivery terms: EXW Lyon')

  await panel.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: /^Send( Email| Now)?$/ }).click()
  await panel.getByRole('button', { name: 'Record Acceptance…' }).click()
  await dialog.getByLabel('Accepted by').fill('Grace')
  await accessible(page, 'the dialog that accepts a pro forma')
  await dialog.getByRole('button', { name: 'Record Acceptance' }).click()
  await expect(panel).toContainText('Accepted')

  const { publicUrl } = await (await page.request.get(`/api/pro-formas/${id}`)).json()
  await page.goto(publicUrl)
  await expect(page.getByRole('heading', { name: `Pro forma ${proFormaNumber}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Line items' })).toContainText('Work')
  await accessible(page, 'the customer’s page of a pro forma')

  await page.goto(`/pro-formas/${id}?sort=expiryDate`)
  void answer(page, true)
  await panel.getByRole('button', { name: 'Void…' }).click()
  await expect(panel).toContainText('Voided')
  await expect(row).toContainText('Voided')
})
