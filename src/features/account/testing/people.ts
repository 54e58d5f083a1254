import { expect } from 'vitest'
import type { createBrowser, Visit } from '#server/platform/auth/testing/browser.ts'
import type { Person, TestApp } from '#server/testing/app.ts'

type Browser = ReturnType<typeof createBrowser>
export type NewPerson = { firstName: string; lastName: string; email: string; password: string }

export const grace: NewPerson = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', password: 'correct horse battery' }

/** The session of a browser, for calls that are not made in it. */
const asPerson = async (app: TestApp, browser: Browser, email: string): Promise<Person> => {
  const cookie = `billfold.sid=${browser.cookie('billfold.sid')}`
  const reply = await app.send({ userId: 0, email, cookie }, 'GET', '/api/auth/user')
  return { userId: reply.body.id, email, cookie }
}

/** Signs up through the pages, as a newcomer does: a mail with a link to confirm the address leaves. */
export const signUp = async (app: TestApp, browser: Browser, person = grace): Promise<Person> => {
  const page = await browser.open(`${app.origin}/api/login?create=1`)
  await browser.follow(await browser.submit(page, person))
  return asPerson(app, browser, person.email)
}
/** Types email and password into the sign-in page; answers where the browser ends. */
export const trySignIn = async (
  app: TestApp,
  browser: Browser,
  { email, password }: { email: string; password: string },
): Promise<Visit> => {
  const page = await browser.open(`${app.origin}/api/login`)
  return browser.follow(await browser.submit(page, { email, password }))
}
export const signIn = async (app: TestApp, browser: Browser, who: { email: string; password: string }): Promise<Person> => {
  await trySignIn(app, browser, who)
  return asPerson(app, browser, who.email)
}

/** Mails by subject and receiver, oldest first, once `count` of them are there. */
export const waitForMails = async (app: TestApp, to: string, subject: string, count = 1) => {
  const those = async () => (await app.mails(0)).filter((mail) => mail.to.address === to && mail.subject === subject)
  await expect.poll(async () => (await those()).length, { timeout: 15_000, message: `"${subject}" to ${to}` }).toBe(count)
  return those()
}
/** The token of a link in a mail. */
export const readToken = (mail: { text: string }) => new URL(/http\S+\?token=\S+/.exec(mail.text)![0]).searchParams.get('token')!
