import type { BrowserContext, Page } from '@playwright/test'
import { simulateNativeShell } from './support/native-bridge.ts'
import { expect, test } from './support/test.ts'
import { phone, phoneSizes } from './support/touch.ts'

const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile BillfoldShell/1'
// Expected errors: an ended session returns 401, and an invalid code returns 400.
test.use({ viewport: phoneSizes.usual, ...phone, userAgent, allowedErrors: /status of 401|(status of 400|ERR_FAILED).*\/api\/login\/app$/ })

const password = 'correct horse battery'
const welcome = 'Welcome to your business dashboard'

/** Waits until the app has opened `count` URLs in the system browser and returns the last one. */
const opened = async (shell: Awaited<ReturnType<typeof simulateNativeShell>>, count: number) => {
  await expect.poll(() => shell.of('Browser.open').length).toBe(count)
  return String(shell.of('Browser.open').at(-1)?.url)
}

const signIn = async (browser: Page, email: string) => {
  await browser.getByLabel('Email').fill(email)
  await browser.getByLabel('Password').fill(password)
  await browser.getByRole('button', { name: 'Sign in' }).click()
}

/** Returns the link on the last sign-in page, which leads back to the app. */
const linkBack = async (browser: Page) => {
  await expect(browser.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  const link = await browser.getByRole('link', { name: 'Open Billfold' }).getAttribute('href')
  expect(link).toMatch(/^billfold:\/\/signed-in\?code=[\w-]{43}$/)
  return link!
}

const isSignedIn = async (context: BrowserContext, origin: string) =>
  (await context.request.get(`${origin}/api/auth/user`)).status() === 200

test('in the native app, the user signs up, out and in through the system browser and returns to the same page', {
  tag: '@phone-only',
}, async ({ page, context, app, browser: engine, accessible }) => {
  const email = `ada.${Date.now()}@example.com`
  const shell = await simulateNativeShell(context)
  const system = await engine.newContext({ viewport: phoneSizes.usual, ...phone })
  const browser = await system.newPage()
  const waiting = page.getByRole('dialog', { name: 'Sign in' })

  await test.step('sign-up in the system browser', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started' }).tap()
    await expect(waiting).toContainText('Finish signing in in your browser.')
    await accessible(page, 'waiting for the browser')
    await browser.goto(await opened(shell, 1))
    await browser.getByLabel('First name').fill('Ada')
    await browser.getByLabel('Last name').fill('Lovelace')
    await browser.getByLabel('Email').fill(email)
    await browser.getByLabel('Password').fill(password)
    await browser.getByRole('button', { name: 'Create account' }).click()
    const link = await linkBack(browser)
    await accessible(browser, 'the page that leads back into the app')
    expect(await isSignedIn(system, app.origin)).toBe(false)
    await shell.fire(page, 'App.appUrlOpen', { url: link })
    await expect(page.getByText(welcome)).toBeVisible()
    expect(shell.of('Browser.close').length).toBeGreaterThan(0)
    // Tapping the link in the browser again has no effect.
    await shell.fire(page, 'App.appUrlOpen', { url: `${link}#again` })
    await expect(waiting).toBeHidden()
  })

  await test.step('the session ends while a form is open, and the form can be saved after signing in', async () => {
    await page.goto('/customers')
    await page
      .getByRole('button', { name: /^(Add|New) Customer/i })
      .first()
      .tap()
    await page.getByLabel('Name').first().fill('Analytical Engines Ltd')
    await page.request.get('/api/logout', { maxRedirects: 0 })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|Save|Create)/ })
      .tap()
    await page.getByRole('link', { name: /sign in/i }).tap()
    await expect(waiting).toBeVisible()
    await browser.goto(await opened(shell, 2))
    await signIn(browser, email)
    await shell.fire(page, 'App.appUrlOpen', { url: await linkBack(browser) })
    await expect(waiting).toBeHidden()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|Save|Create)/ })
      .tap()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText('Analytical Engines Ltd').first()).toBeVisible()
  })

  await test.step('after signing out, the password is required again, and an invalid or canceled code does not sign in', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Logout' }).tap()
    await page.getByRole('link', { name: 'Sign in' }).tap()
    await browser.goto(await opened(shell, 3))
    await expect(browser.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await shell.fire(page, 'App.appUrlOpen', { url: 'billfold://signed-in' })
    await expect(waiting.getByRole('alert')).toHaveText('You are not signed in yet.')
    await shell.fire(page, 'App.appUrlOpen', { url: `billfold://signed-in?code=${'x'.repeat(43)}` })
    await expect(waiting.getByRole('alert')).toContainText('took too long or was already used')
    await waiting.getByRole('button', { name: 'Open browser again' }).tap()
    await browser.goto(await opened(shell, 4))
    await signIn(browser, email)
    const late = await linkBack(browser)
    await waiting.getByRole('button', { name: 'Cancel' }).tap()
    await shell.fire(page, 'App.appUrlOpen', { url: late })
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect(await isSignedIn(context, app.origin)).toBe(false)
  })

  await test.step('the system closes the app during sign-in, and the link restarts it on the requested page', async () => {
    await page.goto('/invoices?status=paid')
    await expect(waiting).toBeVisible()
    await browser.goto(await opened(shell, 5))
    await signIn(browser, email)
    shell.answer('App.getLaunchUrl', { data: { url: await linkBack(browser) } })
    await page.close()
    const next = await context.newPage()
    // A phone that wakes up has no network for a moment: the app exchanges the code when the network is back.
    let cut = 0
    await context.route('**/api/login/app', (route) => (cut++ === 0 ? route.abort() : route.continue()))
    await next.goto('/')
    await expect(next.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
    expect(new URL(next.url()).search).toBe('?status=paid')
    await expect(next.getByRole('dialog')).toBeHidden()
    expect(cut).toBe(2)
  })
  await system.close()
})
