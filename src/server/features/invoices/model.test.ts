import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { expectToFollowModel, scenarioCount } from './testing/random-scenarios.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test(`${scenarioCount} random invoice scenarios match the model`, { timeout: 600_000 }, () => expectToFollowModel(app, scenarioCount))
