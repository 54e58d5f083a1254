import { existsSync } from 'node:fs'
import { appNode } from './node.mjs'
import { inRoot, run, StepError, toolEnv } from './run.mjs'

const debianChromium = '/usr/bin/chromium'
const advice = 'Install Chromium and start again, or set CHROMIUM_PATH to its program; `npm run unit` needs no browser'

/**
 * The browser for the tests: the one of CHROMIUM_PATH, the system's, or Playwright's.
 * @returns its path, or undefined when there is none
 * @throws StepError when CHROMIUM_PATH is not a file
 */
export const findBrowser = async () => {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !existsSync(configured)) throw new StepError(`CHROMIUM_PATH is ${configured}, and this file does not exist. ${advice}.`)
  if (configured) return configured
  if (existsSync(debianChromium)) return debianChromium
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** @throws StepError with what was tried, and instructions */
export const installBrowser = async () => {
  console.log('Installing a browser for the tests (once)…')
  const failed = `No browser could be installed. ${advice}`
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env, failed })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env, failed })
    // Ubuntu's package of that name only refers to a snap, which may not install a program.
    if (existsSync(debianChromium)) return
  }
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js')
  await run(appNode(), [playwright, 'install', 'chromium'], { env: toolEnv(), failed })
}
