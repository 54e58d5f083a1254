import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The documents on security name tests and files: these exist, and the totals are right.

const security = readFileSync('docs/security.md', 'utf8')
const asvs = readFileSync('docs/asvs.md', 'utf8')
const verdicts = [
  ...asvs.matchAll(/^- \*\*(V\d+\.\d+\.\d+)\*\* \(level ([123])\) .+: \*\*(met|partly|not met|not applicable)\*\* · (.+)$/gm),
].map(([, id, level, verdict, why]) => ({ id: id!, level: level!, verdict: verdict!, why: why! }))

/** The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('each requirement of levels 1 and 2 has exactly one verdict', () => {
  expect(asvs.match(/^- /gm)).toHaveLength(verdicts.length)
  expect(new Set(verdicts.map(({ id }) => id)).size).toBe(verdicts.length)
  const upTo2 = verdicts.filter(({ level }) => level !== '3')
  const counted = chapters.map((_, i) => upTo2.filter(({ id }) => id.startsWith(`V${i + 1}.`)).length)
  expect([counted, upTo2.length]).toEqual([chapters, 253])
})

test('the totals at the top match the list', () => {
  const upTo2 = verdicts.filter(({ level }) => level !== '3')
  const count = (verdict: string) => upTo2.filter((each) => each.verdict === verdict).length
  expect(asvs).toContain(
    `**${count('met')} met, ${count('partly')} partly, ${count('not met')} not met, ${count('not applicable')} not applicable.**`,
  )
  const proven = upTo2.filter(({ verdict, why }) => /^(met|partly)$/.test(verdict) && /\.(test|spec)\.ts/.test(why)).length
  expect(asvs).toContain(`Of the ${upTo2.length - count('not applicable')} that apply, ${proven} are held by an automated test`)
})

test('every file that they name exists', () => {
  const named = [...`${asvs}${security}`.matchAll(/`((?:src|e2e|test|docs)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(200)
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
})
