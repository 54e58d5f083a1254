import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema } from '../src/server/platform/config/environment-schema.ts'
import { createMetrics } from '../src/server/platform/telemetry/metrics/metrics.ts'

// What the documents name exists: files, headings, commands, settings and metrics.

const files = globSync('{*,docs/*,docs/decisions/*}.md').sort()
const readText = (file: string) => readFileSync(file, 'utf8')
const pages = new Map(files.map((file) => [file, readText(file)]))
/** The text without blocks of code. */
const getProse = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page's headings, as GitHub makes them. */
const getAnchors = (text: string) =>
  [...getProse(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(files)('every link of %s to another place of the project leads there', (file) => {
  const links = [...getProse(pages.get(file)!).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
  const dead = links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    return !existsSync(target) || (anchor !== undefined && !getAnchors(readText(target)).includes(anchor))
  })
  expect(dead).toEqual([])
})

// The records of decisions name what was there when they were taken.
const guides = files.filter((file) => !file.startsWith('docs/decisions/'))
const scripts = Object.keys((JSON.parse(readText('package.json')) as { scripts: object }).scripts)

test.each(guides)('every path and every command that %s names exists', (file) => {
  const text = pages.get(file)!
  const paths = [...getProse(text).matchAll(/`((?:src|e2e|test|docs|scripts|bench|native|simulators)\/[\w./-]+)`/g)].map(
    ([, path]) => path!,
  )
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
  const commands = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!)
  const known = file === 'docs/native-apps.md' ? [...scripts, 'sync'] : scripts
  expect(commands.filter((name) => !known.includes(name))).toEqual([])
})

test('docs/operations.md lists all settings, with their defaults, and no others', () => {
  const rows = [...pages.get('docs/operations.md')!.matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\| (.+?) +\|/gm)].map(
    ([, name, value]) => [name!, value!] as const,
  )
  const settings = Object.keys(environmentSchema.shape).filter((name) => name !== 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  expect(rows.map(([name]) => name).sort()).toEqual(settings.sort())
  const defaults = environmentSchema.parse({}) as Record<string, unknown>
  const documented = Object.fromEntries(rows.map(([name, value]) => [name, /^`([^`]+)`/.exec(value)?.[1]]))
  // Computed from other settings, or said in a word.
  const told = [
    'PUBLIC_URL',
    'DRAIN_SECONDS',
    'DATA_DIR',
    'SECRET_KEY',
    'MAIL_BOUNCE_ADDRESS',
    'S3_ENDPOINT',
    'LOG_FORMAT',
    'OTEL_TRACES_SAMPLER_ARG',
  ]
  const prices = ['PRICE_MONTHLY', 'PRICE_YEARLY']
  const wrong = Object.entries(defaults).filter(
    ([name, value]) => !told.includes(name) && !prices.includes(name) && value !== undefined && documented[name] !== String(value),
  )
  expect(wrong).toEqual([])
})

test('the settings in examples are settings', () => {
  const known = [...Object.keys(environmentSchema.shape), 'NODE_ENV', 'POSTGRES_PASSWORD']
  const examples = [
    ...[...pages.get('docs/deployment.md')!.matchAll(/^```ini\n# \/etc\/billfold\.env\n([\s\S]*?)^```$/gm)].map(([, text]) => text!),
    readText('billfold.env.example'),
  ]
  const names = examples.flatMap((text) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!))
  expect(names.length).toBeGreaterThan(14)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

test('the metrics of the alerts are metrics of the server', async () => {
  const metrics = createMetrics({
    pool: () => ({ totalCount: 1, idleCount: 1, waitingCount: 0 }),
    lanes: ['general'],
    jobs: async () => [],
    pdfsWaiting: () => 0,
    streams: () => 0,
    daysSinceBackup: async () => null,
    version: '1',
  })
  const text = await metrics.text()
  const named = [
    ...files.flatMap((file) =>
      [...pages.get(file)!.matchAll(/\bbillfold_[a-z_]+_(?:total|seconds|days|waiting)\b/g)].map(([name]) => name),
    ),
  ]
  expect(named.length).toBeGreaterThan(4)
  expect([...new Set(named)].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})
