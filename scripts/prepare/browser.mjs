import { existsSync } from 'node:fs'
import { appNode } from './node.mjs'
import { inRoot, run, StepError, toolEnv } from './run.mjs'

const debianChromium = '/usr/bin/chromium'
const advice = 'Install Chromium and start again, or set CHROMIUM_PATH to its program; `npm run unit` needs no browser'

/**
 * The browser for the tests: the one that CHROMIUM_PATH names, the system's, or the one that Playwright keeps.
 * @returns its path, or undefined when there is none
 * @throws StepError when CHROMIUM_PATH names no file
 */
export const findBrowser = async () => {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new StepError(`CHROMIUM_PATH is ${named}, and there is no such file. ${advice}.`)
  if (named) return named
  if (existsSync(debianChromium)) return debianChromium
  const { chromium } = await import('playwright-core')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/** @throws StepError with what was tried and what to do */
export const installBrowser = async () => {
  console.log('Installing a browser for the tests (once)…')
  const failed = `No browser could be installed. ${advice}`
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-q'], { env, failed })
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env, failed })
    // Ubuntu's package of that name is only a pointer to a snap, which may leave no program behind.
    if (existsSync(debianChromium)) return
  }
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js')
  await run(appNode(), [playwright, 'install', 'chromium'], { env: toolEnv(), failed })
}
