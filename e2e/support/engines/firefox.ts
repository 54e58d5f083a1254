import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, Engine } from './page.ts'

const program = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

type Reply = { id?: number; type: string; method?: string; message?: string; error?: string; result?: unknown; params?: LogEntry }
type LogEntry = { level: string; text: string; stackTrace?: { callFrames: { url: string; lineNumber: number }[] } }
type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

/** Opens a WebDriver BiDi socket. @see https://www.w3.org/TR/webdriver-bidi/ */
const openSocket = async (url: string, onEvent: (reply: Reply) => void): Promise<Send> => {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (reply: Reply) => void>()
  let lastId = 0
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(data) as Reply
    if (reply.id === undefined) return onEvent(reply)
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  }
  socket.onclose = () => {
    for (const answer of waiting.values()) answer({ type: 'error', error: 'Firefox closed the connection' })
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`${url} can't be reached`))
  })
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, ({ type, error, message, result }) =>
        type === 'error' ? reject(new Error(`${method}: ${error} ${message ?? ''}`)) : resolve(result as Record<string, unknown>),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
}

const launch = async ({ width, height }: { width: number; height: number }): Promise<Connection> => {
  const profile = mkdtempSync(join(tmpdir(), 'billfold-firefox-'))
  writeFileSync(join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n')
  const child = spawn(program!, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Firefox ended before it was ready:\n${output}`)))
  })
  const problems: string[] = []
  const send = await openSocket(`${url}/session`, ({ method, params }) => {
    const at = params?.stackTrace?.callFrames[0]
    if (method === 'log.entryAdded' && params!.level === 'error') problems.push(`${params!.text} ${at ? `${at.url}:${at.lineNumber}` : ''}`)
  })
  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const windows = async () =>
    ((await send('browsingContext.getTree', { maxDepth: 0 })).contexts as { context: string }[]).map((c) => c.context)
  // Fields get the focus only in a window that was opened and activated: the first one opens in the background.
  let context = (await send('browsingContext.create', { type: 'window' })).context as string
  await send('browsingContext.activate', { context })
  await send('browsingContext.setViewport', { context, viewport: { width, height } })
  return {
    problems: async () => problems,
    goto: async (to) => void (await send('browsingContext.navigate', { context, url: to, wait: 'complete' })),
    run: async (script) => {
      const reply = await send('script.evaluate', { target: { context }, expression: script, awaitPromise: true })
      const { result, exceptionDetails } = reply as { result?: { value?: string }; exceptionDetails?: { text: string } }
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    windows,
    switchTo: async (window) => {
      context = window
      await send('browsingContext.activate', { context })
    },
    screenshot: async () => Buffer.from((await send('browsingContext.captureScreenshot', { context })).data as string, 'base64'),
    close: async () => {
      await send('browser.close').catch(() => child.kill('SIGKILL'))
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Debian's Firefox, through WebDriver BiDi, which it speaks itself. */
export const firefox: Engine = { name: 'Firefox', packages: 'firefox-esr', isInstalled: program !== undefined, launch }
