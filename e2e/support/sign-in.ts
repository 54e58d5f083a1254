import type { Page } from '@playwright/test'

/** Fills in and submits the open sign-in page. */
export const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Creates an account and signs it in through HTTP requests, without a page. */
export const signUp = async (page: Page, origin: string, name: string) => {
  const form = await page.request.get(`${origin}/api/login?create=1`)
  const email = `${name}.${Date.now()}@example.com`
  await page.request.post(form.url(), { form: { firstName: name, lastName: 'Tester', email, password: 'correct horse battery' } })
}
