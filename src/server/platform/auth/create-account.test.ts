import { expect, test } from 'vitest'
import { createBrowser, type Visit } from './testing/browser.ts'
import { ada, createAccount, signIn, startServer } from './testing/server.ts'

const openCreateAccountPage = async () => {
  const server = await startServer()
  const browser = createBrowser()
  return { server, browser, page: await browser.open(`${server.origin}/api/login?create=1`) }
}

const getFieldError = ({ html }: Visit, field: string) => new RegExp(`id="${field}-error" role="alert">([^<]*)`).exec(html)?.[1]

test('both pages have their labels and buttons, link to each other and run only their own script', async () => {
  const { browser, page } = await openCreateAccountPage()
  const labels = (html: string) => [...html.matchAll(/<label for="\w+">([^<]+)</g)].map((m) => m[1])
  expect(labels(page.html)).toEqual(['First name', 'Last name', 'Email', 'Password'])
  expect(page.html).toContain('<button type="submit">Create account</button>')
  const toSignIn = /<p class="other">.*?href="([^"]+)">Sign in instead</.exec(page.html)![1]!
  const signInPage = await browser.open(new URL(toSignIn, page.url).href)
  expect(labels(signInPage.html)).toEqual(['Email', 'Password'])
  expect(signInPage.html).toContain('<button type="submit">Sign in</button>')
  const back = /href="([^"]+)">Create an account</.exec(signInPage.html)![1]!
  expect((await browser.open(new URL(back, page.url).href)).html).toContain('<h1>Create account</h1>')
  for (const { html, headers } of [page, signInPage]) {
    expect(html).not.toMatch(/\son\w+=|\sstyle=/i)
    const nonce = /<style nonce="([^"]+)"/.exec(html)![1]
    expect(html.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`])
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain(`default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
})

test('each invalid field has its error, and typed values are kept except the password', async () => {
  const { browser, page, server } = await openCreateAccountPage()
  const empty = await browser.submit(page, { firstName: ' ', lastName: '', email: '', password: '' })
  expect(empty.status).toBe(400)
  expect(getFieldError(empty, 'firstName')).toBe('First name is required')
  expect(getFieldError(empty, 'lastName')).toBe('Last name is required')
  expect(getFieldError(empty, 'email')).toBe('Email is required')
  expect(getFieldError(empty, 'password')).toBe('Password is required')
  const input = { firstName: '<b>"Ada"</b>', lastName: 'Lovelace', email: 'ada@', password: 'secret7' }
  const wrong = await browser.submit(page, input)
  expect(getFieldError(wrong, 'email')).toBe('Enter an email address like name@example.com')
  expect(getFieldError(wrong, 'password')).toBe('Use at least 8 characters')
  expect(wrong.html).toContain('value="&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;"')
  expect(wrong.html).toContain('value="ada@"')
  expect(wrong.html).not.toContain('secret7')
  expect(getFieldError(await browser.submit(page, { ...ada, password: 'x'.repeat(201) }), 'password')).toBe('Use at most 200 characters')
  expect(getFieldError(await browser.submit(page, { ...ada, firstName: 'A\u0000da' }), 'firstName')).toMatch(
    /^First name contains a character that can/,
  )
  const { rows } = await server.database.pool.query('select count(*)::int as count from identity_accounts')
  expect(rows[0].count).toBe(0)
})

test("common passwords, and ones made of the product's or the user's name, are refused", async () => {
  const { browser, page } = await openCreateAccountPage()
  const getPasswordError = async (password: string) => getFieldError(await browser.submit(page, { ...ada, password }), 'password')
  for (const common of ['password1', 'PASSWORD1', 'iloveyou', '１２３４５６７８'])
    expect([common, await getPasswordError(common)]).toEqual([common, expect.stringContaining('one of the most common')])
  for (const guess of ['Billfold2026!', 'lovelace-1815', 'Ada.Lovelace', 'welcomeada99'])
    expect([guess, await getPasswordError(guess)]).toEqual([guess, expect.stringContaining('easy to guess')])
  expect((await browser.submit(page, { ...ada, password: 'lovelace sings at noon' })).status).not.toBe(400)
})

test('a password may have any characters, also spaces at its ends, up to 200', async () => {
  const server = await startServer()
  for (const [i, password] of [' two blanks ', '密码密码密码密码', '🔑'.repeat(200), `"'<>&%\\;--\t`].entries()) {
    const person = { ...ada, email: `p${i}@example.com`, password }
    const browser = createBrowser()
    await createAccount(browser, server.origin, person)
    const again = createBrowser()
    await signIn(again, server.origin, person)
    expect(await server.whoami(again), password).toBeTypeOf('number')
    expect((await signIn(createBrowser(), server.origin, { ...person, password: `${password.trim()}!` })).status).toBe(400)
  }
  const { rows } = await server.database.pool.query('select password_hash as hash from identity_accounts')
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('an email that already has an account is refused with a link to sign in, whatever its case', async () => {
  const server = await startServer()
  await createAccount(createBrowser(), server.origin)
  const taken = await createAccount(createBrowser(), server.origin, { ...ada, email: 'ADA@example.COM' })
  expect(taken.status).toBe(409)
  expect(getFieldError(taken, 'email')).toBe('This email already has an account. ')
  expect(taken.html).toMatch(/role="alert">[^<]*<a href="\/sign-in\/[^"]+">Sign in instead/)
  expect(taken.html).toContain('value="ADA@example.COM"')
})

test('two concurrent requests for the same account create one', async () => {
  const server = await startServer()
  const results = await Promise.all([createAccount(createBrowser(), server.origin), createAccount(createBrowser(), server.origin)])
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a wrong password and an unknown email get the same message', async () => {
  const server = await startServer()
  await createAccount(createBrowser(), server.origin)
  const getError = async (email: string) => {
    const browser = createBrowser()
    const page = await browser.open(`${server.origin}/api/login`)
    const answer = await browser.submit(page, { email, password: 'not the password' })
    expect(answer.status).toBe(400)
    return /role="alert" id="form-error">([^<]+)/.exec(answer.html)?.[1]
  }
  const message = 'Wrong email or password. Please check both and try again.'
  expect([await getError(ada.email), await getError('x@example.com')]).toEqual([message, message])
})
