import { expect, test } from 'vitest'
import { createBrowser, type Visit } from '#server/platform/auth/testing/browser.ts'
import { exchangeAppCode, readAppCode, shellHeaders, startAppSignIn } from '#server/platform/auth/testing/native-app.ts'
import { ada, createAccount, signIn, startServer } from '#server/platform/auth/testing/server.ts'
import { createAppCodes } from './app-sign-in.ts'

const message = ({ html }: Visit) => (JSON.parse(html) as { message: string }).message
const usedOrExpired = 'This sign-in took too long or was already used. Please sign in again.'
const wrongVerifier = 'This sign-in was started on another device. Please start again in the app.'

/** Creates an account in the system browser for an app that waits. The last page contains the code. */
const signInForApp = async (server: Awaited<ReturnType<typeof startServer>>, person = ada) => {
  const [browser, signInOfApp] = [createBrowser(), startAppSignIn()]
  const page = await createAccount(browser, server.origin, person, `&app=${signInOfApp.challenge}`)
  return { browser, ...signInOfApp, page, code: readAppCode(page)! }
}

test('a sign-in that the app starts signs the app in and leaves the browser signed out', async () => {
  const server = await startServer()
  const { browser, page, code, verifier } = await signInForApp(server)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(page.html).toContain('<h1>You are signed in</h1>')
  expect(page.html).toContain('Returning to the app as <strong>ada@example.com</strong>')
  expect(page.headers.get('refresh')).toBe(`0; url=billfold://signed-in?code=${code}`)
  expect(page.url).not.toContain(code)
  expect(await server.whoami(browser)).toBeNull()
  expect(browser.cookieNames()).not.toContain('billfold.sid')

  const webView = createBrowser()
  const exchanged = await exchangeAppCode(webView, server.origin, { code, verifier })
  expect([exchanged.status, exchanged.html, exchanged.headers.get('cache-control')]).toEqual([204, '', 'no-store'])
  const id = await server.whoami(webView)
  expect(id).toBeTypeOf('number')
  const sessions = await server.auth.sessions.list(id!, 'none')
  expect(sessions).toMatchObject([{ device: 'Billfold app on Android' }])
  expect(server.logged).toEqual([])

  // Codes are stored as hashes until they are used.
  const countCodes = async () =>
    (await server.database.pool.query("select count(*)::int as n from identity_records where model = 'AppCode'")).rows
  expect(await countCodes()).toEqual([{ n: 0 }])
  const next = startAppSignIn()
  const again = await signIn(browser, server.origin, ada, `?app=${next.challenge}`)
  const { rows } = await server.database.pool.query("select * from identity_records where model = 'AppCode'")
  expect(JSON.stringify(rows)).not.toContain(readAppCode(again))
  expect(rows).toHaveLength(1)
})

test('signing in through the app starts a new session, whatever cookies the web view has', async () => {
  const server = await startServer()
  const eve = createBrowser()
  await createAccount(eve, server.origin, { ...ada, email: 'eve@example.com' })
  const planted = eve.cookie('billfold.sid')!
  const { code, verifier } = await signInForApp(server)
  const webView = createBrowser()
  webView.setCookie('127.0.0.1', 'billfold.sid', planted)
  expect((await exchangeAppCode(webView, server.origin, { code, verifier })).status).toBe(204)
  expect(webView.cookie('billfold.sid')).not.toBe(planted)
  expect(await server.whoami(eve)).toBeNull()
})

test('a code works once, also in ten concurrent calls', async () => {
  const server = await startServer()
  const { code, verifier } = await signInForApp(server)
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchangeAppCode(createBrowser(), server.origin, { code, verifier })))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(400)])
  const late = await exchangeAppCode(createBrowser(), server.origin, { code, verifier })
  expect([late.status, message(late)]).toEqual([400, usedOrExpired])
})

test('a code needs its verifier and is revoked by an attempt with a wrong one', async () => {
  const server = await startServer()
  const { code, verifier } = await signInForApp(server)
  const attacker = createBrowser()
  const stolen = await exchangeAppCode(attacker, server.origin, { code, verifier: startAppSignIn().verifier })
  expect([stolen.status, message(stolen), await server.whoami(attacker)]).toEqual([400, wrongVerifier, null])
  const owner = await exchangeAppCode(createBrowser(), server.origin, { code, verifier })
  expect([owner.status, message(owner)]).toEqual([400, usedOrExpired])
})

test('a code is valid for two minutes and deleted later', async () => {
  let late = 0
  const server = await startServer({ now: () => new Date(Date.now() + late) })
  const { code, verifier } = await signInForApp(server)
  const other = startAppSignIn()
  const inTime = readAppCode(await signIn(createBrowser(), server.origin, ada, `?app=${other.challenge}`))!
  late = 119_000
  expect((await exchangeAppCode(createBrowser(), server.origin, { code: inTime, verifier: other.verifier })).status).toBe(204)
  late = 121_000
  const answer = await exchangeAppCode(createBrowser(), server.origin, { code, verifier })
  expect([answer.status, message(answer)]).toEqual([400, usedOrExpired])

  await signIn(createBrowser(), server.origin, ada, `?app=${other.challenge}`)
  const countCodes = async () =>
    (await server.database.pool.query("select count(*)::int as n from identity_records where model = 'AppCode'")).rows[0].n
  const codes = (passedMs: number) => createAppCodes(server.database.pool, () => new Date(Date.now() + late + passedMs))
  await codes(119_000).deleteExpired()
  expect(await countCodes()).toBe(1)
  await codes(121_000).deleteExpired()
  expect(await countCodes()).toBe(0)
})

test('invalid codes and verifiers get a message, and requests of other sites are refused', async () => {
  const server = await startServer()
  const { code, verifier } = await signInForApp(server)
  const webView = createBrowser()
  for (const body of [{}, { code }, { code: `${code}=`, verifier }, { code, verifier: 'short' }, { code: [code], verifier }, null, 'x']) {
    const answer = await exchangeAppCode(webView, server.origin, body)
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
    expect(message(answer)).toMatch(/^[A-Z].*[a-z.]$/)
  }
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'null' },
  ])
    expect((await exchangeAppCode(webView, server.origin, { code, verifier }, headers)).status).toBe(403)
  expect((await exchangeAppCode(webView, server.origin, { code, verifier }, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await exchangeAppCode(webView, server.origin, { code, verifier })).status).toBe(204)
})

test('guessing codes is rate-limited', async () => {
  const server = await startServer()
  const guess = { code: startAppSignIn().verifier, verifier: startAppSignIn().verifier }
  const answers: number[] = []
  const attempt = async () => answers.push((await exchangeAppCode(createBrowser(), server.origin, guess)).status)
  await attempt()
  // The limit for the loopback address is ten times higher.
  await server.database.pool.query("update rate_counts set count = 599 where key like 'sign-ins address:%'")
  await attempt()
  await attempt()
  expect(answers).toEqual([400, 400, 429])
})

test('a user who is signed in in the browser must confirm before a code is created', async () => {
  const server = await startServer()
  const browser = createBrowser()
  await createAccount(browser, server.origin)
  const { challenge, verifier } = startAppSignIn()
  const asked = await browser.visit(`${server.origin}/api/login?app=${challenge}`)
  expect([asked.status, readAppCode(asked), asked.headers.get('refresh')]).toEqual([200, undefined, null])
  expect(asked.html).toContain('Continue as ada@example.com</button>')
  expect(asked.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const continueUrl = `${server.origin}/api/login/app/continue`
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await browser.submit({ ...asked, url: continueUrl }, { app: challenge }, foreign)).status).toBe(403)
  for (const fields of [{}, { app: 'short' }] as Record<string, string>[]) {
    const refused = await browser.submit({ ...asked, url: continueUrl }, fields)
    expect([refused.status, readAppCode(refused)]).toEqual([400, undefined])
    expect(refused.html).toContain('href="billfold://signed-in"')
  }
  const page = await browser.submit({ ...asked, url: continueUrl }, { app: challenge })
  const webView = createBrowser()
  expect((await exchangeAppCode(webView, server.origin, { code: readAppCode(page)!, verifier })).status).toBe(204)
  expect(await server.whoami(webView)).toBe(await server.whoami(browser))

  // With another account, only the app is signed in as the other user.
  const other = await browser.open(`${server.origin}/api/login?app=${challenge}&other=1`)
  expect(other.html).toContain('<h1>Sign in</h1>')
  const bob = { ...ada, email: 'bob@example.com' }
  await createAccount(createBrowser(), server.origin, bob)
  const bobPage = await browser.follow(await browser.submit(other, { email: bob.email, password: bob.password }))
  expect((await exchangeAppCode(webView, server.origin, { code: readAppCode(bobPage)!, verifier })).status).toBe(204)
  expect(await server.whoami(webView)).not.toBe(await server.whoami(browser))

  // After a sign-out in another tab, the user must sign in.
  await browser.visit(`${server.origin}/api/logout`)
  const late = await browser.submit({ ...asked, url: continueUrl }, { app: challenge })
  expect([late.status, late.location]).toEqual([303, `${server.origin}/api/login?app=${challenge}`])
})

test("the web view itself does not sign in: it is redirected to the app's page", async () => {
  const server = await startServer()
  const getRedirect = async (query: string) =>
    (await createBrowser().visit(`${server.origin}/api/login${query}`, { headers: shellHeaders })).location
  expect(await getRedirect('?returnTo=/invoices/5')).toBe(`${server.origin}/invoices/5`)
  expect(await getRedirect('?returnTo=//evil.example')).toBe(`${server.origin}/dashboard`)
  expect(await getRedirect('')).toBe(`${server.origin}/dashboard`)
})
