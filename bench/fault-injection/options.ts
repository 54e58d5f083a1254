import { parseArgs } from 'node:util'

/** The parts, in the order in which they run. */
export const scenarioNames = ['server', 'answers', 'database', 'disk', 'mail', 'providers', 'clock'] as const
export type ScenarioName = (typeof scenarioNames)[number]

export type Options = {
  /** How often the server is killed, over both ways of running it. */
  serverKills: number
  /** How often the database or a connection of it is killed. */
  databaseKills: number
  /** How many clients write at once. */
  writers: number
  /** No part goes on with its acts once the whole run is older than this. */
  minutes: number
  only: readonly ScenarioName[]
  /** What the writers do follows from it; the moments of the kills depend on the machine. */
  seed: number
  /** How many answers are lost on their way, and how many of those together with the server. */
  lostAnswers: number
  /** How often each disk is filled up. */
  diskFills: number
  /** How long each stays full, in seconds. */
  fullSeconds: number
  /** How many invoices are sent in each state of the mail server. */
  mails: number
  /** How long a slow mail server takes for a message, in seconds. */
  slowSeconds: number
  /** How many random lives of invoices are lived between providers that stumble and lie. */
  lives: number
  /** How long the clock stays wrong each time, in seconds. */
  clockSeconds: number
}

const numbers = {
  'server-kills': { usual: 40, full: 500, smoke: 2 },
  'database-kills': { usual: 8, full: 50, smoke: 1 },
  writers: { usual: 16, full: 16, smoke: 2 },
  minutes: { usual: 8, full: 45, smoke: 4 },
  seed: { usual: 1, full: 1, smoke: 1 },
  'lost-answers': { usual: 100, full: 1000, smoke: 4 },
  'disk-fills': { usual: 1, full: 3, smoke: 1 },
  'full-seconds': { usual: 5, full: 20, smoke: 1 },
  mails: { usual: 6, full: 30, smoke: 1 },
  'slow-seconds': { usual: 4, full: 30, smoke: 1 },
  lives: { usual: 8, full: 100, smoke: 1 },
  'clock-seconds': { usual: 3, full: 15, smoke: 1 },
} as const
type Name = keyof typeof numbers
const names = Object.keys(numbers) as Name[]

export const usage = `npm run torture -- [--full|--smoke] [--only ${scenarioNames.join(',')}] ${names.map((name) => `[--${name} ${numbers[name].usual}]`).join(' ')}`

/** Parts of a smoke run: a test of its own kills servers and databases (src/server/integration/fault-injection.test.ts), and a disk needs half a minute and the right to mount. */
const smokeParts: readonly ScenarioName[] = ['answers', 'mail', 'providers', 'clock']

const isPart = (name: string): name is ScenarioName => (scenarioNames as readonly string[]).includes(name)

/**
 * Reads the flags of the command line.
 * @throws Error with a sentence about the flag that is wrong
 */
export const readOptions = (args: readonly string[]): Options => {
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])) as Record<Name, { type: 'string' }>
  const { values } = parseArgs({
    args: [...args],
    options: { ...texts, full: { type: 'boolean' }, smoke: { type: 'boolean' }, only: { type: 'string' } },
  })
  const size = values.smoke ? 'smoke' : values.full ? 'full' : 'usual'
  const number = (name: Name): number => {
    const given = values[name]
    if (given === undefined) return numbers[name][size]
    if (!/^\d{1,6}$/.test(given)) throw new Error(`--${name} must be a whole number.`)
    return Number(given)
  }
  const only = values.only === undefined ? (values.smoke ? smokeParts : scenarioNames) : values.only.split(',').map((name) => name.trim())
  const unknown = only.find((name) => !isPart(name))
  if (unknown !== undefined) throw new Error(`--only must name some of ${scenarioNames.join(', ')}, not '${unknown}'.`)
  return {
    serverKills: number('server-kills'),
    databaseKills: number('database-kills'),
    writers: Math.max(number('writers'), 1),
    minutes: number('minutes'),
    only: scenarioNames.filter((name) => only.includes(name)),
    seed: number('seed'),
    lostAnswers: number('lost-answers'),
    diskFills: number('disk-fills'),
    fullSeconds: number('full-seconds'),
    mails: number('mails'),
    slowSeconds: number('slow-seconds'),
    lives: number('lives'),
    clockSeconds: number('clock-seconds'),
  }
}
