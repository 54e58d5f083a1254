import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const files = globSync('docs/decisions/*.md').sort()
const records = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Whether a text contains the name as a whole word: 'pg_trgm' does not contain 'pg'. */
const isNamed = (name: string, text: string) => new RegExp(`(?<![\\w@/.-])${name.replaceAll('/', '\\/')}(?![\\w/-])`).test(text)

test.each(Object.keys({ ...dependencies, ...optionalDependencies }))('%s is justified in a decision record', (name) => {
  expect([...records.values()].some((text) => isNamed(name, text))).toBe(true)
})

test('a name inside another name does not count', () => {
  expect(isNamed('pg', 'search with pg_trgm')).toBe(false)
  expect(isNamed('pg', 'the `pg` driver')).toBe(true)
  expect(isNamed('fastify', '@fastify/static')).toBe(false)
})

test.each(Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))('%s is pinned exactly: %s', (_name, wanted) => {
  expect(wanted).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test.each(files)('%s is numbered in order and has context, decision and consequences', (file) => {
  expect(Number(/\/(\d{3})-[a-z0-9-]+\.md$/.exec(file.replaceAll('\\', '/'))?.[1])).toBe(files.indexOf(file) + 1)
  expect(records.get(file)).toMatch(/^# .+\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/)
})
