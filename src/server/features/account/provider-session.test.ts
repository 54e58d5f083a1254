import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/platform/auth/testing/browser.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// Somebody who knew the password stopped on the way back from the sign-in pages, and kept what they gave his browser.

const password = 'a password of hers'
const kept = ['billfold.idp', 'billfold.idp.sig']
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const isBack = ({ location }: { location: string | null }) => location?.includes('/api/login/callback') ?? false
/** Signs in as far as the provider, which from then on knows this browser. */
const halfWay = async ({ email }: Person) => {
  const browser = createBrowser()
  const page = await browser.open(`${app.origin}/api/login`)
  expect(isBack(await browser.follow(await browser.submit(page, { email, password }), isBack))).toBe(true)
  return browser
}
/** Begins a new sign-in, and shows the provider what was kept. @returns whether that signs in */
const comesIn = async (before: ReturnType<typeof createBrowser>) => {
  const browser = createBrowser()
  const start = await browser.visit(`${app.origin}/api/login`)
  for (const name of kept) browser.setCookie('127.0.0.1', name, before.cookie(name)!)
  await browser.follow(start)
  const cookie = `billfold.sid=${browser.cookie('billfold.sid')}`
  return (await app.send({ userId: 0, email: '', cookie }, 'GET', '/api/auth/user')).status === 200
}

test('what the sign-in pages remember of a browser signs nobody in without the password: it would go round the code, and outlive signing out everywhere', async () => {
  const ada = await app.person('ada', { password })
  expect(await comesIn(await halfWay(ada))).toBe(false)
})

test('a sign-in that was half done when somebody signs out everywhere else comes to nothing', async () => {
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
