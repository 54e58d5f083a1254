import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** Returns the token of the confirmation link in the newest message to this address, from the built-in mailbox. */
const mailedToken = async (request: APIRequestContext, email: string): Promise<string> => {
  let token: string | undefined
  await expect(async () => {
    const list = await (await request.get('/dev/mailbox')).text()
    const id = new RegExp(`/dev/mailbox/([\\w.-]+)"(?:(?!</a>)[^])*${email.replaceAll('.', '\\.')}`).exec(list)?.[1]
    expect(id, `a message to ${email}`).toBeDefined()
    token = /confirm-email\?token=([\w.~%-]+)/.exec(await (await request.get(`/dev/mailbox/${id}/body`)).text())?.[1]
    expect(token, 'a link to confirm the address').toBeDefined()
  }).toPass({ timeout: 20_000, intervals: [20, 50, 100] })
  return decodeURIComponent(token!)
}

/** Confirms a new account's address with the token from its email, through the API and without a page. */
export const confirmAddress = async (request: APIRequestContext, email: string): Promise<void> => {
  const confirmed = await request.post('/api/public/confirm-email', { data: { token: await mailedToken(request, email) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

/** Opens the newest message whose line in the mailbox matches. Retries, because a background job sends the message. */
export const openMail = async (page: Page, line: string | RegExp) => {
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await page.getByRole('link', { name: line }).first().click({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

/** Returns the URL of a button in the open message. */
export const linkIn = async (page: Page, label: string): Promise<string> =>
  (await page.frameLocator('iframe').getByRole('link', { name: label }).getAttribute('href'))!
