import { defineConfig } from '@playwright/test'
import { fullChromium, headlessShell, launchOptions } from './e2e/support/browser.ts'

/** Nobody asks here how things move, and waiting until they rest took a seventh of the time. */
const still = { contextOptions: { reducedMotion: 'reduce' as const } }
const wide = { viewport: { width: 1440, height: 900 }, ...still }
const needsWindow = /print\.spec\.ts/
const onlyPhones = /phone(-pages)?\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  // One more than a small machine has processors: a page mostly waits for its server, and the server for its database.
  workers: 3,
  // On a build machine that others keep busy a browser may stumble; a test that passes only on the second try is named at the end of the run.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  use: {
    // Recording takes a third of the time: a build machine records only what it tries again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    actionTimeout: 10_000,
    // What a service worker asks, no `page.route` sees: only the specs about it let it in.
    serviceWorkers: 'block',
    // The one without a window draws the same pages with two thirds of the work.
    launchOptions: launchOptions(headlessShell, fullChromium),
  },
  projects: [
    { name: 'desktop', testIgnore: [needsWindow, onlyPhones], use: wide },
    {
      name: 'phone',
      // Most ask what data, storage, server and keys do, which no size changes, or choose their sizes themselves. The others are left out for time:
      // here stand the shell, the search, the keyboard, and one story from end to end.
      testIgnore: [
        needsWindow,
        /(business-profile-payments|business-profile-preview|calendar|interrupted-saves|import|invoice-draft|invoice-email|live-updates|logo|long-lists|many-lines)\.spec\.ts/,
        /(narrow-screens|native|numbering|offline|document-defaults|payments-check|server-trouble|shortcuts|transfer-size|subscription|subscription-pages|subscription-trouble|trial-limit)\.spec\.ts/,
        /(account|session-ended|books|catalogue|dashboard|estimate-dialog|forms|invoice-edit|export-and-delete-account|unanswered-saves|two-factor)\.spec\.ts/,
        /(business-profile|combobox|customer-page|estimate-panel|expenses|invoice-dialog|invoice-panel|invoice-payments|invoices|payments|estimates|reports|review-estimate|sign-in|users|wallet)\.spec\.ts/,
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still },
    },
    // Only this one shows PDFs itself.
    { name: 'window', testMatch: needsWindow, use: { ...wide, launchOptions: launchOptions(fullChromium) } },
  ],
})
