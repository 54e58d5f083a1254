import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const server = { globalSetup: './src/server/testing/global-setup.ts', testTimeout: 30_000, hookTimeout: 60_000 }

const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: { name: 'unit', include: ['src/shared/**/*.test.ts', 'src/web/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 20_000 },
  },
  { extends: true, test: { name: 'server', include: ['src/server/**/*.test.ts'], ...server } },
]
// The same tests once more on a PostgreSQL server of one's own, where there is one to test with.
if (process.env.TEST_DATABASE_URL)
  projects.push({
    extends: true,
    test: {
      name: 'server-on-postgres',
      include: ['src/server/features/**/*.test.ts', 'src/server/platform/db/*.test.ts'],
      // Long, and about rules, zones, files and other servers rather than about the database: once is enough.
      exclude: [
        'src/server/features/invoices/{model*,calendar,email-faults}.test.ts',
        'src/server/features/payments/{provider-faults,both-ways,refused-key,bank-debit,stripe*}.test.ts',
        'src/server/features/payments/{catalogue,compare,keys,paypal,testing,webhooks}/**',
        'src/server/features/{objects,receipts}/*.test.ts',
        'src/server/features/business-profile/{keys*,logo*,secrets}.test.ts',
        'src/server/features/hostile-uploads.test.ts',
      ],
      env: { TEST_DATABASE: 'server' },
      ...server,
    },
  })

export default defineConfig({
  // The tests run what Node runs; the web build's plugins have no part in it. The files of a worker share its modules: loading the whole server
  // for each of them anew took a third of the time. So a module that tests share registers its hooks when it is called, not when it is imported.
  // One more worker than a small machine has processors: the tests of jobs and e-mails mostly wait.
  test: { pool: 'forks', maxWorkers: 3, isolate: false, projects },
})
