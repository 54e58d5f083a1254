import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { answer } from './support/confirm.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const welcome = 'Welcome to your business dashboard'
/** The code of the authenticator app, `later` steps of 30 seconds from now. Each code works only once. */
const codeOf = (secret: string, later = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 })

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
}

// A stream of live updates that reconnects just after the session has ended is refused.
test.use({ allowedErrors: /status of (400 .*\/(api\/account\/two-factor|sign-in)\b|401 .*\/api\/live$)/ })

test('two-factor sign-in is turned on, requires a code or a recovery code, and is turned off', async ({
  page,
  person,
  context,
  app,
  accessible,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await page.goto('/account?section=two-factor')
  const card = page.getByRole('region', { name: 'Two-factor sign-in', exact: true })
  const dialog = page.getByRole('dialog')
  const code = dialog.getByRole('textbox', { name: 'Code' })
  const password = dialog.getByLabel('Password', { exact: true })

  const secret = await test.step('setup asks for the password, then shows the key as QR code and text', async () => {
    await card.getByRole('button', { name: 'Turn on' }).click()
    await password.fill('not my password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(password).toHaveAccessibleDescription('Password is wrong')
    await password.fill(person.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(20)
    await accessible(page, 'two-factor setup')
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    const key = await page.evaluate(() => navigator.clipboard.readText())
    await expect(dialog).toContainText(key.slice(0, 8).replace(/(.{4})/, '$1 '))
    return key
  })

  const codes = await test.step('a wrong code shows an error, and the correct code shows the recovery codes', async () => {
    const now = codeOf(secret)
    await code.fill(now === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await code.fill(`${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog).toContainText('Two-factor sign-in is on.')
    await accessible(page, 'recovery codes')
    return dialog.getByRole('listitem').allTextContents()
  })
  expect(codes).toHaveLength(10)

  await test.step('the dialog closes only after the user confirms that the recovery codes are stored', async () => {
    const done = dialog.getByRole('button', { name: 'Done' })
    await expect(done).toBeDisabled()
    await Promise.all([answer(page, false), page.keyboard.press('Escape')])
    await expect(dialog, 'closing asks').toBeVisible()
    await dialog.getByRole('button', { name: 'Copy the codes' }).click()
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes)
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe('billfold-recovery-codes.txt')
    const text = await readFile(await file.path(), 'utf8')
    for (const line of [person.email, ...codes]) expect(text).toContain(line)
    await dialog.getByLabel('I have stored these codes').check()
    await done.click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('10 recovery codes left')
    await accessible(page, 'two-factor on')
  })

  await test.step('signing in requires a code from the app', async () => {
    await signOut(page)
    await signIn(page, person)
    await page.getByLabel('Code').fill('12345')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true')
    // The setup code is already used; the next code is also accepted, because clocks can differ.
    await page.getByLabel('Code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(welcome)).toBeVisible()
  })

  await test.step('a recovery code works only once', async () => {
    for (const [recovery, isGood] of [
      [codes[0]!, true],
      [codes[0]!, false],
    ] as const) {
      await signOut(page)
      await signIn(page, person)
      await page.getByRole('link', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery)
      await page.getByRole('button', { name: 'Continue' }).click()
      if (isGood) await expect(page.getByText(welcome)).toBeVisible()
      else await expect(page.getByLabel('Recovery code')).toHaveAttribute('aria-invalid', 'true')
    }
    await page.getByLabel('Recovery code').fill(codes[1]!)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(welcome)).toBeVisible()
  })

  await test.step('new recovery codes replace the old ones', async () => {
    await page.goto('/account?section=two-factor')
    await expect(card).toContainText('8 recovery codes left')
    await card.getByRole('button', { name: 'New recovery codes' }).click()
    await password.fill(person.password)
    await code.fill(codes[2]!)
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    const fresh = await dialog.getByRole('listitem').allTextContents()
    expect(fresh.filter((one) => codes.includes(one))).toEqual([])
    await dialog.getByLabel('I have stored these codes').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card).toContainText('10 recovery codes left')
    codes.splice(0, codes.length, ...fresh)
  })

  await test.step('after two-factor is turned off, the password alone is sufficient', async () => {
    await card.getByRole('button', { name: 'Turn off' }).click()
    await password.fill(person.password)
    await code.fill(codes[0]!)
    await accessible(page, 'turning two-factor off')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(card.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await signOut(page)
    await signIn(page, person)
    await expect(page.getByText(welcome)).toBeVisible()
  })
})
