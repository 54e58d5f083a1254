import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

// Runs the real scripts in a small project; npm and Vite are replaced by programs that record their calls.

let folder: string
const at = (...parts: string[]) => join(folder, ...parts)
const write = (path: string, text: string) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [])

const npm = `
const fs = require('node:fs')
fs.appendFileSync('calls', 'install\\n')
if (process.env.NO_NETWORK) { console.error('npm error ECONNREFUSED'); process.exit(1) }
setTimeout(() => {
  fs.mkdirSync('node_modules/vite/bin', { recursive: true })
  fs.writeFileSync('node_modules/vite/bin/vite.js', fs.readFileSync('vite-mock.js'))
  fs.writeFileSync('node_modules/.package-lock.json', '{}')
}, 300)`
const vite = `
const fs = require('node:fs')
fs.appendFileSync('calls', 'build\\n')
const out = process.argv[process.argv.indexOf('--outDir') + 1]
fs.mkdirSync(out)
fs.writeFileSync(out + '/half', '')
const [source, built] = process.argv.includes('vite.server.config.ts') ? ['src/app/main.ts', '/main.js'] : ['src/web/main.tsx', '/index.html']
if (fs.readFileSync(source, 'utf8').includes('wrong')) { console.error('main.tsx is wrong'); process.exit(1) }
setTimeout(() => { fs.renameSync(out + '/half', out + built); fs.writeFileSync(out + built, fs.readFileSync(source)) }, 300)`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-prepare-'))
  cpSync('scripts', at('scripts'), { recursive: true })
  write('package.json', JSON.stringify({ dependencies: { left: '1.0.0' }, scripts: {} }))
  write('package-lock.json', '{}')
  write('npm-cli.js', npm)
  write('vite-mock.js', vite)
  write('index.html', '')
  write('src/web/main.tsx', 'first')
  write('src/web/main.test.tsx', '')
  write('src/app/main.ts', 'server')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Outcome = { code: number; output: string }
const prepare = (mode: string, env: Record<string, string> = {}) =>
  new Promise<Outcome>((resolve) => {
    const child = execFile(
      process.execPath,
      [at('scripts', 'prepare.mjs'), mode],
      { env: { ...process.env, npm_execpath: at('npm-cli.js'), npm_node_execpath: process.execPath, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? 1, output: out + err }),
    )
  })
const quiet = { code: 0, output: '' }

test('a first start installs and builds, a second one prints and does nothing', async () => {
  const first = await prepare('start')
  expect(first).toEqual({ code: 0, output: 'Installing packages (once, about a minute)…\nBuilding the server…\nBuilding the web app…\n' })
  expect(calls()).toEqual(['install', 'build', 'build'])
  expect(readFileSync(at('dist-server/main.js'), 'utf8')).toBe('server')
  expect(readFileSync(at('dist/index.html'), 'utf8')).toBe('first')
  expect(await prepare('start')).toEqual(quiet)
  expect(calls()).toHaveLength(3)
})

test('only what changed is done again', async () => {
  await prepare('start')
  for (const file of ['package.json', 'package-lock.json', 'index.html', 'src/web/main.tsx']) utimesSync(at(file), new Date(), new Date())
  write('src/web/main.test.tsx', 'a test is no part of the app')
  write('package.json', JSON.stringify({ dependencies: { left: '1.0.0' }, scripts: { more: 'true' } }))
  expect(await prepare('start')).toEqual(quiet)

  write('src/web/main.tsx', 'second')
  // A copy that keeps file times may contain a source that is older than the build.
  utimesSync(at('src/web/main.tsx'), new Date(0), new Date(0))
  expect((await prepare('start')).output).toBe('Building the web app…\n')
  expect(readFileSync(at('dist/index.html'), 'utf8')).toBe('second')

  write('src/app/main.ts', 'newer server')
  utimesSync(at('src/app/main.ts'), new Date(0), new Date(0))
  expect((await prepare('command')).output).toBe('Building the server…\n')
  expect(readFileSync(at('dist-server/main.js'), 'utf8')).toBe('newer server')

  rmSync(at('dist'), { recursive: true })
  expect((await prepare('start')).output).toBe('Building the web app…\n')

  write('package.json', JSON.stringify({ dependencies: { left: '2.0.0' } }))
  expect((await prepare('install')).output).toBe('Installing packages (once, about a minute)…\n')
})

test('manually installed packages are left alone unless the lists are newer', async () => {
  await prepare('start')
  rmSync(at('node_modules/.billfold-packages'))
  const later = new Date(Date.now() + 10_000)
  utimesSync(at('node_modules/.package-lock.json'), later, later)
  expect(await prepare('start')).toEqual(quiet)
  utimesSync(at('package-lock.json'), new Date(Date.now() + 20_000), new Date(Date.now() + 20_000))
  expect((await prepare('start')).output).toContain('Installing packages')
})

test('concurrent starts do the work once', async () => {
  const outcomes = await Promise.all([prepare('start'), prepare('start'), prepare('start')])
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(calls()).toEqual(['install', 'build', 'build'])
  expect(readdirSync(folder).filter((name) => name.startsWith('.dist'))).toEqual([])
  expect(existsSync(at('node_modules/.billfold-preparing'))).toBe(false)
})

test('the lock of a dead process is taken over', async () => {
  write('node_modules/.billfold-preparing', JSON.stringify({ pid: 2 ** 22 + 1, host: (await import('node:os')).hostname() }))
  expect((await prepare('install')).code).toBe(0)
  write('node_modules/.billfold-preparing', 'cut off')
  utimesSync(at('node_modules/.billfold-preparing'), new Date(0), new Date(0))
  appendFileSync(at('package-lock.json'), ' ')
  expect((await prepare('install')).code).toBe(0)
})

test('linked packages are never changed: a start uses them when they fit, and otherwise explains what to do', async () => {
  await prepare('start')
  const elsewhere = `${folder}-elsewhere`
  renameSync(at('node_modules'), elsewhere)
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
  symlinkSync(elsewhere, at('node_modules'))
  expect(await prepare('start')).toEqual(quiet)

  appendFileSync(at('package-lock.json'), ' ')
  const before = readdirSync(elsewhere)
  const refused = await prepare('start')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`node_modules is a link to ${elsewhere}`)
  expect(refused.output).toContain(`rm ${at('node_modules')}`)
  expect(calls()).toEqual(['install', 'build', 'build'])
  expect(readdirSync(elsewhere)).toEqual(before)
  expect(readFileSync(join(elsewhere, '.billfold-packages'), 'utf8')).not.toBe('incomplete')

  rmSync(at('node_modules'))
  expect((await prepare('install')).code).toBe(0)
  expect(lstatSync(at('node_modules')).isDirectory()).toBe(true)
})

test('a failed install prints npm’s output, and is repeated by the next start', async () => {
  const failed = await prepare('start', { NO_NETWORK: '1' })
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('npm error ECONNREFUSED')
  expect(failed.output).toContain('The packages could not be installed; is the npm registry reachable?')
  expect((await prepare('start')).code).toBe(0)
})

test('a failed build prints the reason and keeps the previous build', async () => {
  await prepare('start')
  write('src/web/main.tsx', 'wrong')
  const failed = await prepare('start')
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('main.tsx is wrong\nThe web app could not be built')
  expect(readFileSync(at('dist/index.html'), 'utf8')).toBe('first')
  expect(readdirSync(folder).filter((name) => name.startsWith('.dist'))).toEqual([])
})

test('an unknown argument is refused with the known ones', async () => {
  expect(await prepare('everything')).toEqual({ code: 1, output: expect.stringContaining('start|test|command|install (not') })
})
