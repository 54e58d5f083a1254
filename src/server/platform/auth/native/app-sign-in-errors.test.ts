import { expect, test } from 'vitest'
import { createBrowser, type Visit } from '#server/platform/auth/testing/browser.ts'
import { exchangeAppCode, readAppCode, startAppSignIn } from '#server/platform/auth/testing/native-app.ts'
import { ada, createAccount, signIn, startServer } from '#server/platform/auth/testing/server.ts'
import { systemSource } from '#server/platform/http/request-source.ts'

// Failed sign-ins for the native app: each page leads back to the app.

const backToApp = '<a class="button quiet" href="billfold://signed-in">Back to the app</a>'
const retry = (challenge: string) => `<a class="button" href="/api/login?app=${challenge}">Try again</a>`
const isCallback = ({ location }: Visit) => location?.includes('/api/login/callback') ?? false

/** Signs in at the provider for the app, up to the redirect to the callback. */
const stopBeforeCallback = async (server: Awaited<ReturnType<typeof startServer>>, person = ada) => {
  const [browser, signInOfApp] = [createBrowser(), startAppSignIn()]
  const page = await browser.open(`${server.origin}/api/login?create=1&app=${signInOfApp.challenge}`)
  const back = await browser.follow(await browser.submit(page, person), isCallback)
  return { browser, ...signInOfApp, callback: back.location! }
}

test('a reloaded callback and a late sign-in lead back to the app and create no code', async () => {
  let late = 0
  const server = await startServer({ now: () => new Date(Date.now() + late) })
  const { browser, challenge, callback } = await stopBeforeCallback(server)
  expect(readAppCode(await browser.visit(callback))).toBeDefined()
  const reloaded = await browser.visit(callback)
  expect([reloaded.status, readAppCode(reloaded)]).toEqual([400, undefined])
  for (const part of [backToApp, retry(challenge)]) expect(reloaded.html).toContain(part)

  const slow = await stopBeforeCallback(server, { ...ada, email: 'slow@example.com' })
  late = 10 * 60_000 + 1
  const answer = await slow.browser.visit(slow.callback)
  expect([answer.status, readAppCode(answer)]).toEqual([400, undefined])
  for (const part of [backToApp, retry(slow.challenge)]) expect(answer.html).toContain(part)
})

test('a reloaded callback is an error for a signed-in user, too', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  const { challenge } = startAppSignIn()
  const page = await browser.open(`${server.origin}/api/login?app=${challenge}&other=1`)
  const { location } = await browser.follow(await browser.submit(page, ada), isCallback)
  await browser.visit(location!)
  const reloaded = await browser.visit(location!)
  expect([reloaded.status, reloaded.location]).toEqual([400, null])
  expect(reloaded.html).toContain(backToApp)
})

test("a canceled sign-in and one with another identity's email lead back to the app", async () => {
  const server = await startServer()
  const { browser, challenge, callback } = await stopBeforeCallback(server)
  const denied = new URL(callback)
  denied.searchParams.delete('code')
  denied.searchParams.set('error', 'access_denied')
  const answer = await browser.visit(denied.href)
  expect([answer.status, answer.html.includes('Sign-in was canceled')]).toEqual([400, true])
  for (const part of [backToApp, retry(challenge)]) expect(answer.html).toContain(part)

  await server.database.pool.query(
    "insert into users (issuer, subject, email) values ('https://idp.example', 'someone', 'Ada@Example.com')",
  )
  const held = await signIn(browser, server.origin, ada, `?app=${challenge}`)
  expect([held.status, readAppCode(held)]).toEqual([409, undefined])
  for (const part of [backToApp, retry(challenge), 'ada@example.com belongs to another account']) expect(held.html).toContain(part)
})

test('a page without a sign-in starts a new one for the app, until the browser signs in for itself', async () => {
  const server = await startServer()
  const [browser, { challenge, verifier }] = [createBrowser(), startAppSignIn()]
  const page = await browser.open(`${server.origin}/api/login?create=1&app=${challenge}`)
  await browser.follow(await browser.submit(page, ada))
  const expired = await browser.visit(page.url)
  const again = /<a class="button" href="(\/api\/login\?again=1)">Sign in</.exec(expired.html)![1]!
  const form = await browser.open(`${server.origin}${again}`)
  const end = await browser.follow(await browser.submit(form, ada))
  expect((await exchangeAppCode(createBrowser(), server.origin, { code: readAppCode(end)!, verifier })).status).toBe(204)

  expect((await signIn(browser, server.origin)).url).toBe(`${server.origin}/`)
  await browser.visit(`${server.origin}/api/logout`)
  const own = await browser.open(`${server.origin}${again}`)
  expect((await browser.follow(await browser.submit(own, ada))).url).toBe(`${server.origin}/`)
})

test('an invalid challenge starts nothing, and the redirect to the public host name keeps a valid one', async () => {
  const server = await startServer()
  const { challenge } = startAppSignIn()
  for (const wrong of ['', 'short', `${challenge}=`, `${challenge}&app=${challenge}`, 'x'.repeat(5000)]) {
    const answer = await createBrowser().visit(`${server.origin}/api/login?app=${wrong}`)
    expect([wrong.slice(0, 50), answer.status, answer.location]).toEqual([wrong.slice(0, 50), 400, null])
    expect(answer.html).toContain(backToApp)
  }
  const { headers } = await server.app.inject({
    url: `/api/login?app=${challenge}&create=1&returnTo=/items&again=1&other=1`,
    headers: { host: `localhost:${server.port}` },
  })
  expect(headers.location).toBe(`${server.origin}/api/login?moved=1&returnTo=%2Fitems&create=1&app=${challenge}&again=1&other=1`)
})

test('signing out everywhere and deleting the account revoke codes for the app', async () => {
  const server = await startServer()
  const own = createBrowser()
  await createAccount(own, server.origin)
  const { id, sessionId } = JSON.parse((await own.visit(`${server.origin}/whoami`)).html) as { id: number; sessionId: string }
  const [{ subject }] = (await server.database.pool.query('select subject from users where id = $1', [id])).rows
  const createCode = async () => {
    const { challenge, verifier } = startAppSignIn()
    return { verifier, code: readAppCode(await signIn(createBrowser(), server.origin, ada, `?app=${challenge}`))! }
  }
  const ends: [string, () => Promise<unknown>][] = [
    ['other sessions ended', () => server.auth.sessions.endOthers(id, sessionId, systemSource)],
    [
      'password changed',
      async () => {
        const proof = { password: ada.password, address: '127.0.0.1', userAgent: null }
        await server.auth.accounts!.changePassword(subject, 'another long password', proof, sessionId)
        await server.auth.accounts!.changePassword(subject, ada.password, { ...proof, password: 'another long password' }, sessionId)
      },
    ],
    ['account removed', () => server.database.asNobody((db) => server.auth.accounts!.deleteAccount(db, subject))],
  ]
  for (const [what, end] of ends) {
    const trade = await createCode()
    await end()
    const webView = createBrowser()
    expect([what, (await exchangeAppCode(webView, server.origin, trade)).status]).toEqual([what, 400])
  }

  // Deleting the user's row is enough for users of an external provider.
  await createAccount(createBrowser(), server.origin, { ...ada, email: 'gone@example.com' })
  const { challenge, verifier } = startAppSignIn()
  const page = await signIn(createBrowser(), server.origin, { ...ada, email: 'gone@example.com' }, `?app=${challenge}`)
  await server.database.pool.query('delete from users')
  expect((await exchangeAppCode(createBrowser(), server.origin, { code: readAppCode(page)!, verifier })).status).toBe(400)
})
