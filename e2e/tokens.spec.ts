import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 400 .*\/api\/account\/tokens/ })

test('an API token is created, copied, used and revoked, and the security activity lists these events', async ({
  page,
  person,
  records,
  context,
  app,
  playwright,
  accessible,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await records.customer({ name: 'Acme' })
  await page.goto('/account?section=tokens')
  const card = page.getByRole('region', { name: 'API tokens', exact: true })
  const activity = page.getByRole('region', { name: 'Security activity', exact: true })
  const dialog = page.getByRole('dialog')
  await expect(card).toContainText('No API tokens yet.')
  await expect(card.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs')

  const token = await test.step('the form shows missing fields, and the token is shown once', async () => {
    await card.getByRole('button', { name: 'New token' }).click()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
    await expect(dialog).toContainText('Choose at least one thing that the token may do')
    await dialog.getByLabel('Name').fill('Shop')
    // The checkbox is set by keyboard.
    await dialog.getByRole('checkbox', { name: 'Customers: read' }).focus()
    await page.keyboard.press('Space')
    await dialog.getByLabel('Your password').fill('not my password')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Password is wrong')
    await accessible(page, 'new token')
    await dialog.getByLabel('Your password').fill(person.password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText("It won't be shown again.")
    await accessible(page, 'the token')
    await dialog.getByRole('button', { name: 'Copy the token' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied the token' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await expect(dialog.getByTestId('new-token')).toHaveText(copied)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card.getByRole('button', { name: 'New token' })).toBeFocused()
    return copied
  })

  const program = await playwright.request.newContext({ baseURL: app.origin, extraHTTPHeaders: { authorization: `Bearer ${token}` } })
  await test.step('a program can read with the token but not write', async () => {
    await expect(card.getByRole('listitem')).toContainText('Customers: read')
    await expect(card.getByRole('listitem')).toContainText('Never used')
    expect(await (await program.get('/api/customers')).json()).toMatchObject([{ name: 'Acme' }])
    expect((await program.post('/api/customers', { data: { name: 'New' } })).status()).toBe(403)
    await page.reload()
    await expect(card.getByRole('listitem')).toContainText(/Last used .*127\.0\.0\.1/)
    await accessible(page, 'account with a token')
  })

  await test.step('a revoked token is rejected', async () => {
    void answer(page, true)
    await card.getByRole('button', { name: 'Revoke: Shop' }).click()
    await expect(card).toContainText('No API tokens yet.')
    expect((await program.get('/api/customers')).status()).toBe(401)
    await page.getByRole('link', { name: 'Security activity' }).click()
    await expect(activity.getByRole('listitem').nth(0)).toContainText('API token “Shop” revoked from Chrome on Linux, 127.0.0.1')
    await expect(activity.getByRole('listitem').nth(1)).toContainText('API token “Shop” created')
  })
  await program.dispose()
})
