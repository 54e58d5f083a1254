import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const [withoutWindow, withWindow] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The first that is there of the named programs; where there is none, Playwright's own browser serves. */
const browser = (...programs: string[]) => {
  const executablePath = process.env.CHROMIUM_PATH ?? programs.find(existsSync)
  return {
    ...(executablePath && existsSync(executablePath) && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** Nobody asks here how things move, and waiting until they rest took a seventh of the time. */
const still = { contextOptions: { reducedMotion: 'reduce' as const } }
const wide = { viewport: { width: 1440, height: 900 }, ...still }
const needsWindow = /print\.spec\.ts/
const onlyPhones = /phone(-pages)?\.spec\.ts/

/**
 * Specs that look into one corner each. A build machine, which has 15 minutes for everything, runs a fifth of them a day by turns; `E2E=all` runs all of
 * them there, and everybody else does anyway.
 */
const corners = [
  ...[
    'account',
    'business-profile-payments',
    'business-profile-preview',
    'calendar',
    'catalogue',
    'combobox',
    'customer-page',
    'estimate-dialog',
  ],
  ...[
    'estimate-panel',
    'expenses',
    'forms',
    'import',
    'invoice-draft',
    'invoice-edit',
    'invoice-email',
    'invoice-panel',
    'leaving',
    'logo',
  ],
  ...[
    'left-unheard',
    'long-lists',
    'many-lines',
    'native',
    'native-sign-in',
    'narrow',
    'numbering',
    'paper-defaults',
    'payments-check',
    'server-trouble',
    'shortcuts',
    'subscription-pages',
  ],
  ...['phone-pages', 'subscription-trouble', 'trial', 'two-factor', 'users', 'wallet'],
]
const turn = Math.floor(Date.now() / 86_400_000) % 5
const notToday = process.env.CI && process.env.E2E !== 'all' ? corners.filter((_, i) => i % 5 !== turn) : []
const leftOut = notToday.map((name) => new RegExp(`/${name}\\.spec\\.ts$`))

export default defineConfig({
  testDir: 'e2e',
  // One more than a small machine has processors: a page mostly waits for its server, and the server for its database.
  workers: 3,
  // On a build machine that others keep busy a browser may stumble; what passes only then is named at the end of the run.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  use: {
    // Recording takes a third of the time: a build machine records only what it tries again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    actionTimeout: 10_000,
    // What a service worker asks, no `page.route` sees: only the specs about it let it in.
    serviceWorkers: 'block',
    // The one without a window draws the same pages with two thirds of the work.
    launchOptions: browser(withoutWindow, withWindow),
  },
  projects: [
    { name: 'desktop', testIgnore: [needsWindow, onlyPhones, ...leftOut], use: wide },
    {
      name: 'phone',
      // Most ask what data, storage, server and keys do, which no size changes, or choose their sizes themselves. The others are left out for time:
      // here stand the shell, the search, the keyboard, and one story from end to end.
      testIgnore: [
        needsWindow,
        ...leftOut,
        /(business-profile-payments|business-profile-preview|calendar|cut-network|import|invoice-draft|invoice-email|live|logo|long-lists|many-lines)\.spec\.ts/,
        /(narrow|native|numbering|offline|paper-defaults|payments-check|server-trouble|shortcuts|size|subscription|subscription-pages|subscription-trouble|trial)\.spec\.ts/,
        /(account|books|catalogue|dashboard|estimate-dialog|forms|invoice-edit|leaving|left-unheard|size|two-factor)\.spec\.ts/,
        /(business-profile|combobox|customer-page|estimate-panel|expenses|invoice-dialog|invoice-panel|invoice-payments|invoices|payments|estimates|reports|review-estimate|sign-in|users|wallet)\.spec\.ts/,
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still },
    },
    // Only this one shows PDFs itself.
    { name: 'window', testMatch: needsWindow, use: { ...wide, launchOptions: browser(withWindow) } },
  ],
})
