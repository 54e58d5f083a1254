import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** The link of the last message to this address, out of the built-in mailbox. */
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

/** Follows the link that was mailed to a new account, without drawing its page. */
export const confirmAddress = async (request: APIRequestContext, email: string): Promise<void> => {
  const confirmed = await request.post('/api/public/confirm-email', { data: { token: await mailedToken(request, email) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

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
