import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonScan, parseJson } from './json-text.ts'

/** Scans a text in parts of a few bytes. @returns the refusal's status and message, or null */
const scan = (text: string, { maxTokens = 100, partBytes = 3 } = {}) => {
  const check = createJsonScan(maxTokens)
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += partBytes) check(bytes.subarray(at, at + partBytes))
    return null
  } catch (error) {
    return error
  }
}
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
const fields = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1])))

test.each([
  [nested(20), null],
  [nested(21), { status: 400, message: 'The request body is nested deeper than 20 levels' }],
  ['{"name":'.repeat(21), { status: 400 }],
  // Brackets within texts nest nothing, and an escaped quote ends no text.
  [`["${'['.repeat(50)}", "\\"${'{'.repeat(50)}", "\\\\", [1]]`, null],
  [`"\\\\",${nested(21)}`, { status: 400 }],
  [JSON.stringify(Array(100).fill(0)), null],
  [JSON.stringify(Array(200).fill(0)), { status: 413, message: 'The request is too large: this call takes at most 100 values' }],
  ['[0,'.padEnd(400, '0,'), { status: 413 }],
  [JSON.stringify(',:{['.repeat(1000)), null],
  // Not JSON: left to the parser.
  [']]]}}}', null],
  ['x'.repeat(5000), null],
])('%s is refused by its shape or not', (text, refusal) => {
  for (const partBytes of [1, 3, 10_000]) {
    const found = scan(text, { partBytes })
    if (refusal === null) expect(found).toBeNull()
    else expect(found).toMatchObject(refusal)
  }
})

test('an object with more than 200 fields is refused, however many values the call takes', () => {
  expect(scan(fields(200), { maxTokens: 10_000 })).toBeNull()
  expect(scan(fields(201), { maxTokens: 10_000 })).toMatchObject({ status: 413, message: expect.stringContaining('at most 200 fields') })
})

test('the scan counts what the parser finds, and never more', () => {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const inner = Array.isArray(value) ? value : Object.values(value)
    // Its bracket and the comma after it.
    if (inner.length === 0) return 2
    return inner.reduce<number>((sum, one) => sum + count(one), 1) + (Array.isArray(value) ? 0 : inner.length)
  }
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), (text, partBytes) => {
      expect(scan(text, { maxTokens: count(JSON.parse(text)), partBytes })).toBeNull()
    }),
  )
})

const parse = (text: string) => {
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    return error
  }
}
const notJson = 'The request body is not valid JSON'
test.each<[string, unknown]>([
  ['', undefined],
  ['\ufeff{"a":1}', { a: 1 }],
  [
    '{"note":"\\"__proto__\\": and constructor: are texts","list":["__proto__"]}',
    { note: '"__proto__": and constructor: are texts', list: ['__proto__'] },
  ],
  ['{"name": ', { status: 400, message: `${notJson}: it ends too early` }],
  ['{"name": "A",\n oops}', { status: 400, message: `${notJson}: line 2, column 2` }],
  ['name=A', { status: 400, message: notJson }],
  ...['__proto__', '\\u005f_proto__', '__pr\\u006Fto__', 'constructor', '\\u0063onstructor'].map((name): [string, unknown] => [
    `{"a":{"${name}" : {"prototype":{}}}}`,
    { status: 400, message: 'The request body has a field that no call takes: __proto__ or constructor' },
  ]),
])('%j is parsed once, or refused with a sentence', (text, expected) => {
  if (expected && typeof expected === 'object' && 'status' in expected) expect(parse(text)).toMatchObject(expected)
  else expect(parse(text)).toEqual(expected)
})
