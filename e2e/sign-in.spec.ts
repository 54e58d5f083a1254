import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const welcome = 'Welcome to your business dashboard'

test.describe('sign-in and sign-up', () => {
  // The browser logs the status code of the page that shows the wrong-password error.
  test.use({ allowedErrors: /status of 400 .*\/sign-in\// })

  test('the user signs out and in again; a wrong password shows an error message', async ({ page, newAccount, accessible, isMobile }) => {
    const { email, password } = await newAccount({ first: 'Grace', last: 'Hopper' })
    if (isMobile) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    } else {
      await expect(page.getByRole('complementary')).toContainText('Grace Hopper')
      await expect(page.getByRole('complementary')).toContainText('Free Trial (0/10 invoices)')
      await page.getByRole('button', { name: 'Logout' }).click()
    }
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, 'not my password')
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please check both and try again.')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await expect(page.getByLabel('Password')).toBeFocused()
    await accessible(page, 'sign-in page with an error')

    await page.getByLabel('Password').fill(password)
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByText(welcome)).toBeVisible()
  })

  test('invalid sign-up fields show errors, and the typed values are kept', async ({ page, accessible }) => {
    await page.goto('/api/login?create=1')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Email').fill('ada at example')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(/last name/i)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/email/i)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/8/)
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(page.getByLabel('Email')).toHaveValue('ada at example')
    await accessible(page, 'create-account page with errors')
  })
})

test('a visitor who opens a page signs in first and then returns to that page', async ({ page, person }) => {
  await page.context().clearCookies()
  await page.goto('/invoices?status=paid')
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await expect(page).toHaveURL('/invoices?status=paid')
  await expect(page.getByRole('radio', { name: /^Paid/ })).toBeChecked()
})

test('a visitor who creates an account also returns to the requested page', async ({ page, app }) => {
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(`ada.${Date.now()}.${Math.random()}@example.com`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('No customers found.')).toBeVisible()
  expect(page.url()).toBe(`${app.origin}/customers`)
})

test('an unknown path shows the landing page to a visitor', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login?create=1')
  for (const name of ['Create invoices', 'Manage customers', 'Track expenses'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test.describe('session ended elsewhere', () => {
  test.use({ allowedErrors: /status of 401 .*\/api\/customers/ })

  test('the page shows that the session has ended, and signing in returns to it', async ({ page, person, isMobile }) => {
    // Wait for the page's last own request: without a session the stream is refused, and the browser reports an error.
    const stream = page.waitForResponse('**/api/live')
    await page.goto('/')
    await expect(page.getByText(welcome)).toBeVisible()
    expect((await stream).status()).toBe(200)
    await page.context().clearCookies()
    await page
      .getByRole('navigation', { name: isMobile ? 'Quick' : 'Main' })
      .getByRole('link', { name: 'Customers' })
      .click()
    await expect(page.getByRole('main').getByText('Your session has ended. Sign in to continue where you left off.')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await signIn(await opened, person.email, person.password)
    // The sign-in in the other tab hashes the password and closes that tab first.
    await expect(page.getByText('No customers found.')).toBeVisible({ timeout: 30_000 })
  })
})

test('the landing page says what it costs, and who answers for it', async ({ page, accessible }) => {
  await page.context().clearCookies()
  await page.goto('/')
  const pricing = page.getByRole('region', { name: '10 invoices free. Then one simple price.' })
  await expect(pricing).toContainText('$9.99')
  await expect(pricing).toContainText('$99.99')
  await expect(pricing).toContainText('2 months free')
  await expect(page.getByRole('link', { name: 'Source code (AGPL-3.0)' })).toHaveAttribute('href', /^https:/)
  await accessible(page, 'landing page')
  for (const [link, heading] of [
    ['Terms', 'Terms of use'],
    ['Privacy', 'Privacy'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await accessible(page, heading)
    await page.getByRole('link', { name: 'Home' }).click()
  }
})

test('the password can be shown and hidden, and Caps Lock is noticed', async ({ page, person, accessible }) => {
  await page.context().clearCookies()
  await page.goto('/api/login')
  const password = page.getByLabel('Password')
  const show = page.getByRole('button', { name: 'Show password' })
  await page.getByLabel('Email').fill(person.email)
  await password.fill(person.password)
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await accessible(page, 'sign-in page with a shown password')
  await show.press('Enter')
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()

  const typeWithCapsLock = (isOn: boolean) =>
    password.evaluate(
      (input, on) => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: on })),
      isOn,
    )
  await typeWithCapsLock(true)
  await expect(page.getByText('Caps Lock is on')).toBeVisible()
  await typeWithCapsLock(false)
  await expect(page.getByText('Caps Lock is on')).toHaveCount(0)

  // The page is left as a password field, so that the browser offers to save the password.
  const sent = page.evaluate(
    () =>
      new Promise((resolve) => {
        document
          .querySelector('form')
          ?.addEventListener('submit', () => resolve(document.querySelector<HTMLInputElement>('#password')?.type))
      }),
  )
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await sent).toBe('password')
  await expect(page.getByText(welcome)).toBeVisible()
})
