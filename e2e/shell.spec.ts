import type { Locator, Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { agreeToAll, answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

const boxOf = async (of: Locator) => (await of.boundingBox())!
const overlap = (a: Awaited<ReturnType<typeof boxOf>>, b: typeof a) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
/** The visible notice. While a dialog is open, screen readers get its text from another element. */
const notice = (page: Page) =>
  page.getByRole('region', { name: /Notification/, includeHidden: true }).getByRole('listitem', { includeHidden: true })

test('the navigation shows its links in order and marks the current page, and the header shows the page title', { tag: '@phone' }, async ({
  page,
  person,
  isMobile,
}) => {
  await page.goto('/')
  const pages = [
    ['Dashboard', 'Dashboard'],
    ['Invoices', 'Invoices'],
    ['Estimates', 'Estimates'],
    ['Customers', 'Customers'],
    ['Items & Services', 'Items & Services'],
    ['Expenses', 'Expenses'],
    ['Reports', 'Reports'],
    ['Books', 'Books'],
    ['Business Profile', 'Business Profile'],
    ['Subscription', isMobile ? 'Invoice App' : 'Dashboard'],
    ['Billing', isMobile ? 'Invoice App' : 'Dashboard'],
  ] as const
  for (const [link, title] of pages) {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    await expect(menu.getByRole('link')).toHaveText(pages.map(([name]) => name))
    await menu.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, { useInnerText: true })
    if (isMobile) await expect(menu).toBeHidden()
    else await expect(menu.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
  }
  if (isMobile) {
    const quick = page.getByRole('navigation', { name: 'Quick' })
    await expect(quick.getByRole('listitem')).toHaveText(['Dashboard', 'Invoices', 'Customers', 'Menu'])
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog')
    expect((await boxOf(drawer)).width).toBeCloseTo(320, 1)
    await expect(drawer).toContainText('Ada Lovelace')
    await expect(drawer).toContainText('Free Trial (0/10 invoices)')
    await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'Ada Lovelace' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
    await page.goto('/')
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Reports', 'Account', 'Help', 'Logout'])
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  } else {
    await page.getByRole('button', { name: 'Account AL' }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await expect(menu).toContainText('Ada Lovelace')
    await expect(menu).toContainText(person.email)
    await expect(menu.getByRole('menuitem')).toHaveText(['Account', 'Help', 'Log out'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account AL' })).toBeFocused()
  }
})

test.describe('notices', () => {
  test.use({ allowedErrors: /status of 507 .*\/api\/invoices$/ })

  test('a notice closes after five seconds, stays open while hovered, and can be closed by button, key or swipe', async ({
    page,
    records,
  }) => {
    await page.clock.install()
    for (const name of ['One', 'Two', 'Three']) await records.customer({ name })
    void agreeToAll(page)
    await page.goto('/customers')
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
      await expect(notice(page)).toHaveText(/Success\s*Customer deleted successfully/)
    }
    await remove()
    expect(overlap(await boxOf(notice(page)), await boxOf(page.getByRole('button', { name: 'Add Customer' })))).toBe(false)
    // Real time also passes between the steps, noticeably so on a busy machine.
    await page.clock.fastForward(3000)
    await expect(notice(page)).toBeVisible()
    await page.clock.fastForward(2100)
    await expect(notice(page)).toBeHidden()

    await remove()
    await notice(page).hover()
    await page.clock.fastForward(20_000)
    await expect(notice(page)).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notification/ }).getByRole('list')).toBeFocused()
    await notice(page).getByLabel('Close').click()
    await expect(notice(page)).toBeHidden()

    await remove()
    const { x, y, height } = await boxOf(notice(page))
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(notice(page)).toBeVisible()
    await page.mouse.down()
    await page.mouse.move(x + 120, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(notice(page)).toBeHidden()
  })

  test('a notice covers no button of the header, bottom bar or dialog, and a new notice replaces the previous one', {
    tag: '@phone',
  }, async ({ page, records, isMobile }) => {
    await records.profile({ businessName: 'Ada & Co.' })
    await records.customer({ name: 'Grace Hopper' })
    await page.goto('/')
    await page.route('/api/invoices', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 507, json: { message: 'The disk is full.' } }) : route.fallback(),
    )
    await page.getByRole('button', { name: 'New Invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
    await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
    await dialog.getByLabel('Line 1 Description').fill('Work')
    await dialog.getByLabel('Line 1 Rate').fill('10')
    for (const button of ['Save as Draft', 'Create & Send']) {
      await dialog.getByRole('button', { name: button }).click()
      await expect(notice(page)).toHaveText(/Error\s*The disk is full\./)
    }
    const buttons = dialog.getByRole('button', { name: /^(Close|Cancel|Save as Draft|Create & Send)$/ })
    await expect(buttons).toHaveCount(4)
    for (const [width, height] of isMobile
      ? ([
          [390, 844],
          [320, 640],
        ] as const)
      : ([
          [1440, 900],
          [1440, 700],
          [1024, 700],
        ] as const)) {
      await page.setViewportSize({ width, height })
      // The notice and the dialog get their places with the next frames.
      await expect(async () => {
        const toast = await boxOf(notice(page))
        expect(toast.width).toBeLessThanOrEqual(isMobile ? width : 420)
        for (const button of await buttons.all())
          expect(overlap(toast, await boxOf(button)), `${width}x${height}: ${(await button.textContent()) || 'Close'}`).toBe(false)
      }).toPass({ timeout: 2000 })
    }
    // A click on the notice does not count as a click outside the dialog.
    await notice(page).getByLabel('Close').click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Work')

    void answer(page, true)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.unroute('/api/invoices')
    await page.getByRole('button', { name: 'New Invoice' }).click()
    await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
    await dialog.getByLabel('Line 1 Description').fill('Work')
    await dialog.getByLabel('Line 1 Rate').fill('10')
    await dialog.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(notice(page)).toHaveText(/Success\s*Invoice created successfully/)
    for (const button of await page.getByRole('button', { name: /^(New Invoice|Account|More|Menu)/ }).all())
      if (await button.isVisible()) expect(overlap(await boxOf(notice(page)), await boxOf(button))).toBe(false)
  })
})

test.describe('an unknown path', () => {
  test.use({ allowedErrors: /status of 404 .*\/no-such-page\// })

  test('is 404, and leads to the dashboard', async ({ page, person }) => {
    const reply = await page.goto(`/no-such-page/${person.email}`)
    expect(reply!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page).toHaveTitle(/Page not found/)
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
  })
})

test('the help leads to its places', async ({ page, person: _ }) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'opening balances' }).click()
  await expect(page).toHaveURL('/books/opening-balances')
})

test('the theme is chosen in the account menu, and stays after a reload and in other tabs', async ({ page, person: _ }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/invoices')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitemradio', { name }).click()
    await expect(page.getByRole('menuitemradio', { name })).toHaveAttribute('aria-checked', 'true')
  }
  const other = await page.context().newPage()
  await other.goto('/customers')
  await choose('Dark')
  const dark = await background()
  expect(dark).not.toBe(light)
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#151a1d')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.close()
  await page.reload()
  expect(await background()).toBe(dark)
  await choose('Same as the system')
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(dark)
})

test('a focus that is lost twice in a row waits for the second dialog to give it back', async ({ page, person }) => {
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { level: 1 }), person.email).toHaveText('Invoices')
  const focused = await page.evaluate(async () => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const add = (id: string) => {
      const button = Object.assign(document.createElement('button'), { id, textContent: id })
      document.body.append(button)
      button.focus()
      return button
    }
    const opener = add('opener')
    const question = add('question')
    const dialog = add('dialog')
    question.focus()
    question.remove()
    await wait(10)
    dialog.focus()
    await wait(60)
    dialog.remove()
    await wait(50)
    if (document.activeElement === document.body) opener.focus()
    await wait(200)
    const { id } = document.activeElement!
    opener.remove()
    await wait(200)
    return [id, document.activeElement!.id]
  })
  expect(focused).toEqual(['opener', 'main'])
})
