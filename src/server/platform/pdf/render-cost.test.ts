import { expect, test } from 'vitest'
import { estimateRenderMs, maxRenderMs, maxShortRenderMs } from './render-cost.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'

const line = (description: string) => ({ description, quantity: '1', unitPrice: '$1.00', total: '$1.00' })
/** An invoice of 1,000 lines, each with this description. */
const thousand = (description: string) => sampleDocument({ lines: Array<ReturnType<typeof line>>(1_000).fill(line(description)) })
/** As many characters of it as 300 bytes in UTF-8 hold. */
const bytes300 = (script: string) => {
  const text = script.repeat(300)
  return new TextDecoder().decode(Buffer.from(text).subarray(0, 300), { stream: true })
}

test.each([
  ['English', bytes300('Design review and workshop ')],
  ['words of one character', bytes300('a ')],
  ['Russian', bytes300('Проверка дизайна ')],
  ['Arabic', bytes300('مراجعة التصميم ')],
  ['Hindi', bytes300('डिजाइन समीक्षा ')],
  ['Thai', bytes300('การทบทวนการออกแบบ')],
  ['Japanese', bytes300('設計審査と作業')],
  ['Korean', bytes300('디자인 검토 ')],
  ['emoji', bytes300('👩‍👩‍👧‍👦🎉')],
  ['combining marks', bytes300('a\u0301\u0302\u0303')],
  ['40 line breaks in each line', `x${'\nx'.repeat(40)}`],
])('the longest invoice that may be saved can be drawn: %s', (_, description) => {
  expect(estimateRenderMs(thousand(description))).toBeLessThan(maxRenderMs)
})

test.each([
  ['1,000 line breaks in each line', 'x\n'.repeat(1_000)],
  ['other kinds of line breaks', 'x\u2028\v\f\u0085'.repeat(250)],
  ['tabs', '\tx'.repeat(1_000)],
  ['10,000 characters in each line', 'Design review '.repeat(700)],
  ['300 characters that are in no font', '\u{12000}ꙮ'.repeat(100)],
])('what only old rows hold is too long: %s', (_, description) => {
  expect(estimateRenderMs(thousand(description))).toBeGreaterThan(maxRenderMs)
})

test('wherever the text is, it counts', () => {
  const long = 'x\n'.repeat(400_000)
  const party = { name: 'Acme', lines: Array<string>(30_000).fill('x') }
  for (const changes of [{ notes: long }, { terms: long }, { number: long }, { business: party }, { customer: party }])
    expect(estimateRenderMs(sampleDocument(changes))).toBeGreaterThan(maxRenderMs)
})

test('a page or ten are short, a hundred are not', () => {
  for (const count of [1, 3, 30, 300])
    expect(estimateRenderMs(sampleDocument({ lines: sampleLines(count) }))).toBeLessThan(maxShortRenderMs)
  expect(estimateRenderMs(sampleDocument({ lines: sampleLines(1_000) }))).toBeGreaterThan(maxShortRenderMs)
})
