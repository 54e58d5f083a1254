import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Texts that the specification fixes letter for letter stand in the sources of the app. Texts that are put together from a noun or a number
// ('No customers found.', 'Free Trial (3/10 invoices)') are checked on their screens by the browser tests.

/** Typographic and escaped apostrophes count as the plain one, line breaks of JSX as spaces. */
const normalize = (text: string) => text.replaceAll("\\'", "'").replaceAll('&apos;', "'").replaceAll('’', "'").replace(/\s+/g, ' ')

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.(test|fixture)\.|\/testing\//.test(file))
const text = normalize(sources.map((file) => readFileSync(file, 'utf8')).join('\n'))
const specified = readFileSync('test/specified-texts.txt', 'utf8').trim().split('\n')

test('there are sources to search, and a text that is not in them is missed', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(text).not.toContain('This text is in no source of the app')
})

test.each(specified)('%s', (fixed) => {
  expect(text).toContain(normalize(fixed))
})
