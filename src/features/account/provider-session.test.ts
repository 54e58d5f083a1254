import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// An attacker who knew the password aborted the return from the sign-in pages, and kept the cookies of the provider.

const password = 'the current password'
const savedCookies = ['billfold.idp', 'billfold.idp.sig']
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const isBack = ({ location }: { location: string | null }) => location?.includes('/api/login/callback') ?? false
/** Signs in as far as the provider, which then knows this browser. */
const halfWay = async ({ email }: Person) => {
  const browser = createBrowser()
  const page = await browser.open(`${app.origin}/api/login`)
  expect(isBack(await browser.follow(await browser.submit(page, { email, password }), isBack))).toBe(true)
  return browser
}
/** Starts a new sign-in with the kept cookies. @returns whether it signs in */
const comesIn = async (before: ReturnType<typeof createBrowser>) => {
  const browser = createBrowser()
  const start = await browser.visit(`${app.origin}/api/login`)
  for (const name of savedCookies) browser.setCookie('127.0.0.1', name, before.cookie(name)!)
  await browser.follow(start)
  const cookie = `billfold.sid=${browser.cookie('billfold.sid')}`
  return (await app.send({ userId: 0, email: '', cookie }, 'GET', '/api/auth/user')).status === 200
}

test('the provider’s cookies never sign in without the password: that would bypass two-factor sign-in, and survive signing out everywhere', async () => {
  const ada = await app.person('ada', { password })
  expect(await comesIn(await halfWay(ada))).toBe(false)
})

test('a sign-in in progress fails when all other sessions are signed out', async () => {
  const ada = await app.person('grace', { password })
  for (const stop of [() => true, isBack]) {
    const browser = createBrowser()
    const page = await browser.open(`${app.origin}/api/login`)
    const at = await browser.follow(await browser.submit(page, { email: ada.email, password }), stop)
    expect((await app.send(ada, 'POST', '/api/account/sessions/end-others')).status).toBe(200)
    await browser.follow(at)
    expect(browser.cookie('billfold.sid')).toBeUndefined()
  }
})
