import { agreeToAll } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

// What the forms and lists of customers, items and expenses share is said once in the code: the items stand for all.

test.describe('the item form', () => {
  test.use({ allowedErrors: /status of (409|507) / })

  test('Cancel and Escape close the form without saving and return the focus', async ({ page, person }) => {
    await page.goto('/items')
    const add = page.getByRole('button', { name: 'Add Item' })
    const form = page.getByRole('dialog')
    for (const leave of ['Cancel', 'Escape']) {
      await add.click()
      await expect(form.getByRole('heading', { name: 'Add New Item' }), person.email).toBeVisible()
      await expect(form.getByLabel('Name')).toBeFocused()
      await form.getByLabel('Name').fill('Not to be kept')
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(form).toBeHidden()
      await expect(add).toBeFocused()
    }
    await add.click()
    await expect(form.getByLabel('Name')).toHaveValue('')
    expect(await (await page.request.get('/api/items')).json()).toEqual([])
  })

  test('the form shows Saving..., keeps typed values on a server error, and a double click creates one record', async ({
    page,
    person,
    accessible,
  }) => {
    await page.goto('/items')
    await page.getByRole('button', { name: 'Add Item' }).click()
    const form = page.getByRole('dialog')
    const create = form.getByRole('button', { name: 'Create Item' })
    await create.click()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
    await expect(form.getByLabel('Name')).toBeFocused()
    await accessible(page, 'item form with messages')
    await form.getByLabel('Name').fill('Grace Hopper')
    await form.getByLabel('Unit Price').fill('12.50')
    const held = Promise.withResolvers<void>()
    await page.route('/api/items', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await held.promise
      await route.fulfill({ status: 507, json: { message: 'The disk is full.' } })
    })
    await create.click()
    await expect(form.getByRole('button', { name: 'Saving...' }), person.email).toBeVisible()
    held.resolve()
    await expect(form.getByRole('alert')).toHaveText('The disk is full.')
    await expect(page.getByText('Failed to create item', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue('Grace Hopper')
    await expect(form.getByLabel('Unit Price')).toHaveValue('12.50')
    await page.unroute('/api/items')
    await create.dblclick()
    await expect(page.getByText('Item created successfully', { exact: true })).toBeVisible()
    await expect(form).toBeHidden()
    expect(await (await page.request.get('/api/items')).json()).toHaveLength(1)

    // A failed deletion shows the reason and keeps the row.
    const message = 'This item is on 1 invoice.'
    await page.route('/api/items/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: { message } }) : route.fallback(),
    )
    void agreeToAll(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Failed to delete item', { exact: true })).toBeVisible()
    await expect(page.getByText(message).first()).toBeVisible()
    await expect(page.getByText('Grace Hopper').first()).toBeVisible()
  })
})
