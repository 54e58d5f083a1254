import { expect, test } from './support/test.ts'

test('dates can be typed as people write them, chosen from a calendar by keyboard, and set by terms; a description grows with its text', async ({
  page,
  records,
}) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.clock.setFixedTime('2026-01-30T12:00:00Z')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  const [issue, due] = [dialog.getByLabel('Issue Date'), dialog.getByLabel('Due Date')]
  for (const typed of ['2/5/2026', 'feb 5']) {
    await issue.fill(typed)
    await issue.blur()
    await expect(issue).toHaveValue('Feb 05, 2026')
  }
  await expect(due).toHaveValue('Mar 07, 2026')
  await dialog.getByRole('button', { name: 'Net 14' }).click()
  await expect(due).toHaveValue('Feb 19, 2026')
  await expect(dialog.getByRole('button', { name: 'Net 14' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'On receipt' }).click()
  await expect(due).toHaveValue('Feb 05, 2026')

  await due.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Choose a date' })
  const dayButton = (name: string) => calendar.getByRole('button', { name })
  await expect(dayButton('Thursday, February 5, 2026')).toBeFocused()
  for (const [key, day] of [
    ['ArrowRight', 'Friday, February 6, 2026'],
    ['ArrowDown', 'Friday, February 13, 2026'],
    ['Home', 'Sunday, February 8, 2026'],
    ['End', 'Saturday, February 14, 2026'],
    ['PageDown', 'Saturday, March 14, 2026'],
    ['Shift+PageUp', 'Friday, March 14, 2025'],
    ['PageUp', 'Friday, February 14, 2025'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dayButton(day), key).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(due).toBeFocused()
  await expect(dialog).toBeVisible()
  await expect(due).toHaveValue('Feb 05, 2026')

  await due.press('ArrowDown')
  await expect(dayButton('Thursday, February 5, 2026')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(due).toHaveValue('Feb 04, 2026')
  await expect(due).toBeFocused()
  await expect(due).toHaveAccessibleDescription('The due date is before the issue date.')
  await dialog.getByRole('button', { name: 'Open calendar' }).nth(1).click()
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect(calendar.getByRole('grid', { name: 'March 2026' })).toBeVisible()
  await calendar.getByRole('button', { name: 'Today' }).click()
  await expect(due).toHaveValue('Jan 30, 2026')

  // A description grows with its text and keeps its lines.
  const description = dialog.getByLabel('Line 1 Description')
  await description.click()
  const before = (await description.boundingBox())!.height
  await page.keyboard.type('Compiler review')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('of one module')
  await expect(description).toHaveValue('Compiler review\nof one module')
  expect((await description.boundingBox())!.height).toBeGreaterThan(before + 10)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Line 2 Description')).toBeFocused()

  await due.fill('someday')
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(due).toHaveAccessibleDescription('Due date must be a day that exists, like 2026-01-31')
  await expect(due).toHaveValue('someday')
})
