import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { startApp } from '../e2e/support/app.ts'
import { fullChromium, headlessShell, launchOptions } from '../e2e/support/browser.ts'
import { signIn, signUp } from '../e2e/support/sign-in.ts'
import { showHelp } from './cli/cli.ts'
import { type Shot, writeContactSheet } from './look/contact-sheet.ts'
import { addBusinessRecords, addUglyRecords, findRecords } from './look/data.ts'
import { photographEmails } from './look/emails.ts'
import { accountScreens, listScreens, recordScreens, type Screen, visitorScreens } from './look/screens.ts'
import { businessNames as abroad, type BusinessName } from './seed/businesses.ts'

showHelp(`Photographs every screen of a seeded server at three sizes, light and dark, with no data, with a year of sample data and with texts that break
layouts, and of businesses in Quebec, Germany and Japan, and puts them on one contact sheet per size.
  npm run look                                       everything, into .look/
  npm run look -- --only invoice,dashboard           only these screens (see look/screens.ts)
  npm run look -- --only emails                      only the emails, at 600 and 360 px
  npm run look -- --size 390 --scheme dark --data ugly,japan
  npm run pictures                                   the pictures of README and docs, into docs/`)

const sizes = { '1440': { width: 1440, height: 900 }, '820': { width: 820, height: 1180 }, '390': { width: 390, height: 844 } } as const
type Size = keyof typeof sizes
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    scheme: { type: 'string' },
    data: { type: 'string' },
    out: { type: 'string', default: '.look' },
    docs: { type: 'boolean', default: false },
  },
})
const choose = <T extends string>(all: readonly T[], asked: string | undefined): T[] => {
  const chosen = asked?.split(',') ?? all
  const unknown = chosen.filter((name) => !(all as readonly string[]).includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  return chosen as T[]
}
const chosenSizes = choose(Object.keys(sizes) as Size[], values.size)
const schemes = choose(['light', 'dark'] as const, values.scheme)
const states = choose(['empty', 'normal', 'ugly', ...abroad], values.data)
type State = 'visitor' | (typeof states)[number]
const only = values.only?.split(',')
const folder = resolve(values.out)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Waits until the page rests: fonts are there, no skeleton is left, and nothing new arrives. The stream of events never ends. */
const settle = async (page: Page) => {
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const until = Date.now() + 8_000
  for (let seen = -1, quiet = 0; quiet < 4 && Date.now() < until; ) {
    await page.waitForTimeout(100)
    const { count, isLoading } = await page.evaluate(() => ({
      count: performance.getEntriesByType('resource').length,
      isLoading: document.querySelector('[class*=animate-breathe]') !== null,
    }))
    quiet = isLoading || count !== seen ? 0 : quiet + 1
    seen = count
  }
}

const photograph = async (page: Page, screen: Screen, file: string) => {
  await page.goto(screen.path)
  await settle(page)
  for (const { role, name } of screen.press ?? []) {
    await page.getByRole(role, { name }).first().click({ timeout: 3_000 })
    await settle(page)
  }
  await page.screenshot({ path: join(folder, file) })
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(launchOptions(headlessShell, fullChromium))

const photographScreens = async () => {
  const app = await startApp({ ADMIN_EMAIL: 'demo@example.com' })
  try {
    execFileSync(process.execPath, ['scripts/seed.ts'], {
      env: { ...process.env, DATA_DIR: app.dataDir, PORT: new URL(app.origin).port },
      stdio: 'inherit',
    })

    // One signed-in state per kind of data; every size and scheme reuses it.
    const open = async () => (await browser.newContext({ baseURL: app.origin })).newPage()
    const [visitor, empty, normal, ugly] = [await open(), await open(), await open(), await open()]
    await signUp(empty, app.origin, 'empty')
    await normal.goto('/api/login')
    await signIn(normal, { email: 'demo@example.com', password: 'demo-demo-demo' })
    await normal.waitForURL(`${app.origin}/`)
    await signUp(ugly, app.origin, 'ugly')
    const pages = Object.fromEntries(await Promise.all(abroad.map(async (name) => [name, await open()] as const))) as Record<
      BusinessName,
      Page
    >
    const screensAbroad: Partial<Record<BusinessName, Screen[]>> = {}
    for (const name of abroad.filter((each) => states.includes(each))) {
      await signUp(pages[name], app.origin, name)
      screensAbroad[name] = [...listScreens, ...recordScreens(await addBusinessRecords(pages[name].request, name))]
    }
    const screensOf: Record<State, readonly Screen[]> = {
      visitor: visitorScreens,
      empty: accountScreens,
      normal: [...accountScreens, ...recordScreens(await findRecords(normal.request))],
      ugly: [...listScreens, ...recordScreens(await addUglyRecords(ugly.request))],
      ...{ quebec: [], germany: [], japan: [], ...screensAbroad },
    }
    const pageOf = { visitor, empty, normal, ugly, ...pages }

    let failed = 0
    for (const size of chosenSizes) {
      const shots: Shot[] = []
      for (const colorScheme of schemes) {
        const isPhone = size === '390'
        for (const state of ['visitor', ...states] as const) {
          const context = await browser.newContext({
            baseURL: app.origin,
            storageState: await pageOf[state].context().storageState(),
            viewport: sizes[size],
            colorScheme,
            reducedMotion: 'reduce',
            isMobile: isPhone,
            hasTouch: isPhone,
            serviceWorkers: 'block',
          })
          const page = await context.newPage()
          for (const screen of screensOf[state].filter(({ name }) => !only || only.includes(name))) {
            const name = `${size}-${colorScheme}-${state}-${screen.name}`
            try {
              await photograph(page, screen, `${name}.png`)
              shots.push({ file: `${name}.png`, caption: `${screen.name}, ${state}, ${colorScheme}` })
            } catch (error) {
              failed++
              say(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
            }
          }
          await context.close()
        }
      }
      await writeContactSheet(browser, folder, size, sizes[size].width, shots)
      say(`${shots.length} screens at ${size}: ${join(folder, `${size}.png`)}`)
    }
    if (failed > 0) process.exitCode = 1
  } finally {
    await app.stop()
  }
}

try {
  if (only?.join() !== 'emails') await photographScreens()
  if (!only || only.includes('emails'))
    say(`${await photographEmails(browser, folder, { schemes, states })} emails: ${join(folder, 'emails.png')}`)
  if (values.docs) for (const name of only ?? []) copyFileSync(join(folder, `1440-light-normal-${name}.png`), join('docs', `${name}.png`))
} finally {
  await browser.close()
}
