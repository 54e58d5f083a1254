import type { Locator } from '@playwright/test'
import { expectFocusSeen } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

// What axe can't see: zoom, spacing of text, motion, forced colors. keyboard-tasks.spec.ts does the main tasks by
// keyboard.

const pages = [
  '/',
  '/invoices',
  '/recurring-invoices',
  '/estimates',
  '/customers',
  '/expenses',
  '/reports',
  '/books',
  '/business-profile?section=design',
  '/account',
  '/help',
]

test('zoomed to 200 % and 400 %, and with wider spaced text, nothing is lost sideways or cut off, and no bar covers the focus', async ({
  page,
  records,
}) => {
  test.slow()
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  for (const n of [1, 2, 3]) {
    await records.invoice({ customerId, invoiceNumber: `Z-${n}`, status: 'sent' })
    await records.estimate({ customerId, estimateNumber: `Z-${n}` })
    await records.expense({ description: `Paper ${n}`, category: 'Travel', amount: '10', expenseDate: '2026-01-31' })
  }
  for (const path of pages) {
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto(path)
    await expect(page.locator('[class*=animate-breathe]')).toHaveCount(0)
    await expect(page.getByRole('main').locator('a, button').first()).toBeAttached()
    expect(await findOverflow(page), `${path} at 400 %`).toEqual([])
    for (let stops = 0; stops < 40; stops++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) break
      await expectFocusSeen(page, `${path}, after ${stops + 1} tabs`)
    }
    await page.setViewportSize({ width: 640, height: 400 })
    expect(await findOverflow(page), `${path} at 200 %`).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const cut = await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
      document.adoptedStyleSheets = [sheet]
      // Names that end in an ellipsis or after some lines are whole where they are opened.
      return [...document.querySelectorAll<HTMLElement>('main *, header *, nav *')]
        .filter((element) => {
          const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
          // Text of one pixel is only for screen readers.
          const isWhole = element.clientWidth > 1 && element.clientHeight > 1 && textOverflow !== 'ellipsis' && webkitLineClamp === 'none'
          if (!isWhole || !element.textContent?.trim()) return false
          const isCutRight = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 2
          return isCutRight || (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
        })
        .map((element) => element.outerHTML.slice(0, 200))
    })
    expect(cut, path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
  }
})

test('with reduced motion nothing moves, also where a dialog opens', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  for (const path of ['/', '/invoices', '/customers']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    if (path === '/customers') await page.getByRole('button', { name: 'Add Customer' }).press('Enter')
    if (path === '/invoices') await page.keyboard.press('n')
    if (path !== '/') await expect(page.getByRole('dialog')).toBeVisible()
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].flatMap((part) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element, part)
          const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(', ').map(parseFloat))
          return longest > 0.01 ? [`${longest} s: ${element.outerHTML.slice(0, 150)}`] : []
        }),
      ),
    )
    expect(moving, path).toEqual([])
  }
})

test('with forced colors, buttons, the focus, the chosen tab and the chosen option are still seen', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await records.invoice({ customerId, invoiceNumber: 'Z-1', status: 'sent' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/invoices')
  const lines = (target: Locator) =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element)
      return (outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)) + (borderTopStyle === 'none' ? 0 : parseFloat(borderTopWidth))
    })
  const tab = (name: RegExp) => page.getByRole('radiogroup', { name: 'Status' }).locator('label').filter({ hasText: name })
  expect(await lines(tab(/^All Invoices/))).toBeGreaterThanOrEqual(2)
  expect(await lines(tab(/^Draft/))).toBe(0)
  expect(await lines(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]'))).toBeGreaterThanOrEqual(2)
  expect(await lines(page.getByRole('button', { name: 'Create Invoice' }))).toBeGreaterThanOrEqual(1)
  const status = page.locator('[data-row]').getByText('Sent', { exact: true })
  expect(await lines(status)).toBeGreaterThanOrEqual(1)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog').getByLabel('Customer')).toBeFocused()
  expect(await lines(page.getByRole('dialog').getByLabel('Customer'))).toBeGreaterThanOrEqual(2)
  await page.keyboard.type('Gr')
  const chosen = page.getByRole('listbox', { name: 'Suggestions' }).locator('[aria-selected=true]')
  await expect(chosen).toHaveText(/^Grace Hopper/)
  expect(await lines(chosen)).toBeGreaterThanOrEqual(2)
})
