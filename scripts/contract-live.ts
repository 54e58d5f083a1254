import { runAllBehaviours } from '#features/payments/testing/contract/run-all.ts'
import { print, showHelp } from './cli/cli.ts'
import { createLiveProviders } from './contract-live/live-providers.ts'

showHelp(`Runs the contract tests against the real providers, with test keys. No real money moves, and created objects are closed again.
  STRIPE_TEST_KEY=sk_test_... npm run contract:live
  PAYPAL_TEST_CLIENT_ID=... PAYPAL_TEST_CLIENT_SECRET=... npm run contract:live
  npm run contract:live -- --person    includes tests in which a person pays: prints the checkout page's URL and waits`)

const counts = { passed: 0, failed: 0, 'not tried': 0 }
const marks = { passed: 'ok  ', failed: 'FAIL', 'not tried': 'skip' }

for (const { name, bench } of await createLiveProviders(process.env, { person: process.argv.includes('--person'), print }))
  await runAllBehaviours(bench, ({ title, outcome, why }) => {
    counts[outcome] += 1
    print(`${marks[outcome]} ${name}: ${title}${why ? `\n       ${why.replaceAll('\n', '\n       ')}` : ''}`)
  })

const tried = counts.passed + counts.failed
print(tried === 0 ? 'Nothing was tried.' : `${counts.passed} passed, ${counts.failed} failed, ${counts['not tried']} not tried.`)
process.exitCode = tried === 0 || counts.failed > 0 ? 1 : 0
