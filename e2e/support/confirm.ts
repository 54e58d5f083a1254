import type { Page } from '@playwright/test'

/**
 * Answers the next question of the app's confirmation dialog. Call it before the action that asks, without waiting.
 * @returns the question with what explains it; '' when the page is closed before anything is asked
 */
export const answer = async (page: Page, agrees: boolean): Promise<string> => {
  const dialog = page.getByRole('alertdialog')
  try {
    await dialog.waitFor({ timeout: 0 })
    const parts = await dialog.locator('h2, p').allTextContents()
    await dialog
      .getByRole('button')
      .nth(agrees ? 1 : 0)
      .click()
    await dialog.waitFor({ state: 'hidden' })
    return parts.join(' ')
  } catch (error) {
    if (page.isClosed()) return ''
    throw error
  }
}

/** Agrees to every question until the page is closed. */
export const agreeToAll = async (page: Page): Promise<void> => {
  while (!page.isClosed()) await answer(page, true)
}
