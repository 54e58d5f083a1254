import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The one without a window comes first: it draws the same pages with two thirds of the work.
const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // On a build machine that others keep busy a browser may stumble; what passes only then is named at the end of the run.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  use: {
    // Recording takes a third of the time: a build machine records only what it tries again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    actionTimeout: 10_000,
    launchOptions: {
      // Where there is no such program, Playwright's own browser serves.
      ...(chromium && existsSync(chromium) && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // These ask what data, storage, server and keys do, which no size of a screen changes; what they look like is asked elsewhere.
      testIgnore: /(calendar|import|invoice-draft|long-lists|many-lines|numbering|server-trouble|shortcuts)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
