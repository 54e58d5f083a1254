import { expect, test } from './support/test.ts'

test.describe('sign-in and sign-up', () => {
  // The browser logs the status code of the page that shows the wrong-password error.
  test.use({ allowedErrors: /status of 400 .*\/sign-in\// })

  test('the user signs out, opens a page, and signs in again for it; the password can be shown, and a wrong one is refused', async ({
    page,
    newAccount,
    accessible,
  }) => {
    const { email, password } = await newAccount({ first: 'Grace', last: 'Hopper' })
    await expect(page.getByRole('complementary')).toContainText('Grace Hopper')
    await expect(page.getByRole('complementary')).toContainText('Free Trial (0/10 invoices)')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)

    await page.goto('/invoices?status=paid')
    const field = page.getByLabel('Password')
    await page.getByLabel('Email').fill(email)
    await field.fill('not my password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please check both and try again.')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await accessible(page, 'the sign-in page with an error')

    const show = page.getByRole('button', { name: 'Show password' })
    await field.fill(password)
    await expect(field).toHaveAttribute('type', 'password')
    await show.press('Enter')
    await expect(show).toHaveAttribute('aria-pressed', 'true')
    await expect(field).toHaveAttribute('type', 'text')
    const typeWithCapsLock = (isOn: boolean) =>
      field.evaluate(
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
    await field.press('Enter')
    expect(await sent).toBe('password')
    await expect(page).toHaveURL('/invoices?status=paid')
    await expect(page.getByRole('radio', { name: /^Paid/ })).toBeChecked()
  })
})

test.describe('a logout that fails on the server', () => {
  test.use({ allowedErrors: /status of 500 .*\/api\/logout$/ })

  test('says so, until the server has ended the session', async ({ page, person: _, accessible }) => {
    await page.goto('/invoices')
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: { message: 'Boom' } }))
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('alert')).toContainText('Logging out failed on the server.')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
    await accessible(page, 'the landing page after a failed logout')
    await page.unroute('**/api/logout')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  })
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

test.describe('an unknown path', () => {
  test.use({ allowedErrors: /status of 404 .*\/no-such-page$/ })

  test('shows a visitor the landing page', async ({ page }) => {
    expect((await page.goto('/no-such-page'))!.status()).toBe(404)
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login?create=1')
  })
})

test('the landing page says what it costs, and who answers for it', async ({ page, accessible }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login?create=1')
  const pricing = page.getByRole('region', { name: '10 invoices free. Then one simple price.' })
  await expect(pricing).toContainText('$9.99')
  await expect(pricing).toContainText('$99.99')
  await expect(pricing).toContainText('2 months free')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'License (AGPL-3.0)' })).toHaveAttribute('href', /agpl/)
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
