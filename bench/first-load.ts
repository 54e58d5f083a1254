import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startApp } from './support/app.ts'

// Measures what a browser downloads before pages are usable: JavaScript and CSS in gzip bytes, from the built files.
//   npm run build && node bench/first-load.ts [--smoke, which is the same run]

const app = await startApp()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (await browser.newContext()).newPage()
let loaded = new Set<string>()
page.on('request', (request) => {
  const { pathname } = new URL(request.url())
  if (/^\/assets\/.*\.(js|css)$/.test(pathname)) loaded.add(pathname)
})
const getGzipBytes = (asset: string) => {
  const file = join('dist', asset)
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}
/** The size of all loaded files with that extension, e.g. '12.3 kB'. */
const formatTotal = (extension: string) => {
  const bytes = [...loaded].filter((asset) => asset.endsWith(extension)).reduce((sum, asset) => sum + getGzipBytes(asset), 0)
  return `${(bytes / 1000).toFixed(1)} kB`
}
const rows: Record<string, object> = {}
const measure = async (name: string, open: () => Promise<unknown>) => {
  loaded = new Set()
  await open()
  await page.waitForLoadState('networkidle')
  rows[name] = { files: loaded.size, JavaScript: formatTotal('.js'), CSS: formatTotal('.css') }
}

await measure('landing', () => page.goto(`${app.origin}/`))
await page.goto(`${app.origin}/api/login?create=1`)
await page.getByLabel('First name').fill('First')
await page.getByLabel('Last name').fill('Load')
await page.getByLabel('Email').fill('first.load@example.com')
await page.getByLabel('Password').fill('a long enough one')
await page.getByRole('button', { name: 'Create account' }).click()
await page.waitForURL(/dashboard|\/$/)
await measure('dashboard', () => page.goto(`${app.origin}/dashboard`))
await measure('invoices', () => page.goto(`${app.origin}/invoices`))
await measure('create dialog', () => page.getByRole('button', { name: 'Create Invoice' }).first().click())
console.table(rows)
await browser.close()
await app.stop()
