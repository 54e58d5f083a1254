import { expect, test } from 'vitest'
import { createBrowser, type Visit } from './testing/browser.ts'
import { ada, createAccount, signIn, startServer } from './testing/server.ts'

const expectPage = ({ html, headers }: Visit, title: string) => {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain(`<h1>${title.replace("'", '&#39;')}</h1>`)
  expect(html).toMatch(/<a class="button" href="\/api\/login[^"]*">(Try again|Sign in)</)
}

/** Signs in at the provider up to the redirect to the callback. */
const stopBeforeCallback = async (server: Awaited<ReturnType<typeof startServer>>, query = '') => {
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login?create=1${query}`)
  const back = await browser.follow(await browser.submit(page, ada), (visit) => visit.location!.includes('/api/login/callback'))
  return { browser, callback: back.location! }
}

test('a callback with another state, without its cookie or in another browser is refused', async () => {
  const server = await startServer()
  const { browser, callback } = await stopBeforeCallback(server)
  const forged = new URL(callback)
  forged.searchParams.set('state', `${forged.searchParams.get('state')!.slice(0, -1)}~`)
  for (const [browserOfCall, address] of [
    [browser, forged.href],
    [createBrowser(), callback],
    [createBrowser(), `${server.origin}/api/login/callback`],
    [createBrowser(), `${server.origin}/api/login/callback?state=a&state=b&code=c`],
  ] as const) {
    const answer = await browserOfCall.visit(address)
    expect(answer.status).toBe(400)
    expectPage(answer, "Sign-in didn't work")
    expect(await server.whoami(browserOfCall)).toBeNull()
  }
})

test('a code works once, and a signed-in user who returns to the callback gets to the home page', async () => {
  const server = await startServer()
  const { browser, callback } = await stopBeforeCallback(server)
  const cookies = browser.cookieNames().filter((name) => name.startsWith('billfold.login.'))
  const saved = cookies.map((name) => [name, browser.cookie(name)!] as const)
  expect((await browser.visit(callback)).status).toBe(302)
  expect((await browser.visit(callback)).location).toBe(`${server.origin}/`)
  const replay = createBrowser()
  for (const [name, value] of saved) replay.setCookie('127.0.0.1', name, value, '/api/login')
  const answer = await replay.visit(callback)
  expect(answer.status).toBe(400)
  expectPage(answer, "Sign-in didn't work")
  expect(await server.whoami(replay)).toBeNull()
})

test('a sign-in that takes longer than ten minutes must start over', async () => {
  let late = 0
  const server = await startServer({ now: () => new Date(Date.now() + late) })
  const { browser, callback } = await stopBeforeCallback(server)
  late = 10 * 60_000 + 1
  const answer = await browser.visit(callback)
  expect(answer.status).toBe(400)
  expectPage(answer, "Sign-in didn't work")
})

test('a sign-in that was canceled at the provider says so and can be tried again for the same page', async () => {
  const server = await startServer()
  const { browser, callback } = await stopBeforeCallback(server, '&returnTo=/items')
  const denied = new URL(callback)
  denied.searchParams.delete('code')
  denied.searchParams.set('error', 'access_denied')
  const answer = await browser.visit(denied.href)
  expect(answer.status).toBe(400)
  expectPage(answer, 'Sign-in was canceled')
  expect(answer.html).toContain('href="/api/login?returnTo=%2Fitems"')
})

test('a bookmarked or finished sign-in page, or one of another browser, says that it has expired', async () => {
  const server = await startServer()
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  const otherBrowser = await createBrowser().visit(page.url)
  expect(otherBrowser.status).toBe(400)
  expectPage(otherBrowser, 'This page has expired')
  const finished = await browser.open(`${server.origin}/api/login?create=1`)
  await browser.follow(await browser.submit(finished, ada))
  for (const answer of [await browser.visit(finished.url), await browser.submit(finished, ada)]) {
    expect(answer.status).toBe(400)
    expectPage(answer, 'This page has expired')
  }
})

test('an email of another identity is refused with a link to try again', async () => {
  const server = await startServer()
  await server.database.pool.query(
    "insert into users (issuer, subject, email) values ('https://idp.example', 'someone', 'Ada@Example.com')",
  )
  const browser = createBrowser()
  const answer = await createAccount(browser, server.origin)
  expect(answer.status).toBe(409)
  expectPage(answer, "Sign-in didn't work")
  expect(answer.html).toContain('ada@example.com belongs to another account')
  expect(await server.whoami(browser)).toBeNull()
  await server.database.pool.query('delete from users')
  await signIn(browser, server.origin)
  expect(await server.whoami(browser)).toBeTypeOf('number')
})

test('a body that is not a form, a NUL in a URL and an oversized form are client errors', async () => {
  const server = await startServer()
  const browser = createBrowser()
  const page = await browser.open(`${server.origin}/api/login`)
  const json = await browser.visit(page.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/xml' } })
  expect(json.status).toBe(415)
  expectPage(json, "That didn't work")
  expect((await browser.submit(page, { email: 'x'.repeat(20_000) })).status).toBe(413)
  expect((await browser.visit(`${server.origin}/oidc/auth?client_id=billfold&state=%00`)).status).toBe(400)
})

test('the provider accepts only its own client, with PKCE and a registered redirect URI', async () => {
  const server = await startServer()
  const authorize = async (change: Record<string, string | null>) => {
    const start = await createBrowser().visit(`${server.origin}/api/login`)
    const url = new URL(start.location!)
    for (const [name, value] of Object.entries(change)) value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value)
    return createBrowser().visit(url.href)
  }
  expect((await authorize({ client_id: 'other' })).status).toBe(400)
  expect((await authorize({ redirect_uri: 'https://evil.example/callback' })).status).toBe(400)
  const plain = await authorize({ code_challenge: null, code_challenge_method: null })
  expect(new URL(plain.location!).searchParams.get('error')).toBe('invalid_request')
})
