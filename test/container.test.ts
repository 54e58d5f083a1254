import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLockedPackages } from '../scripts/sbom/bom.ts'
import { serverCommand } from '../scripts/server-command.ts'

// What the Dockerfile puts into the image, in a plain folder that its user can only read. No container engine is needed.

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ')
const stages = dockerfile.split(/^FROM /m).slice(1)
const getCopies = (stage: string) =>
  [...stage.matchAll(/^COPY (?:--from=(\w+) )?(.+)$/gm)].map(([, from, paths]) => {
    const names = paths!.trim().split(/\s+/)
    return { from, sources: names.slice(0, -1), to: names.at(-1)! }
  })

const rules = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
/** Whether a path is left out of what the build gets to see: of the rules that match it or a folder above it, the last one counts. */
const isIgnored = (path: string): boolean => {
  const parts = path.split('/')
  const above = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  const regex = (glob: string) =>
    new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('**/', '§').replaceAll('*', '[^/]*').replaceAll('§', '(.+/)?')}$`)
  const matching = rules.filter((rule) => above.some((each) => regex(rule.replace('!', '')).test(each)))
  return matching.length > 0 && !matching.at(-1)!.startsWith('!')
}
const expand = (name: string) => {
  if (!name.includes('*')) return [name]
  const [begin, end] = name.split('*') as [string, string]
  return readdirSync('.').filter((each) => each.startsWith(begin) && each.endsWith(end))
}

const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
const folder = mkdtempSync(join(tmpdir(), 'billfold-image-'))
const [app, data, restored, bin] = [join(folder, 'app'), join(folder, 'data'), join(folder, 'restored'), join(folder, 'bin')]
const running = new Set<ChildProcess>()

/** Links files where the disk is the same, and copies them otherwise. */
const link = (sources: readonly string[], to: string) => {
  mkdirSync(to, { recursive: true })
  try {
    execFileSync('cp', ['-al', ...sources, to], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...sources, to])
  }
}

/** The packages that `npm install --omit=dev` installs, without the Node that the image has already. */
const linkPackages = () => {
  const production = [...readLockedPackages('.')].flatMap(([path, { dev }]) => {
    const top = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)
    return top && !dev && !basename(path).startsWith('node-') && existsSync(path) ? [path] : []
  })
  for (const [scope, paths] of Object.entries(Object.groupBy(production, dirname))) link(paths!, join(app, scope))
}

beforeAll(() => {
  chmodSync(folder, 0o755)
  for (const path of [app, data, restored]) mkdirSync(path)
  if (isRoot) for (const path of [data, restored]) chownSync(path, 65534, 65534)
  link([process.execPath], bin)
  for (const { from, sources, to } of getCopies(stages.at(-1)!)) {
    for (const source of sources.flatMap(expand)) {
      if (from === 'packages') linkPackages()
      else if (from) link([basename(source)], join(app, dirname(to)))
      else {
        const target = to.endsWith('/') || statSync(source).isFile() ? join(app, to, basename(source)) : join(app, to)
        cpSync(source, target, { recursive: true, filter: (path) => !isIgnored(path) })
      }
    }
  }
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const env = (dataDir: string) => ({
  PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
  HOME: '/nonexistent',
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: dataDir,
})
const begin = (command: string, args: readonly string[], dataDir = data) => {
  const child = spawn(command, args, { ...nobody, cwd: app, env: env(dataDir) as unknown as NodeJS.ProcessEnv, stdio: 'pipe' })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, ended, output: () => output }
}
const run = async (script: string, args: readonly string[] = [], dataDir = data) => {
  const { ended, output } = begin('npm', ['run', script, '--', ...args], dataDir)
  const code = await ended
  return { code, output: output() }
}

test('the image’s commands run on its own files, as a user without rights: backup, books-health, rotate-key, seed and restore', async () => {
  const server = begin(join(bin, basename(process.execPath)), serverCommand)
  await expect.poll(() => server.output(), { timeout: 120_000 }).toContain('Billfold is ready')
  expect(await run('seed')).toMatchObject({ code: 0, output: expect.stringContaining('Sign in as demo@example.com') })
  expect(await run('backup')).toMatchObject({ code: 0, output: expect.stringContaining('verified') })
  expect(await run('rotate-key')).toMatchObject({ code: 0, output: expect.stringContaining('retired') })
  expect(await run('books-health')).toMatchObject({ code: 0, output: expect.stringContaining('everything agrees') })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  const [name] = readdirSync(join(data, 'backups'))
  const file = join(data, 'backups', name!)
  writeFileSync(join(restored, 'secret.key'), readFileSync(join(data, 'secret.key.retired')))
  if (isRoot) chownSync(join(restored, 'secret.key'), 65534, 65534)
  expect(await run('restore', [file, '--dry-run'], restored)).toMatchObject({
    code: 0,
    output: expect.stringContaining('It can be restored'),
  })
  expect(await run('restore', [file], restored)).toMatchObject({ code: 0, output: expect.stringContaining('everything agrees') })
}, 400_000)

test('each command says with --help how it is called, and with an unknown option as well', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.keys(scripts).filter((name) => scripts[name]!.startsWith('exec node dist-server/'))
  expect(commands.sort()).toEqual(['backup', 'books-health', 'restore', 'rotate-key', 'seed'])
  const ask = async (name: string, option: string) => {
    const { ended, output } = begin(join(bin, basename(process.execPath)), [`dist-server/${name}.js`, option])
    return [await ended, output()]
  }
  for (const name of commands) {
    const usage = expect.stringContaining(`\n  npm run ${name}`)
    expect([await ask(name, '--help'), await ask(name, '--colour')]).toEqual([
      [0, usage],
      [1, usage],
    ])
  }
}, 400_000)

test('the build of the image gets every file that it copies and that the builds are made of', async () => {
  const copies = getCopies(stages[0]!)
  const sources = copies.flatMap((copy) => copy.sources.flatMap(expand))
  expect([...sources, ...getCopies(stages.at(-1)!).flatMap(({ from, sources: own }) => (from ? [] : own))].filter(isIgnored)).toEqual([])
  // @ts-expect-error scripts/prepare is JavaScript, so that it runs before anything is installed: it has no types
  const { builds } = (await import('../scripts/prepare/builds.mjs')) as { builds: Record<string, { sources: string[] }> }
  const needed = Object.values(builds).flatMap((build) => build.sources)
  const isCopied = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect(needed.filter((path) => !isCopied(path) || isIgnored(path))).toEqual([])
  expect(['node_modules', 'data/secret.key', 'billfold.env', 'src/app/main.test.ts', '.git'].filter((path) => !isIgnored(path))).toEqual([])
})
