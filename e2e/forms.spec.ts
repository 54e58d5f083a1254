import { agreeToAll } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

// Common behavior of the customer, item and expense forms.

const screens = [
  { noun: 'customer', Noun: 'Customer', first: 'Name', fill: [['Name', 'Grace Hopper']] },
  {
    noun: 'item',
    Noun: 'Item',
    first: 'Name',
    fill: [
      ['Name', 'Grace Hopper'],
      ['Unit Price', '12.50'],
    ],
  },
  {
    noun: 'expense',
    Noun: 'Expense',
    first: 'Description',
    fill: [
      ['Description', 'Grace Hopper'],
      ['Amount', '12.50'],
      ['Category', 'Travel'],
    ],
  },
] as const

for (const { noun, Noun, first, fill } of screens) {
  const path = `/api/${noun}s`

  test.describe(`the ${noun} form`, () => {
    test.use({ allowedErrors: /status of (409|500) / })

    test('Cancel and Escape close the form without saving and return the focus', async ({ page, person }) => {
      await page.goto(`/${noun}s`)
      const add = page.getByRole('button', { name: `Add ${Noun}` })
      const form = page.getByRole('dialog')
      for (const leave of ['Cancel', 'Escape']) {
        await add.click()
        await expect(form.getByRole('heading', { name: `Add New ${Noun}` }), person.email).toBeVisible()
        await expect(form.getByLabel(first)).toBeFocused()
        await form.getByLabel(first).fill('Not to be kept')
        if (leave === 'Escape') await page.keyboard.press('Escape')
        else await form.getByRole('button', { name: 'Cancel' }).click()
        await expect(form).toBeHidden()
        await expect(add).toBeFocused()
      }
      await add.click()
      await expect(form.getByLabel(first)).toHaveValue('')
      expect(await (await page.request.get(path)).json()).toEqual([])
    })

    test('the form shows Saving..., keeps typed values on a server error, and a double click creates one record', async ({
      page,
      person,
      accessible,
    }) => {
      await page.goto(`/${noun}s`)
      await page.getByRole('button', { name: `Add ${Noun}` }).click()
      const form = page.getByRole('dialog')
      for (const [label, value] of fill) {
        const field = form.getByLabel(label)
        if (label === 'Category' && noun === 'expense') await field.selectOption(value)
        else await field.fill(value)
      }
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await held
        await route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
      })
      await form.getByRole('button', { name: `Create ${Noun}` }).click()
      await expect(form.getByRole('button', { name: 'Saving...' }), person.email).toBeVisible()
      answer()
      await expect(form.getByRole('alert')).toHaveText('The disk is full.')
      await expect(page.getByText(`Failed to create ${noun}`, { exact: true })).toBeVisible()
      for (const [label, value] of fill) await expect(form.getByLabel(label)).toHaveValue(value)
      await accessible(page, `${noun} form that was refused`)
      await page.unroute(path)
      await form.getByRole('button', { name: `Create ${Noun}` }).dblclick()
      await expect(page.getByText(`${Noun} created successfully`, { exact: true })).toBeVisible()
      await expect(form).toBeHidden()
      expect(await (await page.request.get(path)).json()).toHaveLength(1)

      // A failed deletion shows an error and keeps the row.
      await page.route(`${path}/*`, (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: { message: 'The disk is full.' } }) : route.fallback(),
      )
      void agreeToAll(page)
      if (noun === 'expense') await page.getByRole('button', { name: /^Delete/ }).click()
      else {
        await page.getByRole('button', { name: /^More actions/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      }
      await expect(page.getByText(`Failed to delete ${noun}`, { exact: true })).toBeVisible()
      await expect(page.getByText('Grace Hopper').first()).toBeVisible()
    })
  })
}
