import type { Locator, Page } from '@playwright/test'
import { type FormContext, type ListedForm, recordForms } from './support/record-forms.ts'
import { createRecords } from './support/records.ts'
import { settingsForms } from './support/settings-forms.ts'
import { expect, test } from './support/test.ts'

// What was typed stays, the focus goes to the first fault, and a message says what to do: one form of each kind of plumbing with each kind of
// refusal, and every form with a field, a message and an answer that never came.
// `page.route` stands for the troubles of servers and networks that can't be caused here. Real refusals are in the specs of the screens,
// lost connections in `interrupted-saves` and `unanswered-saves`, and signing in again in `session-ended`.

test.use({ allowedErrors: /Failed to load resource|ERR_FAILED/ })
test.describe.configure({ mode: 'parallel' })

type Refusal = { name: string; status: number; body: object | string; headers?: Record<string, string>; says: RegExp }
const proxyPage = '<html><body><h1>nginx</h1></body></html>'
const refused = (status: number, message: string, says = new RegExp(message)): Refusal => ({
  name: `${status}`,
  status,
  body: { message },
  says,
})
const byProxy = (status: number, says: RegExp): Refusal => ({ name: `${status} of a proxy`, status, body: proxyPage, says })

const refusals: readonly Refusal[] = [
  refused(400, 'This date lies in closed books'),
  refused(403, 'Emails are not part of the demo'),
  byProxy(403, /nothing was saved\. Try again from another network/),
  refused(409, 'This was changed elsewhere'),
  refused(413, 'The request is too large: this call takes at most 1 MB', /too large .*(Shorten|Split)/),
  byProxy(413, /too large .*(Shorten|Split)/),
  refused(422, 'This cannot be converted'),
  {
    ...refused(429, 'Too many requests within a short time. Please try again in 30 seconds.'),
    headers: { 'retry-after': '30' },
  },
  byProxy(429, /nothing was saved\. Wait a minute, then try again/),
  refused(500, 'Something went wrong on our side. If it happens again, tell us this number: 7'),
]
const unknown = /don't know whether/
const waiting = /^No (connection|answer yet)\. (?!Changes are)/

const reply = (page: Page, { method = 'POST', sendsTo }: ListedForm, { status, body, headers }: Omit<Refusal, 'name' | 'says'>) =>
  page.route(
    (url) => sendsTo.test(url.pathname),
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status,
            headers: { ...headers },
            ...(typeof body === 'string' ? { body, contentType: 'text/html' } : { json: body }),
          })
        : route.fallback(),
  )

const expectKept = async (form: Locator, { typed }: ListedForm) => {
  for (const [label, value] of typed) await expect(form.getByLabel(label, { exact: true }), label).toHaveValue(value)
}
const expectFocus = async (page: Page) => expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

const hold = (page: Page, { sendsTo, method = 'POST' }: ListedForm) =>
  page.route(
    (url) => sendsTo.test(url.pathname),
    (route) => (route.request().method() === method ? route.abort() : route.fallback()),
  )

/** Opens the form and fills it in. @returns it, and what a test does with it */
const openForm = async (listed: ListedForm, world: FormContext) => {
  const { page } = world
  const arranged = await listed.arrange?.(world)
  await page.goto(typeof listed.path === 'string' ? listed.path : listed.path(arranged))
  const form = await listed.open(world)
  const button = form.getByRole('button', { name: listed.button, exact: listed.button !== 'Close through' })
  const press = async () => {
    await expect(button).toBeEnabled()
    await button.click()
  }
  const says = (words: RegExp) =>
    (listed.isDeed && words === waiting ? page.getByText('Waiting for the network…', { exact: true }) : form.getByText(words))
      .filter({ visible: true })
      .first()
  /** Presses the button, gets the refusal, and reads the message that stays in the form. */
  const check = async (refusal: Refusal, unroute = true) => {
    await test.step(refusal.name, async () => {
      await reply(page, listed, refusal)
      await press()
      await expect(says(refusal.says)).toBeInViewport()
      if (refusal.says !== waiting) await expectKept(form, listed)
      await expectFocus(page)
      await expect(form).not.toContainText('may be saved already')
      if (unroute) await page.unrouteAll()
    })
  }
  const checkField = async () => {
    if (!listed.field) return
    const [path, label] = listed.field
    await test.step('a field is named', async () => {
      await reply(page, listed, { status: 400, body: { message: 'Not this', issues: [{ path, message: 'Not this, please' }] } })
      await press()
      await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/Not this, please/)
      await expect(form.getByLabel(label, { exact: true })).toBeFocused()
      await expectKept(form, listed)
      await page.unrouteAll()
    })
  }
  const expectSaved = async () => {
    const saved = typeof listed.saved === 'function' ? listed.saved(page) : page.getByText(listed.saved)
    // A waiting save is sent again after a pause.
    await expect(saved.filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 })
  }
  return { form, press, says, check, checkField, expectSaved }
}

const forms = [...recordForms, ...settingsForms]
/** One of each plumbing: a form of a record or document, of what is sent once, of visitors, and a deed. */
const representatives = ['a new Customer', 'an API token', "a customer's acceptance of an estimate", 'a month to close']

for (const listed of forms.filter(({ name }) => representatives.includes(name)))
  test(`${listed.name}: each kind of refusal keeps what was typed and says what to do`, async ({ page, records, person, accessible }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const { form, press, says, check, checkField, expectSaved } = await openForm(listed, { page, records, customerId, person })
    await checkField()
    await accessible(page, `${listed.name}, refused`)
    for (const refusal of refusals) await check(refusal)

    await test.step('the session has ended', async () => {
      if (listed.isPublic) return
      await reply(page, listed, { status: 401, body: { message: 'Not signed in' } })
      await press()
      const banner = page
        .getByRole('alert')
        .filter({ hasText: 'Your session has ended.', has: page.getByRole('link') })
        .filter({ visible: true })
        .first()
      await expect(banner.getByRole('link', { name: 'Sign in' })).toBeInViewport()
      await expectKept(form, listed)
      await expectFocus(page)
      await page.unrouteAll()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(banner).toHaveCount(0)
    })

    await check(byProxy(500, listed.unknown ?? unknown))
    if (listed.isSentOnce) {
      await check(byProxy(502, listed.unknown ?? unknown))
      await hold(page, listed)
      await press()
      await expect(says(/can't be reached, and we don't know whether/)).toBeInViewport()
      await expectKept(form, listed)
      await page.unrouteAll()
      await press()
    } else {
      await check({ ...byProxy(502, waiting) }, false)
      await (listed.isDeed ? page.getByRole('button', { name: 'Cancel' }) : form.getByRole('button', { name: 'Stop waiting' })).click()
      await expect(says(listed.unknown ?? unknown)).toBeInViewport()
      await page.unrouteAll()
      await expectKept(form, listed)
      await hold(page, listed)
      await press()
      await expect(says(waiting)).toBeInViewport()
      await page.unrouteAll()
    }
    await expectSaved()
  })

const others = forms.filter(({ name }) => !representatives.includes(name))
/** So many forms share a page, each with an account of its own. */
const together = 6
for (let first = 0; first < others.length; first += together) {
  const group = others.slice(first, first + together)
  test(`a refused save keeps what was typed, and is saved after all: ${group.map(({ name }) => name).join(', ')}`, async ({
    page,
    signInAnew,
  }) => {
    test.slow()
    const records = createRecords(page.request)
    for (const listed of group)
      await test.step(listed.name, async () => {
        await page.goto('about:blank')
        const person = await signInAnew()
        const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
        const { press, check, checkField, expectSaved } = await openForm(listed, { page, records, customerId, person })
        await checkField()
        await check(refused(409, 'This was refused here'))
        await check(byProxy(502, listed.isSentOnce ? (listed.unknown ?? unknown) : waiting))
        if (listed.isSentOnce) await press()
        await expectSaved()
      })
  })
}
