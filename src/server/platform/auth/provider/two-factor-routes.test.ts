import { expect, test } from 'vitest'
import { hashPassword } from '#server/platform/auth/accounts/passwords.ts'
import { createTwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import { generateCodeAt } from '#server/platform/auth/testing/authenticator.ts'
import { createBrowser, type Visit } from '#server/platform/auth/testing/browser.ts'
import { ada, createAccount, signIn, startServer } from '#server/platform/auth/testing/server.ts'

/** Starts a server on which Ada has two-factor sign-in, with a fixed clock. */
const withTwoFactor = async () => {
  let at = Date.parse('2099-03-01T10:00:00Z')
  const now = () => new Date(at)
  const server = await startServer({ now })
  await createAccount(createBrowser(), server.origin)
  const { rows } = await server.database.pool.query<{ id: string }>('select id from identity_accounts')
  const id = rows[0]!.id
  const twoFactor = createTwoFactor({ database: server.database, secrets: server.secrets, now })
  const { secret } = await twoFactor.startSetup(id, ada.email)
  const recoveryCodes = await twoFactor.confirmSetup(id, generateCodeAt(secret, now()))
  at += 60_000
  return {
    server,
    id,
    twoFactor,
    recoveryCodes,
    code: () => generateCodeAt(secret, now()),
    pass: (seconds: number) => {
      at += seconds * 1000
    },
  }
}
const alert = ({ html }: Visit) => /role="alert"[^>]*>([^<]+)/.exec(html)?.[1]
const isCodePage = ({ html }: Visit) => html.includes('<h1>Enter your code</h1>')
const isSignInPage = ({ html }: Visit) => html.includes('<h1>Sign in</h1>')

test('after the password a code is required, and only then is there a session', async () => {
  const { server, code } = await withTwoFactor()
  const browser = createBrowser()
  const page = await signIn(browser, server.origin)
  expect([page.status, isCodePage(page)]).toEqual([200, true])
  expect(await server.whoami(browser)).toBeNull()
  expect(page.html).toMatch(/<label for="code">Code<\/label>\s*<input [^>]*autocomplete="one-time-code"[^>]*inputmode="numeric"/)
  expect(page.html).toContain('<button type="submit">Continue</button>')
  expect(page.html).toContain('A recovery code works too.')
  expect(page.html).not.toMatch(/<script|\son\w+=|\sstyle=/i)
  expect(page.headers.get('cache-control')).toBe('no-store')

  const empty = await browser.submit(page, { code: '  ' })
  expect([empty.status, alert(empty)]).toEqual([400, 'Code is required'])
  const wrong = await browser.submit(page, { code: '12345' })
  expect([wrong.status, alert(wrong)]).toEqual([400, 'This code is wrong or was already used. Wait for the next one and try again.'])
  expect(await server.whoami(browser)).toBeNull()

  const home = await browser.follow(await browser.submit(page, { code: code() }))
  expect(home.url).toBe(`${server.origin}/`)
  expect(await server.whoami(browser)).toBeTypeOf('number')
  expect(server.logged).toEqual([])
})

test('a code works for one sign-in only, also for concurrent ones', async () => {
  const { server, code, recoveryCodes } = await withTwoFactor()
  for (const used of [code(), recoveryCodes[3]!]) {
    const browsers = [createBrowser(), createBrowser(), createBrowser()]
    const pages = await Promise.all(browsers.map((browser) => signIn(browser, server.origin)))
    const results = await Promise.all(browsers.map(async (browser, i) => browser.follow(await browser.submit(pages[i]!, { code: used }))))
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const users = await Promise.all(browsers.map((browser) => server.whoami(browser)))
    expect(users.filter((id) => id !== null)).toHaveLength(1)
  }
})

test('a recovery code signs in, on a page with the full keyboard', async () => {
  const { server, id, twoFactor, recoveryCodes } = await withTwoFactor()
  const browser = createBrowser()
  const page = await signIn(browser, server.origin)
  const href = /href="([^"]+)">Use a recovery code</.exec(page.html)![1]!
  const recovery = await browser.open(new URL(href, page.url).href)
  expect(recovery.html).toMatch(/<label for="code">Recovery code<\/label>\s*<input [^>]*inputmode="text"/)
  await browser.follow(await browser.submit(recovery, { code: recoveryCodes[0]!.toUpperCase() }))
  expect(await server.whoami(browser)).toBeTypeOf('number')
  expect(await twoFactor.getState(id)).toMatchObject({ recoveryCodesLeft: 9 })
})

test("the code page requires the password and the browser's cookie, and its URL has no secret", async () => {
  const { server, code } = await withTwoFactor()
  const [eve, here] = [createBrowser(), createBrowser()]
  const start = await eve.open(`${server.origin}/api/login`)
  const uid = new URL(start.url).pathname.split('/')[2]!
  const codePage = `${server.origin}/sign-in/${uid}/code`
  const opened = await eve.visit(codePage)
  expect([opened.status, new URL(opened.location!).pathname]).toEqual([303, `/sign-in/${uid}`])
  const posted = await eve.submit({ ...start, url: codePage }, { code: code() })
  expect([posted.status, new URL(posted.location!).pathname]).toEqual([303, `/sign-in/${uid}`])
  // A wrong password does not help either.
  await eve.submit(start, { email: ada.email, password: 'not the password' })
  expect((await eve.visit(codePage)).status).toBe(303)
  expect(await server.whoami(eve)).toBeNull()

  // The URL of another browser's page, without its cookie.
  const page = await signIn(here, server.origin)
  expect(new URL(page.url).search).toBe('')
  expect(page.url).not.toBe(codePage)
  for (const other of [eve, createBrowser()]) {
    expect(await other.visit(page.url)).toMatchObject({ status: 400, html: expect.stringContaining('This page has expired') })
    expect((await other.submit(page, { code: code() })).status).toBe(400)
    expect(await server.whoami(other)).toBeNull()
  }
  await here.follow(await here.submit(page, { code: code() }))
  expect(await server.whoami(here)).toBeTypeOf('number')
})

test('ten minutes after the password the challenge has expired, and the sign-in page says so', async () => {
  const { server, code, pass } = await withTwoFactor()
  const browser = createBrowser()
  const page = await signIn(browser, server.origin)
  pass(599)
  expect((await browser.submit(page, { code: '000' })).status).toBe(400)
  pass(1)
  const late = await browser.follow(await browser.submit(page, { code: code() }))
  expect([isSignInPage(late), alert(late)]).toEqual([true, 'This took too long. Please sign in again.'])
  expect(await server.whoami(browser)).toBeNull()
  // The code was not checked, so it still works after the password.
  const again = await browser.follow(await browser.submit(late, ada))
  expect(isCodePage(again)).toBe(true)
  await browser.follow(await browser.submit(again, { code: code() }))
  expect(await server.whoami(browser)).toBeTypeOf('number')
})

test('after five wrong codes the password is required again, and further codes must wait', async () => {
  const { server, code, pass } = await withTwoFactor()
  const browser = createBrowser()
  const page = await signIn(browser, server.origin)
  for (let i = 0; i < 4; i++) expect((await browser.submit(page, { code: `00000${i}x` })).status).toBe(400)
  const back = await browser.follow(await browser.submit(page, { code: 'x' }))
  expect([isSignInPage(back), alert(back)]).toEqual([true, 'Too many wrong codes. Please sign in again with your password.'])
  expect((await browser.submit(page, { code: code() })).status).toBe(303)
  expect(await server.whoami(browser)).toBeNull()

  // Neither the password nor another browser allows more attempts.
  for (const other of [browser, createBrowser()]) {
    const second = await signIn(other, server.origin)
    const limited = await other.submit(second, { code: code() })
    expect([limited.status, limited.headers.get('retry-after'), alert(limited)]).toEqual([
      429,
      '10',
      'Too many attempts. Please wait 10 seconds and try again.',
    ])
  }
  pass(10)
  const third = await signIn(browser, server.origin)
  await browser.follow(await browser.submit(third, { code: code() }))
  expect(await server.whoami(browser)).toBeTypeOf('number')
})

test('a password change does not bypass the code, and ends challenges in progress', async () => {
  const { server, id, code } = await withTwoFactor()
  const [waiting, fresh] = [createBrowser(), createBrowser()]
  const page = await signIn(waiting, server.origin)
  const password = 'another horse battery'
  await server.database.pool.query('update identity_accounts set password_hash = $2 where id = $1', [id, await hashPassword(password)])
  const stopped = await waiting.follow(await waiting.submit(page, { code: code() }))
  expect(isSignInPage(stopped)).toBe(true)
  expect(await server.whoami(waiting)).toBeNull()
  const asked = await signIn(fresh, server.origin, { ...ada, password })
  expect(isCodePage(asked)).toBe(true)
  expect(await server.whoami(fresh)).toBeNull()
})

test('starting over with an account without two-factor sign-in needs no code and leaves no challenge', async () => {
  const { server } = await withTwoFactor()
  await createAccount(createBrowser(), server.origin, { ...ada, email: 'bob@example.com' })
  const browser = createBrowser()
  const page = await signIn(browser, server.origin)
  const href = /href="([^"]+)">start over</.exec(page.html)![1]!.replaceAll('&amp;', '&')
  const start = await browser.open(new URL(href, page.url).href)
  expect(isSignInPage(start)).toBe(true)
  await browser.follow(await browser.submit(start, { email: 'bob@example.com', password: ada.password }))
  const { rows } = await server.database.pool.query('select u.email from users u where id = $1', [await server.whoami(browser)])
  expect(rows).toEqual([{ email: 'bob@example.com' }])
  const { rows: left } = await server.database.pool.query("select 1 from identity_records where model = 'SecondStep'")
  expect(left).toEqual([])
})
