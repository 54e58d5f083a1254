import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { estimateEdit, estimateInput } from './contract/estimates.ts'
import { optionalText, requiredText } from './contract/fields.ts'
import { invoiceEdit, invoiceInput } from './contract/invoices.ts'
import { documentMaxBytes, maxLines, maxTextBytes, type TextLimit, textLimits } from './text-limits.ts'

const messages = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
const size = (limit: TextLimit) => (typeof limit === 'number' ? { characters: limit, lineBreaks: 0 } : limit)

/** Letters of one, two, three and four bytes in UTF-8. */
const letter = fc.constantFrom('a', '"', '\\', 'é', 'Ж', '漢', '€', '😀')
/** Text of exactly so many characters that starts and ends with letters. */
const textOf = (characters: number) =>
  fc
    .array(letter, { minLength: 1, maxLength: 20 })
    .map((letters) => Array.from({ length: characters }, (_, i) => letters[i % letters.length]).join(''))
const lineBreak = fc.constantFrom('\n', '\r\n', '\r')

test.each(Object.entries(textLimits))(
  '%s: text of the maximum length is accepted, one more character is refused with the limit',
  (_name, limit) => {
    const { characters, lineBreaks } = size(limit)
    fc.assert(
      fc.property(textOf(characters), fc.boolean(), (text, isRequired) => {
        const schema = isRequired ? requiredText('Text', limit) : optionalText('Text', limit)
        expect(messages(schema, text)).toEqual([])
        expect(messages(schema, `${text}x`)).toEqual([`Text can have at most ${characters.toLocaleString('en-US')} characters`])
      }),
      { numRuns: 20 },
    )
    if (lineBreaks === 0) return
    fc.assert(
      fc.property(fc.array(lineBreak, { minLength: lineBreaks, maxLength: lineBreaks }), (breaks) => {
        // Separated by letters, so that two of them don't form one line break.
        const text = `a${breaks.map((one) => `${one}b`).join('')}`
        expect(messages(requiredText('Text', limit), text)).toEqual([])
        expect(messages(requiredText('Text', limit), `${text}\nc`)).toEqual([`Text can have at most ${lineBreaks} line breaks`])
      }),
      { numRuns: 20 },
    )
  },
)

test('control characters are refused everywhere; tabs and line breaks only in single-line fields', () => {
  const line = requiredText('Name', 50)
  const lines = requiredText('Notes', { characters: 50, lineBreaks: 3 })
  for (let code = 0; code < 0x20; code++) {
    const text = `a${String.fromCharCode(code)}b`
    expect([code, messages(line, text).length]).toEqual([code, 1])
    expect([code, messages(lines, text).length]).toEqual([code, ['\t', '\n', '\r'].includes(text[1]!) ? 0 : 1])
  }
  expect(messages(line, 'a\nb')).toEqual(['Name must be one line, without tabs or control characters'])
  expect(messages(lines, 'a\u0007b')).toEqual(['Notes has a control character in it: paste it as plain text'])
  // Trimmed, as pasted text often has a line break at its end.
  expect(line.parse('Ada\r\n')).toBe('Ada')
})

const common = { customerId: 1, issueDate: '2026-01-31', status: 'draft' }
const documents = {
  'a new invoice': { schema: invoiceInput, more: { ...common, invoiceNumber: 'I-1', dueDate: '2026-03-02' } },
  'a saved invoice': { schema: invoiceEdit, more: { ...common, invoiceNumber: 'I-1', dueDate: '2026-03-02' } },
  'a new estimate': { schema: estimateInput, more: { ...common, estimateNumber: 'E-1', expiryDate: '2026-03-02' } },
  'a saved estimate': { schema: estimateEdit, more: { ...common, estimateNumber: 'E-1', expiryDate: '2026-03-02' } },
}
const issues = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

/** Counts in a different way than the code under test. */
const utf8 = (text: string) => encodeURIComponent(text).replace(/%../g, 'x').length
const line = (description: string) => ({ description, quantity: 1, unitPrice: 1 })

/** Lines with random texts, and notes that fill the document up to exactly so many bytes. */
const textsOf = (bytes: number) =>
  fc.array(textOf(1990), { minLength: 40, maxLength: 46 }).map((descriptions) => {
    const texts: string[] = []
    let left = bytes
    for (const text of descriptions) {
      const weight = utf8(text)
      if (weight > left - 2000) break
      texts.push(text)
      left -= weight
    }
    while (left > 1900) {
      texts.push('x'.repeat(1900))
      left -= 1900
    }
    return { lineItems: texts.map(line), notes: 'n'.repeat(Math.max(0, left - 100)), terms: 't'.repeat(Math.min(left, 100)) }
  })

test.each(Object.entries(documents))(
  '%s: 300 kB of text together are taken, a byte more is refused at the lines',
  (_name, { schema, more }) => {
    fc.assert(
      fc.property(textsOf(maxTextBytes), (texts) => {
        expect(issues(schema, { ...more, ...texts })).toEqual([])
        expect(issues(schema, { ...more, ...texts, terms: `${texts.terms}t` })).toEqual([
          [
            'lineItems',
            'Descriptions, notes and terms can have at most 300 kB of text together. They have 300.1 kB: shorten them by 0.1 kB',
          ],
        ])
      }),
      { numRuns: 15 },
    )
  },
)

test('the message contains the excess', () => {
  const lineItems = Array.from({ length: 160 }, () => line('x'.repeat(2000)))
  expect(issues(invoiceInput, { ...documents['a new invoice'].more, lineItems })).toEqual([
    ['lineItems', 'Descriptions, notes and terms can have at most 300 kB of text together. They have 320.0 kB: shorten them by 20.0 kB'],
  ])
})

test('the largest document fits into its request, however its JSON is written', () => {
  const escaped = (text: string) => [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const each = Math.floor(maxTextBytes / maxLines)
  const one = `{\n      "itemId": 2147483647,\n      "description": "${escaped('x'.repeat(each))}",\n      "quantity": "99999999.99",\n      "unitPrice": "99999999.99",\n      "total": "99999999.99"\n    },\n`
  const rest = JSON.stringify({ ...documents['a saved invoice'].more, notes: '', terms: '', version: 1, subtotal: '99999999.99' })
  expect(one.length * maxLines + rest.length).toBeLessThan(documentMaxBytes)
  expect(
    invoiceInput.safeParse({ ...documents['a new invoice'].more, lineItems: Array(maxLines).fill(line('x'.repeat(each))) }).success,
  ).toBe(true)
})
