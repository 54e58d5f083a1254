import { existsSync } from 'node:fs'

/** Chromium without a window draws the same pages with two thirds of the work. */
export const [headlessShell, fullChromium] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * Launch options for the first of the programs that is installed; without any, Playwright uses its own browser.
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
