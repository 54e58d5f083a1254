import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { expectToFollowModel, scenarioCount } from './testing/random-scenarios.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

// A separate file, so that two workers run the scenarios in parallel.
test(`${scenarioCount} more random invoice scenarios match the model`, { timeout: 600_000 }, () => expectToFollowModel(app, scenarioCount))
