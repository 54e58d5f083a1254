import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { isSmoke } from './support/args.ts'
import { median, percentile } from './support/stats.ts'
import { startEnvironment } from './vitals/environment.ts'
import { type Interaction, openAndTime, readKilobytes, readVitals, type Subject, takeInteractions, type Vitals } from './vitals/observe.ts'
import { openPhone } from './vitals/phone.ts'
import { dashboardActions, listActions, type UserAction } from './vitals/user-actions.ts'

// Measures what a user of an emulated phone of 390x844 with a quarter of this machine's CPU speed and slow 4G waits for: LCP, CLS (until 5 s after the page
// is usable), when the page's figures, rows or button are visible, total blocking time, the kilobytes loaded, and the time from each input to the next
// paint. An empty response of the same server is the baseline. On a quiet machine; the load is printed with the result.
//   npm run build && node bench/vitals.ts [--rounds 5] [--only dashboard] [--smoke, without throttling]
// Goals: figures and rows visible <= 1,800 ms, LCP of landing and pay page <= 1,400 ms, CLS <= 0.01, 98th percentile of interactions <= 100 ms and none
// above 160. All pages alternate within a round, so that a busy machine slows all of them.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: isSmoke ? '1' : '5' }, only: { type: 'string', default: '' }, smoke: { type: 'boolean' } },
})
const rounds = Number(values.rounds)
const [settleMs, afterActionMs] = isSmoke ? [300, 300] : [5000, 1500]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
const { app, demo, thousand, payPath } = await startEnvironment(browser)

type Case = {
  name: string
  path: string
  cookies?: typeof demo
  /** What the user opens the page for: CSS of an element, and text in it. Its time is taken in the page. */
  subject: Subject
  actions?: UserAction[]
}
const cases: Case[] = [
  { name: 'empty', path: '/assets/nothing', subject: { css: 'body', text: 'Not found' } },
  { name: 'landing', path: '/', subject: { css: 'a', text: 'Get Started' } },
  { name: 'pay page', path: payPath, subject: { css: 'button', text: 'Pay ' } },
  { name: 'dashboard', path: '/', cookies: demo, subject: { css: 'main dd', text: '$' }, actions: dashboardActions },
  {
    name: 'invoices, 1,000',
    path: '/invoices',
    cookies: thousand,
    subject: { css: 'main a[href^="/invoices/"]', text: 'INV-' },
    actions: listActions,
  },
]
const selected = cases.filter(({ name }) => name === 'empty' || name.includes(values.only))

type Visit = Vitals & { visibleMs: number; kilobytes: number }
const visits = new Map<string, Visit[]>()
const interactions = new Map<string, Interaction[]>()
const failedActions = new Map<string, string>()
const append = <T>(lists: Map<string, T[]>, name: string, ...values: T[]) => lists.set(name, [...(lists.get(name) ?? []), ...values])

const visit = async (page: Page, { path, subject }: Case): Promise<Visit> => {
  const { visibleMs } = await openAndTime(page, path, subject)
  await page.waitForTimeout(settleMs)
  return { ...(await readVitals(page)), visibleMs, kilobytes: await readKilobytes(page) }
}

const runActions = async (page: Page, name: string, actions: UserAction[]) => {
  await takeInteractions(page)
  for (const { name: action, run } of actions) {
    const key = `${name}: ${action}`
    try {
      await run(page)
    } catch (error) {
      failedActions.set(key, String(error).split('\n')[0]!)
    }
    // For chunks that load on demand, and for the browser to report the slowest event.
    await page.waitForTimeout(afterActionMs)
    append(interactions, key, ...(await takeInteractions(page)))
  }
}

const withPhone = async (cookies: typeof demo, work: (page: Page, context: BrowserContext) => Promise<void>) => {
  const { context, page } = await openPhone(browser, app.origin, { cookies, isSlow: !isSmoke })
  page.setDefaultTimeout(20_000)
  await work(page, context)
  await context.close()
}

for (let round = 0; round < rounds; round++)
  for (const each of selected)
    await withPhone(each.cookies ?? [], async (page, context) => {
      append(visits, each.name, await visit(page, each))
      // The second visit is served by the service worker, which has installed itself by now.
      await context.newPage().then((other) => other.close())
      // A page in the background reports no paints.
      await page.bringToFront()
      append(visits, `${each.name}, again`, await visit(page, each))
      if (each.actions) await runActions(page, each.name, each.actions)
    })

const baseline = median(visits.get('empty')!.map(({ lcp }) => lcp))
console.table(
  Object.fromEntries(
    [...visits].map(([name, all]) => {
      const medianOf = (key: 'lcp' | 'fcp' | 'cls' | 'tbt' | 'visibleMs' | 'kilobytes') => median(all.map((each) => each[key]))
      const last = all.at(-1)!
      return [
        name,
        {
          FCP: Math.round(medianOf('fcp')),
          LCP: Math.round(medianOf('lcp')),
          'LCP worst': Math.round(Math.max(...all.map(({ lcp }) => lcp))),
          'x empty': (medianOf('lcp') / baseline).toFixed(1),
          visible: Math.round(medianOf('visibleMs')),
          'visible worst': Math.round(Math.max(...all.map(({ visibleMs }) => visibleMs))),
          kB: Math.round(medianOf('kilobytes')),
          CLS: medianOf('cls').toFixed(4),
          'CLS worst': Math.max(...all.map(({ cls }) => cls)).toFixed(4),
          TBT: Math.round(medianOf('tbt')),
          'largest element': last.lcpElement.slice(-50),
          'largest shift': last.clsElement.slice(-50),
        },
      ]
    }),
  ),
)
const allMs = [...interactions.values()].flat().map(({ ms }) => ms)
if (allMs.length > 0) {
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
              'wait/handlers/paint': `${worst.waitMs}/${worst.workMs}/${worst.drawMs}`,
              at: worst.target,
            }),
          },
        ]
      }),
    ),
  )
  console.log(`INP of ${allMs.length} interactions: 98th percentile ${percentile(allMs, 0.98)} ms, median ${median(allMs)} ms`)
}
for (const [key, reason] of failedActions) console.log(`not done: ${key}: ${reason}`)
console.log(`load of this machine over the last 5 minutes: ${loadavg()[1]?.toFixed(1)} on ${cpus().length} processors`)
await browser.close()
await app.stop()
