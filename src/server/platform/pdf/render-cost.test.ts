import { expect, test } from 'vitest'
import { estimateRenderMs, maxRenderMs, maxShortRenderMs } from './render-cost.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'

const line = (description: string) => ({ description, quantity: '1', unitPrice: '$1.00', total: '$1.00' })
/** An invoice of 1,000 lines with this description. */
const createLongInvoice = (description: string) => sampleDocument({ lines: Array<ReturnType<typeof line>>(1_000).fill(line(description)) })
/** Repeats a text up to 300 bytes in UTF-8. */
const repeatTo300Bytes = (script: string) => {
  const text = script.repeat(300)
  return new TextDecoder().decode(Buffer.from(text).subarray(0, 300), { stream: true })
}

test.each([
  ['English', repeatTo300Bytes('Design review and workshop ')],
  ['words of one character', repeatTo300Bytes('a ')],
  ['Russian', repeatTo300Bytes('Проверка дизайна ')],
  ['Arabic', repeatTo300Bytes('مراجعة التصميم ')],
  ['Hindi', repeatTo300Bytes('डिजाइन समीक्षा ')],
  ['Thai', repeatTo300Bytes('การทบทวนการออกแบบ')],
  ['Japanese', repeatTo300Bytes('設計審査と作業')],
  ['Korean', repeatTo300Bytes('디자인 검토 ')],
  ['emoji', repeatTo300Bytes('👩‍👩‍👧‍👦🎉')],
  ['combining marks', repeatTo300Bytes('a\u0301\u0302\u0303')],
  ['40 line breaks in each line', `x${'\nx'.repeat(40)}`],
])('the longest invoice that can be saved is below the limit: %s', (_, description) => {
  expect(estimateRenderMs(createLongInvoice(description))).toBeLessThan(maxRenderMs)
})

test.each([
  ['1,000 line breaks in each line', 'x\n'.repeat(1_000)],
  ['other kinds of line breaks', 'x\u2028\v\f\u0085'.repeat(250)],
  ['tabs', '\tx'.repeat(1_000)],
  ['10,000 characters in each line', 'Design review '.repeat(700)],
  ['300 characters that are in no font', '\u{12000}ꙮ'.repeat(100)],
])("texts beyond the contract's limits are above it: %s", (_, description) => {
  expect(estimateRenderMs(createLongInvoice(description))).toBeGreaterThan(maxRenderMs)
})

test('texts in all fields count', () => {
  const longText = 'x\n'.repeat(400_000)
  const party = { name: 'Acme', lines: Array<string>(30_000).fill('x') }
  for (const changes of [{ notes: longText }, { terms: longText }, { number: longText }, { business: party }, { customer: party }])
    expect(estimateRenderMs(sampleDocument(changes))).toBeGreaterThan(maxRenderMs)
})

test('up to ten pages are short, a hundred are not', () => {
  for (const count of [1, 3, 30, 300])
    expect(estimateRenderMs(sampleDocument({ lines: sampleLines(count) }))).toBeLessThan(maxShortRenderMs)
  expect(estimateRenderMs(sampleDocument({ lines: sampleLines(1_000) }))).toBeGreaterThan(maxShortRenderMs)
})
