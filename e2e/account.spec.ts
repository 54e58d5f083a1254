import type { Browser, Page } from '@playwright/test'
import { agreeToAll, answer } from './support/confirm.ts'
import { linkIn, openMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()

/** Signs the same user in with another browser. */
const elsewhere = async (browser: Browser, baseURL: string, { email, password }: { email: string; password: string }) => {
  const context = await browser.newContext({ baseURL })
  const form = await context.request.get('/api/login')
  await context.request.post(form.url(), { form: { email, password } })
  expect((await context.request.get('/api/account')).status()).toBe(200)
  return context
}

test('the account page opens from the user menu, and a saved name appears in the sidebar immediately', async ({ page, person }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Account AL' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page).toHaveTitle('Account · Billfold')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  const rail = page.getByRole('navigation', { name: 'Sections of your account' })
  await expect(rail.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  const save = section(page, 'Profile').getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await page.getByLabel('First name').fill('نور')
  await page.getByLabel('Last name').fill('')
  await save.click()
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required')
  await page.getByLabel('Last name').fill('الدين')

  await Promise.all([answer(page, false), page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()])
  await expect(page.getByLabel('First name'), 'what is typed is not thrown away unasked').toHaveValue('نور')
  await rail.getByRole('link', { name: 'Email' }).click()
  await expect(page).toHaveURL('/account?section=email')
  await expect(section(page, 'Email')).toContainText(person.email)
  await expect(save).toBeHidden()
  await page.goBack()
  await expect(page.getByLabel('First name'), 'what is typed is kept').toHaveValue('نور')

  await save.click()
  await expectText(page, 'Your name is saved.')
  await expect(save).toBeDisabled()
  await expect(section(page, 'Profile')).toBeFocused()
  const own = page.getByRole('complementary').getByRole('link', { name: 'نور الدين' })
  await expect(own).toHaveAttribute('href', '/account')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('نور')
})

test.describe('email address', () => {
  test.use({ confirmed: false, allowedErrors: /status of (400|404|429) .*\/api\/(account\/email|public\/confirm-email)/ })

  test('the emailed link confirms the address, and a new address also needs its link', async ({ page, person, accessible }) => {
    const next = `next.${person.email}`
    await test.step('the link confirms the address only after the button is clicked', async () => {
      await page.goto('/account?section=email')
      await expect(section(page, 'Email')).toContainText('Not confirmed yet')
      await openMail(page, new RegExp(`${person.email}.*Confirm your email`))
      const link = await linkIn(page, 'Confirm email')
      await page.goto('/confirm-email?token=abc.def')
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
      await expectText(page, 'This link is not valid.')
      const response = await page.goto(link)
      expect(response!.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
      const state = async () => (await (await page.request.get('/api/account')).json()) as { emailVerified: boolean }
      expect(await state()).toMatchObject({ emailVerified: false })
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      await expectText(page, `Your email ${person.email} is confirmed.`)
      expect(await state()).toMatchObject({ emailVerified: true })
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      await expectText(page, 'This link was already used.')
      await page.getByRole('link', { name: 'Go to my account' }).click()
    })

    const card = section(page, 'Email')
    await test.step('a wrong password shows an error and keeps the new email in the form', async () => {
      await expect(card).toContainText('Confirmed')
      await card.getByRole('button', { name: 'Change email' }).click()
      await expect(card.getByLabel('New email')).toBeFocused()
      await card.getByLabel('New email').fill(`not.${next}`)
      await card.getByLabel('Password', { exact: true }).fill('not my password')
      await card.getByRole('button', { name: 'Send the link' }).click()
      await expect(card.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is wrong')
      await expect(card.getByLabel('Password', { exact: true })).toBeFocused()
      await expect(card.getByLabel('New email')).toHaveValue(`not.${next}`)
    })

    await test.step('a pending new email can be canceled', async () => {
      await card.getByLabel('Password', { exact: true }).fill(person.password)
      await card.getByRole('button', { name: 'Send the link' }).click()
      await expect(card).toContainText(`We sent a confirmation link to not.${next}.`)
      await accessible(page, 'an email that waits')
      await card.getByRole('button', { name: 'Send again' }).click()
      await expectText(page, /The last email was sent a moment ago\. Please wait/)
      await card.getByRole('button', { name: 'Keep current email' }).click()
      await expect(card.getByRole('button', { name: 'Change email' })).toBeVisible()
      await expect(card).toContainText(person.email)
    })

    await test.step('a confirmed new email replaces the current one', async () => {
      await card.getByRole('button', { name: 'Change email' }).click()
      await card.getByLabel('New email').fill(next)
      await card.getByLabel('Password', { exact: true }).fill(person.password)
      await card.getByRole('button', { name: 'Send the link' }).click()
      await expect(card).toContainText(next)
      const other = await page.context().newPage()
      await openMail(other, new RegExp(`To\\s*${next}.*Confirm your new email`))
      await other.goto(await linkIn(other, 'Confirm email'))
      await other.getByRole('button', { name: 'Confirm my email' }).click()
      await expectText(other, `Your email ${next} is confirmed.`)
      await other.close()
      // The first tab shows the change when it becomes visible again.
      await page.bringToFront()
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(card.getByText('Confirmed', { exact: true })).toBeVisible()
      await expect(card).toContainText(next)
      await page.getByRole('button', { name: 'Account AL' }).click()
      await expect(page.getByRole('menu')).toContainText(next)
    })
  })
})

test.describe('sessions and password', () => {
  test.use({ allowedErrors: /status of 400 .*\/api\/account\/password/ })

  test('sessions are listed and ended, a single one or all others; a new password requires the current one and ends the others', async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    const others = await Promise.all([1, 2].map(() => elsewhere(browser, baseURL!, person)))
    await page.goto('/account#sessions')
    const card = section(page, 'Where you are signed in')
    await expect(card.getByRole('listitem')).toHaveCount(3)
    await expect(card.getByRole('listitem').first()).toContainText('This device')
    await expect(card.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
    await expect(card.getByRole('listitem').nth(1)).toContainText('Chrome on Linux')
    const alive = async () => {
      const states = await Promise.all(others.map(async ({ request }) => (await request.get('/api/account')).status()))
      return states.filter((status) => status === 200).length
    }
    await Promise.all([answer(page, false), card.getByRole('button', { name: 'Sign out: Chrome on Linux' }).first().click()])
    await expect(card.getByRole('listitem')).toHaveCount(3)
    void agreeToAll(page)
    await card.getByRole('button', { name: 'Sign out: Chrome on Linux' }).first().click()
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await expect(card).toBeFocused()
    expect(await alive()).toBe(1)
    await card.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(card.getByRole('listitem')).toHaveCount(1)
    expect(await alive()).toBe(0)
    await expect(card.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
    await expect(card).toBeFocused()

    others.push(await elsewhere(browser, baseURL!, person))
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    const password = section(page, 'Password')
    const change = password.getByRole('button', { name: 'Change password' })
    await change.click()
    await password.getByLabel('Current password', { exact: true }).fill('not my password')
    await password.getByLabel('New password', { exact: true }).fill('battery horse correct')
    await password.getByRole('button', { name: 'Show new password' }).click()
    await expect(password.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text')
    await change.click()
    await expect(password.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription('Password is wrong')
    await password.getByLabel('Current password', { exact: true }).fill(person.password)
    await change.click()
    await expectText(page, 'Your password is changed. Your other devices are signed out.')
    await expect(password.getByLabel('Current password', { exact: true })).toHaveCount(0)
    await expect(change).toBeFocused()
    expect((await page.request.get('/api/account')).status(), 'here').toBe(200)
    expect(await alive(), 'there').toBe(0)
    for (const other of others) await other.close()
  })
})
