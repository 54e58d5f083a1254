import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Frame, type Page } from '@playwright/test'
import { type Accounts, openAccounts } from './accounts.ts'
import { type RunningApp, startApp } from './app.ts'
import { confirmAddress } from './mailbox.ts'
import { createRecords, type Records } from './records.ts'

export { expect }

type Person = { email: string; password: string }

type Fixtures = {
  /** Signs up a new user through the real pages. When it returns, the dashboard is open. */
  newAccount: (name?: { first: string; last: string }) => Promise<Person>
  /** Creates a user with a confirmed address and a made session, and makes them the one who is signed in. */
  signInAnew: () => Promise<Person>
  /** Such a user. No page is open yet. */
  person: Person
  /** If false, `person` signs up through HTTP requests, and does not confirm the address. */
  confirmed: boolean
  /** Creates records of the signed-in user, such as customers, items and invoices. */
  records: Records
  /** Fails if axe finds a WCAG A or AA violation on the page in its current state. */
  accessible: (page: Page, where: string) => Promise<void>
}

const newEmail = (name: string) => `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`

/** The mailbox shows messages in a sandboxed frame without scripts. The browser reports an error when axe tries to run its script there. */
const testToolsInSandbox = /Blocked script execution in '[^']*\/dev\/mailbox\//

const newPerson = (): Person => ({ email: newEmail('ada'), password: 'correct horse battery' })

/** Creates an account through HTTP requests, and leaves it signed in there. */
export const createPerson = async (request: APIRequestContext, confirmed = true): Promise<Person> => {
  const person = newPerson()
  const form = await request.get('/api/login?create=1')
  const home = await request.post(form.url(), { form: { firstName: 'Ada', lastName: 'Lovelace', ...person } })
  expect(new URL(home.url()).pathname, 'signed in').toBe('/')
  if (confirmed) await confirmAddress(request, person.email)
  return person
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/**
 * Runs axe in the page and its frames of the same origin. Its package for Playwright takes more than twice as long: it passes a larger script each time,
 * and all results instead of the violations.
 */
const findAccessibilityViolations = async (page: Page): Promise<{ id: string; nodes: string[] }[]> => {
  const insert = async (frame: Frame) => (await frame.evaluate(() => 'axe' in window)) || (await frame.evaluate(axeSource))
  await insert(page.mainFrame())
  // A frame may be gone meanwhile.
  for (const frame of page.frames()) await insert(frame).catch(() => undefined)
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({ resultTypes: ['violations'], runOnly: { type: 'tag', values } })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html} — ${failureSummary}`) }))
  }, axeTags)
}

const violationPrefix = 'Content policy violated:'
/**
 * Runs in every document before the document's own scripts. Logs each violation of the content policy as an error with a fixed prefix that
 * `allowedErrors` cannot allow.
 */
const logViolations = (prefix: string) =>
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber, disposition }) =>
    console.error(prefix, disposition, effectiveDirective, blockedURI, sample, `${sourceFile}:${lineNumber}`),
  )

/** Collects problems from every page of the context: console errors, uncaught errors, unhandled rejections and content policy violations. */
const watch = async (context: BrowserContext, problems: string[], allowed: RegExp | undefined) => {
  const addProblem = (text: string) => {
    if (text.includes(violationPrefix) || !(allowed?.test(text) || testToolsInSandbox.test(text))) problems.push(text)
  }
  await context.addInitScript(logViolations, violationPrefix)
  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') addProblem(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => addProblem(`${page.url()}: ${error.stack ?? error.message}`))
  }
  context.pages().forEach(listen)
  context.on('page', listen)
}

export const test = base.extend<
  Fixtures & { allowedErrors: RegExp | undefined; watched: undefined },
  { app: RunningApp; accounts: Accounts }
>({
  app: [
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  accounts: [
    async ({ app }, use) => {
      const accounts = await openAccounts(app)
      await use(accounts)
      await accounts.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  /** Matches browser errors that the test expects, e.g. the console message for a rejected request. */
  allowedErrors: [undefined, { option: true }],
  watched: [
    async ({ context, allowedErrors }, use) => {
      const problems: string[] = []
      await watch(context, problems, allowedErrors)
      await use(undefined)
      expect(problems, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
  confirmed: [true, { option: true }],
  signInAnew: async ({ app, accounts, context }, use) => {
    await use(async () => {
      const person = newPerson()
      const cookie = await accounts.create(person)
      await context.clearCookies()
      await context.addCookies([{ ...cookie, url: app.origin, httpOnly: true, sameSite: 'Lax' }])
      return person
    })
  },
  person: async ({ page, signInAnew, confirmed }, use) => use(await (confirmed ? signInAnew() : createPerson(page.request, false))),
  records: async ({ page, person }, use) => use(person && createRecords(page.request)),
  newAccount: async ({ page }, use) => {
    await use(async ({ first, last } = { first: 'Ada', last: 'Lovelace' }) => {
      const email = newEmail(first.toLowerCase())
      const password = 'correct horse battery'
      await page.goto('/api/login?create=1')
      await page.getByLabel('First name').fill(first)
      await page.getByLabel('Last name').fill(last)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
      return { email, password }
    })
  },
  accessible: async ({}, use) => {
    await use(async (page, where) => {
      // Running animations would make the result depend on timing.
      await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
      expect(
        (await findAccessibilityViolations(page)).map((violation) => ({ where, ...violation })),
        `accessibility of ${where}`,
      ).toEqual([])
    })
  },
})
