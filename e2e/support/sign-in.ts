import type { Page } from '@playwright/test'

/** Fills the sign-in page that is open, and sends it. */
export const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
