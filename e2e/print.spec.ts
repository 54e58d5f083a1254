import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// Tests that need a headed browser with a built-in PDF viewer.

/** Replaces `print`: it records the call time instead of opening the print dialog. */
const noting = () => {
  window.print = () => {
    const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
    document.title = `printed after ${performance.now() - loadEventStart} ms`
  }
}

/** Opens the list, presses the shortcut for 'Download PDF' on its only document, and returns the popup content and the delay between load and print. */
const printed = async (page: Page, list: string, number: string) => {
  await page.goto(list)
  await page.getByRole('link', { name: number, exact: true }).focus()
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('p')])
  await popup.waitForFunction(() => document.title.startsWith('printed'))
  const shown = await popup.evaluate(() => ({ type: document.contentType, width: innerWidth, height: innerHeight, title: document.title }))
  const delayMs = Number(/after (\d+)/.exec(shown.title)![1])
  return { type: shown.type, size: [shown.width, shown.height], delayMs }
}
const inPopup = { type: 'application/pdf', size: [800, 600] }

test('an invoice opens in a small window and prints half a second after it has loaded, an estimate one second', {
  tag: '@window',
}, async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Ada' })
  await records.invoice({ customerId: id, invoiceNumber: 'P-1' })
  await records.estimate({ customerId: id, estimateNumber: 'P-1' })
  await page.context().addInitScript(noting)
  for (const [list, leastMs] of [
    ['/invoices', 499],
    ['/estimates', 999],
  ] as const) {
    const { delayMs, ...shown } = await printed(page, list, 'P-1')
    expect(shown).toEqual(inPopup)
    expect(delayMs).toBeGreaterThanOrEqual(leastMs)
  }
})
