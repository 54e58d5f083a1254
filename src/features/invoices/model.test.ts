import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { soakCount, soakProperty } from '#shared/testing/soak.ts'
import { expectToFollowModel } from './testing/random-scenarios.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const [few, many] = [8, 300]
test(`${soakCount(few, many)} random invoice scenarios match the model`, { timeout: 600_000 }, () =>
  expectToFollowModel(app, soakProperty(few, many)),
)
