import { createBusinessFixture } from './business-fixture.ts'
import { createRandom } from './random.ts'
import { runScenario, type ScenarioLog } from './scenario.ts'
import { type ServerFixture, startServerFixture } from './server-fixture.ts'

export const stepsEach = 14
/** Scenarios run concurrently, since a simulated failure makes the server wait. */
const atOnce = 4

type Options = {
  /** Stops after so many findings. */
  enough?: number
  /** How long jobs may take at the end of a scenario. */
  timeoutMs?: number
}

/** Runs one scenario. @returns the findings, each with the steps */
export const runOneScenario = async (server: ServerFixture, buyer: string, seed: number, timeoutMs: number): Promise<string[]> => {
  const random = createRandom(seed)
  const total = 100 + random.below(20_000)
  const business = await createBusinessFixture(server, `shop-${seed}`, total, buyer)
  const scenario: ScenarioLog = { business, random, total, manualPayments: new Map(), pages: new Set(), log: [], findings: [] }
  const findings = await runScenario(scenario, stepsEach, timeoutMs)
  return findings.map((finding) => `seed ${seed}: ${finding} (${scenario.log.join(' > ')})`)
}

/**
 * Runs one scenario for each seed, on a server of the sources below `root`.
 * @returns the findings; none if all invariants hold
 */
export const runScenarios = async (
  root: string,
  seeds: readonly number[],
  { enough = Number.POSITIVE_INFINITY, timeoutMs = 20_000 }: Options = {},
): Promise<string[]> => {
  const server = await startServerFixture(root)
  try {
    const buyer = (await server.person('buyer')).cookie
    const findings: string[] = []
    for (let next = 0; next < seeds.length && findings.length < enough; next += atOnce) {
      const some = await Promise.all(seeds.slice(next, next + atOnce).map((seed) => runOneScenario(server, buyer, seed, timeoutMs)))
      findings.push(...some.flat())
      await server.reset()
    }
    return findings
  } finally {
    await server.close()
  }
}
