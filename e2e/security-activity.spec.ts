import { answer } from './support/confirm.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 400 .*\/sign-in\// })

test('the security activity lists sign-ins, refused sign-ins and account changes', async ({ page, person, browser, app }) => {
  const stranger = await (await browser.newContext({ baseURL: app.origin })).newPage()
  await stranger.goto('/api/login')
  await stranger.getByLabel('Email').fill(person.email)
  await stranger.getByLabel('Password', { exact: true }).fill('not the password')
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await expect(stranger.getByText('Wrong email or password')).toBeVisible()
  await signIn(stranger, person)

  await page.goto('/account?section=activity')
  const lines = page.getByRole('region', { name: 'Security activity', exact: true }).getByRole('listitem')
  await expect(lines.nth(0)).toContainText('Signed in from Chrome on Linux, 127.0.0.1')
  await expect(lines.nth(1)).toContainText('Sign-in refused: wrong password from Chrome on Linux')

  await test.step('an action of another section appears immediately', async () => {
    const open = (name: string) => page.getByRole('navigation', { name: 'Sections of your account' }).getByRole('link', { name }).click()
    await open('Where you are signed in')
    void answer(page, true)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await open('Security activity')
    await expect(lines.nth(0)).toContainText('Signed out 1 other device')
  })

  await test.step('more than ten entries are loaded with ‘Show more’', async () => {
    for (let i = 0; i < 8; i++) await page.request.post('/api/account/sessions/end-others', { data: {} })
    await page.reload()
    await expect(lines).toHaveCount(10)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(lines.nth(11)).toBeVisible()
    await expect(lines.last()).toContainText('First signed in')
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  })
  await stranger.context().close()
})
