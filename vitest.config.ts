import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const server = { globalSetup: './src/server/testing/global-setup.ts', testTimeout: 30_000, hookTimeout: 60_000 }

/**
 * What takes long and looks into one corner each. A build machine, which has 15 minutes for everything, runs a fifth of them a day by turns; `CORNERS=all`
 * runs all of them there, and everybody else does anyway.
 */
const corners = [
  'advisories/money',
  'advisories/outbound',
  'advisories/secrets-in-logs',
  'advisories/sign-in',
  'advisories/uploads',
  'books/journal-books',
  'edge-calls',
  'features/account/delete-trouble',
  'features/account/export-stream',
  'features/business-profile/keys-checked',
  'features/business-profile/keys-in-use',
  'features/business-profile/logo',
  'features/business-profile/logo-files',
  'features/estimates/email-faults',
  'features/estimates/pdf',
  'features/estimates/two-servers',
  'features/invoices/model-further',
  'features/invoices/two-servers',
  'features/hostile-input',
  'features/hostile-uploads',
  'features/invoices/calendar',
  'features/invoices/email-faults',
  'features/invoices/export',
  'features/payments/catalogue/trouble',
  'features/payments/both-ways',
  'features/payments/catalogue/amounts',
  'features/payments/catalogue/changes',
  'features/payments/catalogue/events',
  'features/payments/catalogue/money-back',
  'features/payments/catalogue/ways',
  'features/payments/in-the-middle',
  'features/payments/provider-faults',
  'features/payments/testing/kills/kills',
  'features/payments/testing/schedules/mutants',
  'features/receipts/sweep',
  'features/reports/drill-down',
  'features/reports/reports-long',
  'features/subscription/provider-down',
  'papers/languages',
  'platform/db/embedded/accounts',
  'platform/db/embedded/embedded',
  'platform/db/embedded/kills',
  'platform/db/upgrades/upgrade-all',
  'platform/db/upgrades/version-before',
  'platform/backup/restore-folder',
  'platform/mail/transport',
  'platform/identity/external-issuer',
  'platform/identity/native/app-sign-in-trouble',
  'platform/pdf/hostile-text',
  'platform/identity/provider/two-factor/code-page',
  'platform/pdf/kept-logo',
  'platform/pdf/pdf',
  'platform/pdf/preview',
  'platform/pdf/process-pool',
  'platform/pdf/themes',
  'platform/rotate-key',
  'platform/storage/open-store',
  'platform/jobs',
  'rolling',
  'walls/one-wall',
  'torture',
]
const turn = Math.floor(Date.now() / 86_400_000) % 5
const notToday =
  process.env.CI && process.env.CORNERS !== 'all'
    ? corners.filter((_, i) => i % 5 !== turn).map((name) => `src/server/${name}.test.ts`)
    : []

const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: { name: 'unit', include: ['src/shared/**/*.test.ts', 'src/web/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 20_000 },
  },
  { extends: true, test: { name: 'server', include: ['src/server/**/*.test.ts'], exclude: notToday, ...server } },
]
// The same tests once more on a PostgreSQL server of one's own, where there is one to test with.
if (process.env.TEST_DATABASE_URL)
  projects.push({
    extends: true,
    test: {
      name: 'server-on-postgres',
      // What asks something of the database; the rest is about rules, zones, files, providers and other servers, and once is enough.
      include: [
        'src/server/platform/db/*.test.ts',
        'src/server/features/deletions.test.ts',
        'src/server/features/invoices/{deletion,list,numbers}.test.ts',
        'src/server/features/search/search.test.ts',
      ],
      env: { TEST_DATABASE: 'server' },
      ...server,
    },
  })

/** What takes longest, begun first: begun last, it leaves the other workers idle at the end. A new machine knows no durations by itself. */
const long = [
  'server/start',
  'pdf/pdf',
  'invoices/calendar',
  'platform/rotate-key',
  'pdf/process-pool',
  'features/hostile-input',
  'pdf/few-lines',
  'pdf/hostile-text',
  'keys-in-use',
  'logo-files',
  'papers/languages',
  'pdf/themes',
  'platform/jobs',
  'embedded/kills',
  'export-stream',
  'catalogue/trouble',
  'walls/matrix',
  'walls/one-wall',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return at < 0 ? long.length : at
    }
    return [...(await super.sort(files))].sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  // The tests run what Node runs; the web build's plugins have no part in it. The files of a worker share its modules: loading the whole server
  // for each of them anew took a third of the time. So a module that tests share registers its hooks when it is called, not when it is imported.
  // Twice the workers that a small machine has processors: the tests of jobs and e-mails mostly wait.
  test: { pool: 'forks', maxWorkers: 4, isolate: false, projects, sequence: { sequencer: LongestFirst } },
})
