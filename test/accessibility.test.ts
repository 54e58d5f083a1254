import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The page on accessibility: each criterion once, existing files, right sums.

const page = readFileSync('docs/accessibility.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d\.\d\.\d+) [^|]+\| (A|AA) +\| ([a-z ]+?) +\| (.+?) +\|$/gm)].map(([, id, level, verdict]) => ({
  id: id!,
  level: level!,
  verdict: verdict!,
}))

test('each of the 55 criteria of levels A and AA has one verdict', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(['A', 'AA'].map((level) => rows.filter((row) => row.level === level).length)).toEqual([31, 24])
})

test('the sums at the top match the tables', () => {
  const [supported, partial, failed, inapplicable] = ['supports', 'partially supports', 'does not support', 'not applicable'].map(
    (verdict) => rows.filter((row) => row.verdict === verdict).length,
  )
  expect(page).toContain(`**supports ${supported}, supports ${partial} partially, fails ${failed}, and ${inapplicable} do not apply.**`)
})

test('every file that it names exists', () => {
  const named = [...page.matchAll(/`((?:src|e2e|test)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(30)
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
})
