import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { customerTexts } from './scripts/build/customer-texts.ts'

/** Run by Node itself, as the server is: transforming the modules took most of the time of a file. */
const native = { experimental: { viteModuleRunner: false } }
// The limits of time end what hangs. A build machine can be several times slower than a desk, so they are far from what a test takes.
const server = { globalSetup: './src/server/testing/global-setup.ts', testTimeout: 180_000, hookTimeout: 300_000, ...native }

/** Tests that start servers, databases or commands as processes of their own. */
const processes = [
  'src/server/{integration,operations}/**/*.test.ts',
  'src/app/start.test.ts',
  'src/features/{estimates,invoices}/multi-node.test.ts',
  'src/features/invoices/calendar.test.ts',
  'src/features/list-limits.test.ts',
  'src/features/payments/testing/**/*.test.ts',
  'src/server/platform/auth/external-issuer.test.ts',
  'src/server/platform/pdf/process-pool.test.ts',
  'src/server/security/regressions/secrets-in-logs.test.ts',
  'test/{benches,container,documented-commands,prepare}.test.ts',
]

// The levels: pure (`unit` and `web`), `database`, `process`. scripts/test.mjs runs one after another.
const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['{src/model,src/shared,src/modules/imports,test}/**/*.test.ts'],
      exclude: [...processes, 'test/canary/**'],
      testTimeout: 120_000,
      ...native,
    },
  },
  // Node reads no JSX.
  { extends: true, plugins: [customerTexts()], test: { name: 'web', include: ['src/web/**/*.test.ts'], testTimeout: 120_000 } },
  {
    extends: true,
    test: {
      name: 'database',
      include: ['{src/app,src/features,src/server,src/kit,src/modules/!(imports),simulators}/**/*.test.ts'],
      exclude: processes,
      ...server,
    },
  },
  { extends: true, test: { name: 'process', include: processes, ...server } },
  // The product with one more type of document: in processes of its own, as its modules are read with edits.
  {
    extends: true,
    test: { name: 'canary', include: ['test/canary/*.test.ts'], execArgv: ['--import', './test/canary/plant.ts'], ...server },
  },
]
// The same tests once more on a PostgreSQL server of one's own, where there is one to test with.
if (process.env.TEST_DATABASE_URL)
  projects.push({
    extends: true,
    test: {
      name: 'database-on-postgres',
      // What asks something of the database; the rest is about rules, zones, files, providers and other servers, and once is enough.
      include: [
        'src/server/platform/{db,records}/*.test.ts',
        'src/features/deletions.test.ts',
        'src/features/invoices/{delete,list,numbering}.test.ts',
        'src/features/search/search.test.ts',
      ],
      env: { TEST_DATABASE: 'server' },
      ...server,
    },
  })

/** What takes longest, begun first: begun last, it leaves the other workers idle at the end. A new machine knows no durations by itself. */
const long = [
  'saved-cards/charges',
  'test/benches',
  'testing/killed-settlements',
  'features/list-limits',
  'app/start',
  'random-scenarios/mutants',
  'invoices/calendar',
  'key-rotation/rotate-key',
  'pdf/process-pool',
  'security/hostile-input',
  'pdf/short-document',
  'pdf/hostile-text',
  'payment-keys-in-use',
  'logo/logo-files',
  'documents/pdf/languages',
  'pdf/themes',
  'jobs/jobs',
  'embedded-postgres/kills',
  'export/stream',
  'failure-catalogue/provider-errors',
  'tenant-isolation/authorization-matrix',
  'tenant-isolation/single-layer',
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
  // `maxConcurrency`: the benches' smoke runs, each with servers of its own, are the only tests of a file that run at the same time.
  test: {
    pool: 'forks',
    maxWorkers: 4,
    maxConcurrency: 2,
    isolate: false,
    projects,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 30_000 } },
  },
})
