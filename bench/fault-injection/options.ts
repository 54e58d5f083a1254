import { parseArgs } from 'node:util'

/** All scenarios, in the order in which they run. */
export const scenarioNames = ['server', 'responses', 'database', 'disk', 'mail', 'providers', 'clock'] as const
export type ScenarioName = (typeof scenarioNames)[number]

export type Options = {
  /** How many times a server is killed, over both deployments. */
  serverKills: number
  /** How many times the database or one of its connections is killed. */
  databaseKills: number
  /** How many clients write concurrently. */
  writers: number
  /** The time limit of the whole run. */
  minutes: number
  only: readonly ScenarioName[]
  /** Determines what the writers do. When faults happen depends on the machine. */
  seed: number
  /** How many responses are dropped. */
  lostResponses: number
  /** How many times each disk is filled. */
  diskFills: number
  /** How many seconds a disk stays full. */
  fullSeconds: number
  /** How many invoices are sent in each state of the mail server. */
  emails: number
  /** How many seconds a slow mail server takes for a message. */
  slowSeconds: number
  /** How many random payment scenarios run with failing providers. */
  randomScenarios: number
  /** How many seconds the clock stays wrong each time. */
  clockSeconds: number
}

const sizes = {
  'server-kills': { default: 40, full: 500, smoke: 2 },
  'database-kills': { default: 8, full: 50, smoke: 1 },
  writers: { default: 16, full: 16, smoke: 2 },
  minutes: { default: 8, full: 45, smoke: 4 },
  seed: { default: 1, full: 1, smoke: 1 },
  'lost-responses': { default: 100, full: 1000, smoke: 4 },
  'disk-fills': { default: 1, full: 3, smoke: 1 },
  'full-seconds': { default: 5, full: 20, smoke: 1 },
  emails: { default: 6, full: 30, smoke: 1 },
  'slow-seconds': { default: 4, full: 30, smoke: 1 },
  'random-scenarios': { default: 8, full: 100, smoke: 1 },
  'clock-seconds': { default: 3, full: 15, smoke: 1 },
} as const
type SizeName = keyof typeof sizes
const sizeNames = Object.keys(sizes) as SizeName[]

export const usage = `npm run fault-injection -- [--full|--smoke] [--only ${scenarioNames.join(',')}] ${sizeNames.map((name) => `[--${name} ${sizes[name].default}]`).join(' ')}`

/** src/server/integration/fault-injection.test.ts runs 'server' and 'database'; 'disk' takes half a minute and the permission to mount. */
const smokeScenarios: readonly ScenarioName[] = ['responses', 'mail', 'providers', 'clock']

const isScenario = (name: string): name is ScenarioName => (scenarioNames as readonly string[]).includes(name)

/**
 * Reads the flags of the command line.
 * @throws Error with a message about the wrong flag
 */
export const readOptions = (args: readonly string[]): Options => {
  const flags = Object.fromEntries(sizeNames.map((name) => [name, { type: 'string' as const }])) as Record<SizeName, { type: 'string' }>
  const { values } = parseArgs({
    args: [...args],
    options: { ...flags, full: { type: 'boolean' }, smoke: { type: 'boolean' }, only: { type: 'string' } },
  })
  const preset = values.smoke ? 'smoke' : values.full ? 'full' : 'default'
  const readSize = (name: SizeName): number => {
    const value = values[name]
    if (value === undefined) return sizes[name][preset]
    if (!/^\d{1,6}$/.test(value)) throw new Error(`--${name} must be a whole number.`)
    return Number(value)
  }
  const only = values.only?.split(',').map((name) => name.trim()) ?? (values.smoke ? smokeScenarios : scenarioNames)
  const unknown = only.find((name) => !isScenario(name))
  if (unknown !== undefined) throw new Error(`--only must name some of ${scenarioNames.join(', ')}, not '${unknown}'.`)
  return {
    serverKills: readSize('server-kills'),
    databaseKills: readSize('database-kills'),
    writers: Math.max(readSize('writers'), 1),
    minutes: readSize('minutes'),
    only: scenarioNames.filter((name) => only.includes(name)),
    seed: readSize('seed'),
    lostResponses: readSize('lost-responses'),
    diskFills: readSize('disk-fills'),
    fullSeconds: readSize('full-seconds'),
    emails: readSize('emails'),
    slowSeconds: readSize('slow-seconds'),
    randomScenarios: readSize('random-scenarios'),
    clockSeconds: readSize('clock-seconds'),
  }
}
