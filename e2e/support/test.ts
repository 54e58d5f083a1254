import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type RunningApp, startApp } from './app.ts'
import { confirmAddress } from './mailbox.ts'
import { createRecords, type Records } from './records.ts'

export { expect }

type Person = { email: string; password: string }

type Fixtures = {
  /** Signs a new person up through the real pages and answers with the dashboard open. */
  newAccount: (name?: { first: string; last: string }) => Promise<Person>
  /** Somebody new who is signed in and has confirmed the address: through the same pages and calls, without drawing them. No page is open yet. */
  person: Person
  /** false: the address of `person` is not confirmed. */
  confirmed: boolean
  /** Makes customers, items and invoices of the signed-in person. */
  records: Records
  /** Fails when axe finds anything serious on the page as it is now. */
  accessible: (page: Page, where: string) => Promise<void>
}

const newEmail = (name: string) => `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`

/** The mailbox shows messages in a frame that runs no scripts; axe tries to run its own there. */
const testToolsInSandbox = /Blocked script execution in '[^']*\/dev\/mailbox\//

const violated = 'Content policy violated:'
/** Runs in every document before its own scripts: what the policy refuses is said in words that no test allows. */
const tellViolations = (begin: string) =>
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber, disposition }) =>
    console.error(begin, disposition, effectiveDirective, blockedURI, sample, `${sourceFile}:${lineNumber}`),
  )

/** Every page of the context is watched: a console error, an unhandled rejection or a violation of the content policy fails the test. */
const watch = async (context: BrowserContext, problems: string[], allowed: RegExp | undefined) => {
  const note = (text: string) => {
    if (text.includes(violated) || !(allowed?.test(text) || testToolsInSandbox.test(text))) problems.push(text)
  }
  await context.addInitScript(tellViolations, violated)
  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => note(`${page.url()}: ${error.stack ?? error.message}`))
  }
  context.pages().forEach(listen)
  context.on('page', listen)
}

export const test = base.extend<Fixtures & { allowedErrors: RegExp | undefined; watched: undefined }, { app: RunningApp }>({
  app: [
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  /** What the browser itself reports as an error although the test wants it, e.g. a refused call's status line. */
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
  person: async ({ page, app, confirmed }, use) => {
    const person = { email: newEmail('ada'), password: 'correct horse battery' }
    const form = await page.request.get('/api/login?create=1')
    const home = await page.request.post(form.url(), { form: { firstName: 'Ada', lastName: 'Lovelace', ...person } })
    expect(home.url(), 'signed in').toBe(`${app.origin}/`)
    if (confirmed) await confirmAddress(page.request, person.email)
    await use(person)
  },
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
      // What moves is looked at when it has come to rest.
      await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
      // All our frames are our own; looking into those of strangers would cost a further page, with a process of its own, each time.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
      const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
      expect(
        violations.map(({ id, nodes }) => ({ where, id, nodes: nodes.map((node) => `${node.html} — ${node.failureSummary}`) })),
        `accessibility of ${where}`,
      ).toEqual([])
    })
  },
})
