import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../app.ts'
import type { Connection, Engine } from './page.ts'

const [driver, xvfb] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1)

/** The height of its window's own bar of buttons. */
const toolbar = 38

/**
 * Its protocol tells nothing of the console, so the page does: what is heard from the first script that a test runs in a document.
 * @returns what was heard since the last call
 */
const hearErrors = () => {
  const page = window as Window & { heardErrors?: string[] }
  if (!page.heardErrors) {
    page.heardErrors = []
    const hear = (...words: unknown[]) => void page.heardErrors!.push([location.pathname, ...words.map(String)].join(' '))
    const report = console.error
    console.error = (...words: unknown[]) => {
      hear(...words)
      report(...words)
    }
    addEventListener('error', ({ message, filename, lineno }) => hear(message, filename, lineno))
    addEventListener('unhandledrejection', ({ reason }) => hear('unhandled', reason))
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      hear('content policy', effectiveDirective, blockedURI),
    )
  }
  return page.heardErrors.splice(0)
}

const launch = async ({ width, height }: { width: number; height: number }): Promise<Connection> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')

  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]!.once('data', (number: Buffer) => resolve(`:${String(number).trim()}`))
    screen.once('exit', () => reject(new Error('Xvfb could not be started')))
  })
  const port = await findFreePort()
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: folder, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: { error: string; message: string } }
    if (!reply.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  while (!(await call('GET', '/status').catch(() => false))) {
    if (server.exitCode !== null) throw new Error(`WebKitWebDriver ended with code ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = (await call('POST', '/session', {
    capabilities: {
      alwaysMatch: { unhandledPromptBehavior: 'accept', 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height: height + toolbar })
  const problems: string[] = []
  const run = async (expression: string) => {
    const script = `return [(${hearErrors})(), ${expression}]`
    const [heard, result] = (await call('POST', `${session}/execute/sync`, { script, args: [] })) as [string[], string | undefined]
    problems.push(...heard)
    return result
  }
  return {
    problems: async () => {
      await run('undefined')
      return problems
    },
    goto: async (url) => void (await call('POST', `${session}/url`, { url })),
    run,
    act: async (actions) => void (await call('POST', `${session}/actions`, { actions })),
    windows: async () => (await call('GET', `${session}/window/handles`)) as string[],
    switchTo: async (handle) => void (await call('POST', `${session}/window`, { handle })),
    screenshot: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
    close: async () => {
      await call('DELETE', session).catch(() => {})
      const ended = [server, screen].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of [server, screen]) child.kill()
      await Promise.all(ended)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian's WebKitGTK, the engine of Safari, through WebDriver: it needs a screen. */
export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver and xvfb',
  isInstalled: miniBrowser !== undefined && existsSync(driver) && existsSync(xvfb),
  launch,
}
