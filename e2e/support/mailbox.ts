import { expect, type Page } from '@playwright/test'

/** Opens the newest message whose line in the mailbox fits; it comes when its job is done. */
export const openMail = async (page: Page, line: string | RegExp) => {
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await page.getByRole('link', { name: line }).first().click({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

/** Where the button of the opened message leads. */
export const linkIn = async (page: Page, label: string): Promise<string> =>
  (await page.frameLocator('iframe').getByRole('link', { name: label }).getAttribute('href'))!
