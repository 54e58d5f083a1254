import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const files = globSync('docs/decisions/*.md').sort()
const records = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Whether the records say the name, as a word of its own: 'pg' isn't said by 'pg_trgm'. */
const isNamed = (name: string, text: string) => new RegExp(`(?<![\\w@/.-])${name.replaceAll('/', '\\/')}(?![\\w/-])`).test(text)

test.each(Object.keys({ ...dependencies, ...optionalDependencies }))('%s is here for a reason that is written down', (name) => {
  expect([...records.values()].some((text) => isNamed(name, text))).toBe(true)
})

test('a name inside another one is not that name', () => {
  expect(isNamed('pg', 'search with pg_trgm')).toBe(false)
  expect(isNamed('pg', 'the `pg` driver')).toBe(true)
  expect(isNamed('fastify', '@fastify/static')).toBe(false)
})

test.each(Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))('%s is pinned exactly: %s', (_name, wanted) => {
  expect(wanted).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
})

// A record that a later one replaced, wholly or in part, says so between its title and its context.
test.each(files)('%s is numbered in order and says context, decision and consequences', (file) => {
  expect(Number(/\/(\d{3})-[a-z0-9-]+\.md$/.exec(file.replaceAll('\\', '/'))?.[1])).toBe(files.indexOf(file) + 1)
  expect(records.get(file)).toMatch(
    /^# .+\n\n((Partly r|R)eplaced by decision .+\n\n)?## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/,
  )
})
