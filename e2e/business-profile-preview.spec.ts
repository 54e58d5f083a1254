import type { Page } from '@playwright/test'
import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'

const sample = (page: Page) => page.getByRole('region', { name: 'Preview' }).getByRole('img')
/** The first preview takes longer because the rendering engine has to start. */
const whileItStarts = { timeout: 20_000 }
/** The SVG text of each preview response. The page itself can't read it. */
const pictures = async (page: Page) => {
  const texts: string[] = []
  await page.route('**/preview', async (route) => {
    // A request that the page has aborted is ignored.
    const response = await route.fetch().catch(() => undefined)
    if (!response) return
    texts.push(await response.text())
    await route.fulfill({ response }).catch(() => {})
  })
  return texts
}

test('the preview follows theme, colors, size, kind and text, and opens large', async ({ page, person }) => {
  const drawn = await pictures(page)
  await page.goto('/business-profile?section=design')
  await expect(sample(page), person.email).toBeVisible(whileItStarts)
  const changes = async (what: string, change: () => Promise<unknown>) => {
    const [text, address] = [drawn.at(-1), await sample(page).getAttribute('src')]
    expect(text).toMatch(/^<svg/)
    await change()
    await expect(sample(page), what).not.toHaveAttribute('src', address!)
    expect(drawn.at(-1), what).not.toBe(text)
  }
  await changes('theme', () => page.getByRole('radio', { name: 'Creative Orange' }).check())
  await expect(sample(page)).toHaveAccessibleName(/in the Creative Orange theme/)
  await changes('preset', () => page.getByRole('button', { name: 'Royal Purple' }).click())
  await changes('designed colors', () => page.getByRole('button', { name: 'Original Creative Orange colors' }).click())
  await changes('typed color', () => page.getByLabel('Primary Color').fill('#aa0011'))
  await changes('picked color', () => page.getByLabel('Color picker: accent').fill('#00aa55'))
  await expect(page.getByLabel('Accent Color')).toHaveValue('#00aa55')
  await openSection(page, 'Business')
  await changes('name', () => page.getByLabel('Business Name').fill('Harbour & Pine'))
  await openSection(page, 'Design')
  await changes('size', () => page.getByLabel('Page Size').selectOption('A4'))
  await changes('language', () => page.getByLabel('Document Language').selectOption('العربية'))
  await changes('kind', () => page.getByRole('radio', { name: 'Estimate', exact: true }).check())
  await expect(sample(page)).toHaveAccessibleName(/sample estimate/)

  // An incomplete color does not change the preview: the last valid color stays.
  await page.getByLabel('Primary Color').fill('#aa00')
  await openSection(page, 'Address')
  await changes('city', () => page.getByLabel('City').fill('Portland'))
  expect(drawn.at(-1)).toContain('#aa0011')

  await page.getByRole('button', { name: 'Enlarge the sample' }).click()
  const large = page.getByRole('dialog', { name: 'Sample estimate' })
  await expect(large.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Enlarge the sample' })).toBeFocused()
})

test.describe('preview requests that fail or are slow', () => {
  // Without a network, the app requests a small file to check whether the server is reachable.
  test.use({ allowedErrors: /(status of 500|ERR_FAILED) .*\/preview|ERR_INTERNET_DISCONNECTED .*\/(preview|favicon\.svg|api\/live)$/ })

  test('the previous preview stays and an error message is shown until loading succeeds; of slow answers the latest counts', async ({
    page,
    person,
  }) => {
    await page.goto('/business-profile?section=design')
    await expect(sample(page), person.email).toBeVisible(whileItStarts)
    const before = await sample(page).getAttribute('src')
    await page.route('**/preview', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    await page.getByRole('radio', { name: 'Elegant Dark' }).check()
    const line = page.getByText('The preview could not be loaded.')
    await expect(line).toBeVisible()
    expect(await sample(page).getAttribute('src')).toBe(before)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(line).toBeVisible()
    await page.unroute('**/preview')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(line).toBeHidden()
    await expect(sample(page)).toHaveAccessibleName(/Elegant Dark/)

    // When answers are slow, only the preview of the latest selection is shown.
    const held = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/preview', async (route) => {
      asked += 1
      if (asked === 1) await held.promise
      await route.continue().catch(() => {})
    })
    await page.getByRole('radio', { name: 'Modern Blue' }).check()
    // Selections that follow one another quickly are one request.
    await expect.poll(() => asked).toBe(1)
    await page.getByRole('radio', { name: 'Elegant Dark' }).check()
    await page.getByRole('radio', { name: 'Creative Orange' }).check()
    await expect(sample(page)).toHaveAccessibleName(/Creative Orange/, whileItStarts)
    held.resolve()
    await openSection(page, 'Address')
    await page.getByLabel('City').fill('Portland')
    await expect(sample(page)).toHaveAccessibleName(/Creative Orange/, whileItStarts)
    await page.unroute('**/preview')
    await openSection(page, 'Design')

    await page.context().setOffline(true)
    await page.getByRole('radio', { name: 'Clean Minimal' }).check()
    await expect(line).toBeVisible()
    await page.context().setOffline(false)
    await expect(line).toBeHidden()
    await expect(sample(page)).toHaveAccessibleName(/Clean Minimal/)
  })
})
