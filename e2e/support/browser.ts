import { existsSync } from 'node:fs'

/** The headless shell renders the same pages as full Chromium with about a third less CPU time. */
export const [headlessShell, fullChromium] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * Returns launch options for the first program in the list that is installed. If none is installed, Playwright uses its own browser.
 * `CHROMIUM_PATH` overrides the choice.
 */
export const launchOptions = (...programs: string[]) => {
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
