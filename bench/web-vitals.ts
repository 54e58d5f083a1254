import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { isSmoke } from './support/args.ts'
import { startEnvironment } from './web-vitals/environment.ts'
import { type Interaction, readVitals, takeInteractions, type Vitals } from './web-vitals/observe.ts'
import { openPhone } from './web-vitals/phone.ts'
import { dashboardActions, listActions, type UserAction } from './web-vitals/user-actions.ts'

// How fast the app feels on a phone of 390x844, with a quarter of this machine's speed and slow 4G: web-vitals' LCP and CLS (5 s after it stands, too),
// blocking time, and the time from a touch to the next picture. An empty answer of the same server, in the same run, is the least that a page can take.
//   npm run build && node bench/web-vitals.ts [--rounds 5] [--only dashboard] [--smoke, which slows nothing down]
// Goals: LCP <= 2,000 ms, CLS <= 0.02, INP <= 100 ms. All pages take turns within a round, so that a busy machine slows all of them.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: isSmoke ? '1' : '5' }, only: { type: 'string', default: '' }, smoke: { type: 'boolean' } },
})
const rounds = Number(values.rounds)
const [restMs, afterActMs] = isSmoke ? [300, 300] : [5000, 1500]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
const { app, demo, thousand, payPath } = await startEnvironment(browser)

type Case = { name: string; path: string; cookies?: typeof demo; stands: (page: Page) => Promise<unknown>; acts?: UserAction[] }
const cases: Case[] = [
  { name: 'empty', path: '/assets/nothing', stands: (page) => page.getByText('Not found').waitFor() },
  { name: 'landing', path: '/', stands: (page) => page.getByRole('link', { name: 'Get Started' }).waitFor() },
  { name: 'pay page', path: payPath, stands: (page) => page.getByRole('button', { name: /^Pay / }).first().waitFor() },
  {
    name: 'dashboard',
    path: '/',
    cookies: demo,
    stands: (page) => page.getByRole('heading', { name: 'Recent Invoices' }).waitFor(),
    acts: dashboardActions,
  },
  {
    name: 'invoices, 1,000',
    path: '/invoices',
    cookies: thousand,
    stands: (page) => page.getByText('1,000 invoices').waitFor(),
    acts: listActions,
  },
]
const chosen = cases.filter(({ name }) => name === 'empty' || name.includes(values.only))

type Visit = Vitals & { standsMs: number }
const visits = new Map<string, Visit[]>()
const interactions = new Map<string, Interaction[]>()
const missed = new Map<string, string>()
const note = <T>(notes: Map<string, T[]>, name: string, ...what: T[]) => notes.set(name, [...(notes.get(name) ?? []), ...what])

const visit = async (page: Page, { path, stands }: Case): Promise<Visit> => {
  const began = performance.now()
  await page.goto(path)
  await stands(page)
  const standsMs = performance.now() - began
  await page.waitForTimeout(restMs)
  return { ...(await readVitals(page)), standsMs }
}

const act = async (page: Page, name: string, acts: UserAction[]) => {
  await takeInteractions(page)
  for (const { name: what, run } of acts) {
    const key = `${name}: ${what}`
    try {
      await run(page)
    } catch (error) {
      missed.set(key, String(error).split('\n')[0]!)
    }
    // What was fetched on demand is there, and the browser has told of the slowest event.
    await page.waitForTimeout(afterActMs)
    note(interactions, key, ...(await takeInteractions(page)))
  }
}

const withPhone = async (cookies: typeof demo, work: (page: Page, context: BrowserContext) => Promise<void>) => {
  const { context, page } = await openPhone(browser, app.origin, { cookies, isSlow: !isSmoke })
  page.setDefaultTimeout(20_000)
  await work(page, context)
  await context.close()
}

for (let round = 0; round < rounds; round++)
  for (const each of chosen)
    await withPhone(each.cookies ?? [], async (page, context) => {
      note(visits, each.name, await visit(page, each))
      // What comes after the first visit for the next one has its time to settle: a service worker takes the app along.
      await context.newPage().then((other) => other.close())
      note(visits, `${each.name}, again`, await visit(page, each))
      if (each.acts) await act(page, each.name, each.acts)
    })

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const at = (share: number, numbers: number[]) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? Number.NaN
const median = (numbers: number[]) => at(0.5, numbers)

const bare = median(visits.get('empty')!.map(({ lcp }) => lcp))
console.table(
  Object.fromEntries(
    [...visits].map(([name, all]) => {
      const of = (key: 'lcp' | 'fcp' | 'cls' | 'tbt' | 'standsMs') => median(all.map((each) => each[key]))
      const last = all.at(-1)!
      return [
        name,
        {
          FCP: Math.round(of('fcp')),
          LCP: Math.round(of('lcp')),
          'LCP worst': Math.round(
            at(
              1,
              all.map(({ lcp }) => lcp),
            ),
          ),
          'x empty': (of('lcp') / bare).toFixed(1),
          stands: Math.round(of('standsMs')),
          CLS: of('cls').toFixed(4),
          'CLS worst': at(
            1,
            all.map(({ cls }) => cls),
          ).toFixed(4),
          TBT: Math.round(of('tbt')),
          'what was largest': last.lcpElement.slice(-50),
          'what moved most': last.clsElement.slice(-50),
        },
      ]
    }),
  ),
)
const everything = [...interactions.values()].flat().map(({ ms }) => ms)
if (everything.length > 0) {
  console.table(
    Object.fromEntries(
      [...interactions].map(([name, all]) => {
        const worst = all.toSorted((a, b) => b.ms - a.ms)[0]
        return [
          name,
          {
            count: all.length,
            ...(worst && {
              median: median(all.map(({ ms }) => ms)),
              worst: worst.ms,
              'waited/worked/drew': `${worst.waitMs}/${worst.workMs}/${worst.drawMs}`,
              at: worst.target,
            }),
          },
        ]
      }),
    ),
  )
  console.log(`INP of ${everything.length} interactions: 98th percentile ${at(0.98, everything)} ms, median ${median(everything)} ms`)
}
for (const [key, why] of missed) console.log(`not done: ${key}: ${why}`)
await browser.close()
await app.stop()
