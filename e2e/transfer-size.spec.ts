import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { expect, test } from './support/test.ts'

// Measures what a phone downloads on a first visit until the page is complete and idle.

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const kilobyte = 1000
const atRestMs = 1000
/** Scripts that load after the page is shown: the PayPal button, notices, device features, the service worker registration and its precache. */
const later = /\/(wallet-button|toaster|device|register|precache-forms)-/

/** Records requests from now on. `rest` resolves after one second without a request. */
const watch = (page: Page) => {
  let asked: Request[] = []
  let last = Date.now()
  page.on('request', (request) => {
    asked.push(request)
    last = Date.now()
  })
  const pathOf = (request: Request) => new URL(request.url()).pathname
  return {
    start: () => {
      asked = []
    },
    rest: async () => {
      while (Date.now() - last < atRestMs) await page.waitForTimeout(100)
    },
    /** The app's scripts with their gzip size in bytes, largest first. Scripts of a payment provider have another URL and are not included. */
    scripts: () =>
      [...new Set(asked.map(pathOf))]
        .filter((path) => /^\/assets\/.*\.js$/.test(path))
        .map((path) => ({ path, bytes: gzipSync(readFileSync(`dist${path}`), { level: 9 }).length }))
        .sort((a, b) => b.bytes - a.bytes),
    /** Scripts that the HTML does not name, so the browser finds them only through another script. */
    foundLate: (html: string) => [...new Set(asked.map(pathOf))].filter((path) => /^\/assets\/.*\.js$/.test(path) && !html.includes(path)),
    /** API paths that were requested more than once, ignoring the query: a preload with a different query is not reused. */
    askedTwice: () => {
      const calls = asked.map(pathOf).filter((path) => path.startsWith('/api/'))
      return calls.filter((path, at) => calls.indexOf(path) !== at)
    },
  }
}

test('a first visit stays within the script size limit, names its scripts in the HTML and repeats no API call', async ({
  page,
  browser,
  records,
  app,
}, { annotations }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'SIZE-1', status: 'sent' })
  const { payPage } = await records.paymentLink(id)
  const visitor = await (await browser.newContext({ baseURL: app.origin })).newPage()

  const visits = [
    { name: 'landing', page: visitor, path: '/', most: 5 * kilobyte, stands: () => visitor.getByRole('link', { name: 'Get Started' }) },
    // It also asks for saved cards and answers to reminders; their own parts are loaded only where they are needed.
    {
      name: 'pay page',
      page: visitor,
      path: payPage,
      most: 91.5 * kilobyte,
      stands: () => visitor.getByRole('button', { name: /^Pay \$/ }),
    },
    { name: 'dashboard', page, path: '/', most: 178.8 * kilobyte, stands: () => page.getByText('SIZE-1').first() },
    { name: 'invoices', page, path: '/invoices', most: 180.8 * kilobyte, stands: () => page.getByText('SIZE-1').first() },
    { name: 'estimates', page, path: '/estimates', most: 175.8 * kilobyte, stands: () => page.getByText(/^No estimates found/) },
    { name: 'customers', page, path: '/customers', most: 175.9 * kilobyte, stands: () => page.getByText('Grace Hopper').first() },
    { name: 'items', page, path: '/items', most: 173.2 * kilobyte, stands: () => page.getByText(/^No items found/) },
    { name: 'expenses', page, path: '/expenses', most: 174.1 * kilobyte, stands: () => page.getByText(/^No expenses found/) },
  ]
  const watchers = new Map([
    [visitor, watch(visitor)],
    [page, watch(page)],
  ])
  const lines: string[] = []
  for (const { name, page: tab, path, most, stands } of visits) {
    const seen = watchers.get(tab)!
    seen.start()
    const html = await (await tab.goto(path))!.text()
    await expect(stands()).toBeVisible()
    await seen.rest()
    const scripts = seen.scripts()
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    lines.push(`${name}: ${(total / kilobyte).toFixed(1)} kB in ${scripts.length} files`)
    const biggest = scripts.slice(0, 8).map((script) => `${script.bytes} ${script.path}`)
    expect(total, `JavaScript of ${name}, at most ${most} bytes; the biggest parts are\n${biggest.join('\n')}\n`).toBeLessThanOrEqual(most)
    const late = seen.foundLate(html).filter((file) => !later.test(file))
    expect(late, `scripts of ${name} that the page doesn't name`).toEqual([])
    expect(seen.askedTwice(), `calls of ${name} that were made twice`).toEqual([])
  }
  annotations.push({ type: 'sizes', description: lines.join('; ') })
  console.log(lines.join('\n'))
  await visitor.context().close()
})
