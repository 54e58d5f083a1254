import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPostgreSql15, startPostgreSql15 } from '../src/server/testing/postgresql-15.ts'

// The blocks of commands in the documents are run as they stand there, but for names and addresses. What can't be run here says why.

type Block = { file: string; text: string; first: string }
const blocks: Block[] = globSync('{*,docs/*}.md').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => ({
    file,
    text: text!,
    first: text!.split('\n')[0]!,
  })),
)

const folder = mkdtempSync(join(tmpdir(), 'billfold-documents-'))
// As root, the databases run as other accounts, which must be able to enter the folder.
chmodSync(folder, 0o755)
const [project, safe] = [join(folder, 'project'), join(folder, 'safe')]
const running = new Set<ChildProcess>()
let server: Awaited<ReturnType<typeof startPostgreSql15>> | undefined

beforeAll(async () => {
  mkdirSync(project)
  for (const name of ['package.json', 'scripts', 'dist', 'dist-server', 'node_modules', 'billfold.env.example'])
    symlinkSync(resolve(name), join(project, name))
  if (hasPostgreSql15) server = await startPostgreSql15()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server, and stops it once it is ready. */
const untilReady = `
until_ready() {
  : > started.log
  "$@" >> started.log 2>&1 & local pid=$!
  until grep -q 'is ready' started.log; do kill -0 $pid || { cat started.log; return 1; }; sleep 0.1; done
  cat started.log; kill $pid; wait $pid
}
`

type Run = { input?: string; replace?: readonly (readonly [string | RegExp, string])[]; dataDir?: string; files?: () => void }

/** Runs a block with bash, which ends at the first command that fails. */
const run = async ({ text }: Block, { input = '', replace = [], dataDir = 'data' }: Run) => {
  const script = replace
    .reduce((all, [from, to]) => all.replaceAll(from as string, to), text)
    .replaceAll(/^(.*)npm start/gm, '$1until_ready npm start')
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', untilReady + script], {
    cwd: project,
    // Without a terminal, from which a program would ask for a password.
    detached: true,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/lib/postgresql/15/bin:${process.env.PATH}`,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: join(folder, dataDir),
      PGHOST: server?.owner.host,
      PGUSER: server?.owner.user,
    } as unknown as NodeJS.ProcessEnv,
    stdio: 'pipe',
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  child.stdin.end(input)
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

const getBlock = (file: string, first: string) => {
  const found = blocks.filter((block) => block.file === file && block.first.startsWith(first))
  expect(found.map(({ first: line }) => line)).toHaveLength(1)
  return found[0]!
}
const newestBackup = (path: string) =>
  join(
    path,
    readdirSync(path)
      .filter((name) => name.endsWith('.backup'))
      .sort()
      .at(-1)!,
  )
/** The address of the documents' PostgreSQL server. */
const toServer = (): (readonly [RegExp, string])[] => [
  [/@[\w.]+:5432\/(\w+)(\?sslmode=[\w-]+)?/g, `@localhost/$1?host=${server!.owner.host}`],
]

/** The beginnings of blocks that can't be run here, and why. */
const untried: Record<string, string> = {
  'cp billfold.env.example': 'needs a container engine; container.test.ts runs what is in the image',
  'docker compose exec app npm run backup': 'the same',
  'useradd --system': 'changes the accounts and folders of the machine',
  'cd /opt/billfold && systemd-run': 'needs systemd',
  '# on the primary': 'needs two machines',
  'cd native': 'needs the SDKs of Android or iOS',
  'cd android': 'the same',
  'cd ios/App': 'the same',
  'sqlmap --batch': 'needs two other programs',
}
const tried = ['npm start ', 'createuser --createrole', 'npm run backup ']

test('every block of commands is run by a test, or can’t be run here', () => {
  const known = [...tried, ...Object.keys(untried)]
  expect(
    blocks.filter(({ first }) => !known.some((begin) => first.startsWith(begin))).map(({ file, first }) => `${file}: ${first}`),
  ).toEqual([])
  expect(known.filter((begin) => !blocks.some(({ first }) => first.startsWith(begin)))).toEqual([])
})

test('README: npm start', async () => {
  // The tests are what runs this.
  const { code, output } = await run(getBlock('README.md', 'npm start '), { replace: [[/^npm test.*$/gm, 'true']] })
  expect([code, output]).toEqual([0, expect.stringMatching(/is ready: http:\/\/localhost:\d+/)])
}, 400_000)

test('docs/operations.md: a backup, its trial, its restore into an empty folder and over the present database', async () => {
  const { text } = getBlock('docs/operations.md', 'npm run backup ')
  const lines = text.trim().split('\n')
  const part = (from: number, to: number, more: Run) => run({ file: '', first: '', text: lines.slice(from, to).join('\n') }, more)
  const away = [['/mnt/elsewhere', safe]] as const
  const made = await part(0, 2, { replace: away })
  expect([made.code, made.output.match(/verified/g)]).toEqual([0, ['verified', 'verified']])
  mkdirSync(join(folder, 'empty'))
  copyFileSync(join(folder, 'data/secret.key'), join(folder, 'empty/secret.key'))
  const restored = await part(2, 5, { replace: [['FILE', newestBackup(safe)]], dataDir: 'empty' })
  expect([restored.code, restored.output]).toEqual([
    0,
    expect.stringMatching(/It can be restored[\s\S]+everything agrees[\s\S]+everything agrees/),
  ])
  expect(lines).toHaveLength(5)
}, 400_000)

test.runIf(hasPostgreSql15)(
  'docs/operations.md and docs/scaling.md: a PostgreSQL server, and the move to it',
  async () => {
    const input = 'secret\nsecret\n'
    const first = await run(getBlock('docs/operations.md', 'createuser'), { input, replace: toServer(), dataDir: 'of-server' })
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('is ready')])

    const moving = getBlock('docs/scaling.md', 'createuser')
    // The role and the database are there already; the move needs ones of its own.
    const names = [
      [/^createuser.*$/gm, 'createuser --createrole moved --pwprompt'],
      ['createdb --owner billfold billfold', 'createdb --owner moved moved'],
      ['//billfold:secret@db.internal:5432/billfold', '//moved:secret@db.internal:5432/moved'],
      ['DATABASE_URL=', 'DATABASE_APP_ROLE=moved_app DATABASE_URL='],
      ['/safe/place/billfold-….backup', `$(ls -t ${join(safe, 'moved')}/*.backup | head -n 1)`],
      ['/safe/place', join(safe, 'moved')],
    ] as const
    const moved = await run(moving, { input, replace: [...names, ...toServer()] })
    expect([moved.code, moved.output]).toEqual([0, expect.stringMatching(/verified[\s\S]+everything agrees/)])
  },
  400_000,
)
