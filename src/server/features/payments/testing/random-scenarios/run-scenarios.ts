import { createBusinessFixture } from './business-fixture.ts'
import { createRandom } from './random.ts'
import { runScenario, type ScenarioLog } from './scenario.ts'
import { type ServerFixture, startServerFixture } from './server-fixture.ts'

/** SCHEDULE_SEED runs one scenario alone and prints its steps. */
const onlySeed = process.env.SCHEDULE_SEED
export const isSingleSeed = onlySeed !== undefined
/** The seeds of `count` scenarios. */
export const listSeeds = (count: number): number[] =>
  onlySeed ? [Number(onlySeed)] : Array.from({ length: count }, (_, index) => index + 1)
export const stepsEach = 14
/** Scenarios run concurrently, since a simulated failure makes the server wait. */
const atOnce = 4

type Options = {
  /** Stops after so many findings. */
  enough?: number
  /** How long jobs may take at the end of a scenario. */
  patienceMs?: number
}

/** Runs one scenario. @returns the findings, each with the steps */
export const runOneScenario = async (town: ServerFixture, buyer: string, seed: number, patienceMs: number): Promise<string[]> => {
  const random = createRandom(seed)
  const total = 100 + random.below(20_000)
  const shop = await createBusinessFixture(town, `shop-${seed}`, total, buyer)
  const story: ScenarioLog = { shop, random, total, byHand: new Map(), pages: new Set(), log: [], findings: [] }
  const findings = await runScenario(story, stepsEach, patienceMs)
  if (isSingleSeed) process.stdout.write(`${story.log.join('\n')}\n`)
  return findings.map((finding) => `seed ${seed}: ${finding} (${story.log.join(' > ')})`)
}

/**
 * Runs one scenario for each seed, on a server of the sources below `root`.
 * @returns the findings; none if all invariants hold
 */
export const runScenarios = async (
  root: string,
  seeds: readonly number[],
  { enough = Number.POSITIVE_INFINITY, patienceMs = 20_000 }: Options = {},
): Promise<string[]> => {
  const town = await startServerFixture(root)
  try {
    const buyer = (await town.person('buyer')).cookie
    const findings: string[] = []
    for (let next = 0; next < seeds.length && findings.length < enough; next += atOnce) {
      const some = await Promise.all(seeds.slice(next, next + atOnce).map((seed) => runOneScenario(town, buyer, seed, patienceMs)))
      findings.push(...some.flat())
      await town.forget()
    }
    return findings
  } finally {
    await town.close()
  }
}
