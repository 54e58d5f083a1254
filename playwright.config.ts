import { defineConfig } from '@playwright/test'
import { fullChromium, headlessShell, launchOptions } from './e2e/support/browser.ts'

/** Nobody asks here how things move, and waiting until they rest took a seventh of the time. */
const still = { contextOptions: { reducedMotion: 'reduce' as const } }
/** No page of a test lives long enough for its scripts to be worth optimizing, which took a fifth of the time. */
const unoptimized = '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded'
const launch = (...programs: string[]) => {
  const options = launchOptions(...programs)
  return { ...options, args: [...options.args, unoptimized] }
}
const wide = { viewport: { width: 1440, height: 900 }, ...still }

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepare.ts',
  // One more than a small machine has processors: a page mostly waits for its server, and the server for its database.
  workers: 3,
  // On a build machine that others keep busy a browser may stumble; a test that passes only on the second try is named at the end of the run.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // The limits of time end what hangs. A build machine can be several times slower than a desk.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Recording takes a third of the processor time: only what is tried again is recorded, or what is run with `--trace on`.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    actionTimeout: 20_000,
    // What a service worker asks, no `page.route` sees: only the specs about it let it in.
    serviceWorkers: 'block',
    // The one without a window draws the same pages with two thirds of the work.
    launchOptions: launch(headlessShell, fullChromium),
  },
  projects: [
    { name: 'desktop', grepInvert: /@window|@phone-only/, use: wide },
    // Its viewport and touch screen: the tests of what differs by size, and one story from end to end.
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still },
    },
    // Only this one shows PDFs itself.
    { name: 'window', grep: /@window/, use: { ...wide, launchOptions: launch(fullChromium) } },
  ],
})
