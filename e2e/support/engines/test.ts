import { writeFileSync } from 'node:fs'
import { test as base } from '../interrupted-network.ts'
import { createRecords } from '../records.ts'
import { expect as baseExpect, createPerson } from '../test.ts'
import { firefox } from './firefox.ts'
import { type Engine, Page } from './page.ts'

type Fixtures = {
  engine: Engine
  /** A window of the engine's browser, at the app's origin. */
  window: Page
  /** Signs `person` in through the real page. */
  signIn: (path: string) => Promise<void>
}

/** Each look asks another process, and these browsers start slowly. */
export const expect = baseExpect.configure({ timeout: 30_000 })

/** The tests of the browsers that Playwright can't drive. Nothing here starts Chromium. */
export const test = base.extend<Fixtures>({
  engine: [firefox, { option: true }],
  watched: async ({}, use) => use(undefined),
  person: async ({ request }, use) => use(await createPerson(request)),
  records: async ({ request, person }, use) => use(person && createRecords(request)),
  window: async ({ engine, viewport, line, allowedErrors }, use) => {
    const connection = await engine.launch(viewport!)
    let problems: string[]
    try {
      await use(new Page(connection, line.origin))
      const { status, expectedStatus } = test.info()
      if (status !== expectedStatus) writeFileSync(test.info().outputPath('window.png'), await connection.screenshot())
      problems = (await connection.problems()).filter((text) => !allowedErrors?.test(text))
    } finally {
      await connection.close()
    }
    expect(problems, `errors in the console of ${engine.name}`).toEqual([])
  },
  signIn: async ({ window, person }, use) => {
    await use(async (path) => {
      await window.goto('/api/login')
      await window.getByLabel('Email').fill(person.email)
      await window.getByLabel('Password').fill(person.password)
      await window.getByRole('button', 'Sign in').click()
      await window.getByRole('heading', 'Welcome to your business dashboard').waitFor()
      await window.goto(path)
    })
  },
})
