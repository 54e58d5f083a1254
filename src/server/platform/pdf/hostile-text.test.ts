import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DocumentDesign, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'
import { readLinksAndTags, readPageTexts, squash } from './testing/pdf-text.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warnings.mockClear())

/** A document with the text in all of its fields. */
const inAllFields = (text: string) =>
  sampleDocument({
    business: { name: text, lines: [text] },
    customer: { name: text, lines: [text] },
    lines: [{ description: text, quantity: '1', unitPrice: '$1.00', total: '$1.00' }, ...sampleLines(1)],
    notes: text,
    terms: text,
  })
const renderText = async (text: string) => (await readPageTexts(await renderer.render(inAllFields(text)))).join('')
const isWord = (text: string) => /^[\p{L}\p{N}]{2,}$/u.test(text)
const count = (text: string, part: string) => text.split(squash(part)).length - 1

/** Markup of several template engines, and special characters. */
const markup = [
  '#let x = 1 #eval("2") #image("/etc/passwd") #panic()',
  '$x^2$ and $ sum_(i=1) $',
  '<b>bold</b><script>alert(1)</script>&amp;&#x41;',
  '\\input{/etc/passwd} \\textbf{x} \\u{41} \\n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the syntax of some engines
  '{{ 7*7 }} ${7*7} <%= 7*7 %> {% raw %}',
  '*bold* _x_ @ref `code` ```raw``` <label> ~ -- --- ...',
  '// comment /* and */ another = heading - list + enum / term: x',
  '"quotes" \'single\' "]) #{ } [ ] ( ) \\" \\\\',
  '-> => 3x4 (c) != <= fi ffl',
]

describe('markup is printed literally', () => {
  test.each(markup)('%s', async (text) => {
    const found = await renderText(text)
    expect(count(found, text)).toBeGreaterThanOrEqual(7)
    expect(warnings).not.toHaveBeenCalled()
  })
})

// Words are compared one by one, because pdf.js returns those of a right-to-left line in visual order. It also ignores ActualText, so the Thai and
// Devanagari words here have no reordered vowels.
const scripts = {
  Arabic: 'شركة النور للتصميم والتطوير، شارع الملك فهد',
  Persian: 'گروه طراحی پارس، خیابان ولیعصر',
  Hebrew: 'ייעוץ עסקי ופיתוח אתרים',
  Chinese: '北风贸易有限公司 网站设计、维护与培训 龙门',
  Japanese: '株式会社みなと設計 ロゴ、配色、書体の選定',
  Korean: '북풍상사 주식회사 웹사이트 디자인',
  Thai: 'ออกแบบภาพ โฆษณา งาน',
  Devanagari: 'नमन कर',
  Greek: 'Μετάφραση ιστότοπου',
  Cyrillic: 'Перевод сайта на русский',
  Vietnamese: 'Thiết kế trang web cho nhà hàng',
  emoji: 'Coffee ☕ and thanks 🙏',
}
const splitWords = (text: string) => text.split(/[\s،、]+/)

describe('scripts', () => {
  test.each(Object.entries(scripts))('%s has a font and meets PDF/UA', async (_, text) => {
    const bytes = await renderer.render(inAllFields(text))
    const found = (await readPageTexts(bytes)).join('')
    expect(splitWords(text).filter((word) => count(found, word) < 7)).toEqual([])
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
    expect(warnings).not.toHaveBeenCalled()
  })

  test('a character that is in no font gives a PDF without the standard, a log line and the complete text', async () => {
    const bytes = await renderer.render(inAllFields('Before \u{12000}ꙮ after'))
    const found = (await readPageTexts(bytes)).join('')
    expect(count(found, 'Before')).toBeGreaterThanOrEqual(7)
    expect(count(found, 'after')).toBeGreaterThanOrEqual(7)
    expect(count(found, 'Position 1: review and handover')).toBe(1)
    expect(found).toContain('Page1of')
    expect((await readLinksAndTags(bytes)).conformance).not.toBe('1')
    expect(warnings).toHaveBeenCalledTimes(1)
    // The log contains no user texts.
    const [line] = warnings.mock.calls[0]!
    expect(line).toMatch(/^A document \(pdf\) was rendered without the PDF\/UA standard, because .*U\+12000.*U\+A66E/)
    expect(line).not.toMatch(/INV-2026-0042|[\u{12000}ꙮ]/u)
  })
})

/** All of them in each design, in bold and regular fields, on left-to-right and right-to-left pages. */
describe.each(Object.keys(documentDesigns) as DocumentDesign[])('%s', (theme) => {
  test.each(['en', 'ar'] as const)('prints markup and all scripts (page in %s)', async (language) => {
    const all = [...markup, ...Object.values(scripts)]
    const figures = { quantity: '1', unitPrice: '$1.00', total: '$1.00' }
    const bytes = await renderer.render(
      sampleDocument({
        ...{ theme, language, notes: all.join('\n'), terms: '' },
        business: { name: scripts.Korean, lines: [scripts.Chinese] },
        customer: { name: all.join(' '), lines: all },
        lines: all.map((description) => ({ description, ...figures })),
      }),
    )
    const found = (await readPageTexts(bytes)).join('')
    // In right-to-left lines, pdf.js mirrors brackets and moves punctuation.
    const expected = language === 'en' ? [...markup, ...Object.values(scripts).flatMap(splitWords)] : all.flatMap(splitWords).filter(isWord)
    expect(expected.filter((each) => count(found, each) < 4)).toEqual([])
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
    expect(warnings).not.toHaveBeenCalled()
  })
})

describe('malformed and very long texts', () => {
  test.each([
    ['a lone surrogate', 'left\ud800right', 'left?right'],
    ['NUL and other controls', 'left\0\u0007\u009fright', 'leftright'],
    ['a direction override', 'left\u202eright\u2066x\u2069', 'leftrightx'],
    ['a byte order mark', '\ufeffleft\ufeffright', 'leftright'],
    ['line separators', 'left\u2028right\u2029end\r\nnext', 'leftrightendnext'],
  ])('%s', async (_, text, expected) => {
    expect(count(await renderText(text), expected)).toBeGreaterThanOrEqual(7)
    expect(warnings).not.toHaveBeenCalled()
  })

  test('5,000 characters without a space wrap inside their column', async () => {
    const lines = [{ description: 'q'.repeat(5_000), quantity: '77', unitPrice: '$88.00', total: '$99.00' }]
    const bytes = await renderer.render(sampleDocument({ lines }))
    const pages = await readPageTexts(bytes)
    expect(pages.join('').split('q').length - 1).toBe(5_000)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.join('')).toContain('77$88.00$99.00')
  })

  const veryLong = '\u042f'.repeat(8_000)
  test.each<[string, Partial<PdfDocument>]>([
    ['business', { business: { name: veryLong, lines: [veryLong] } }],
    ['customer', { customer: { name: veryLong, lines: [veryLong] } }],
    ['number', { number: veryLong }],
    ['date', { dates: [{ label: veryLong, value: veryLong }] }],
    ['figure', { lines: [{ description: 'x', quantity: veryLong, unitPrice: veryLong, total: veryLong }] }],
    ['total', { totals: [{ label: veryLong, value: veryLong, strong: true }] }],
    ['link', { link: { words: 'Pay online', url: `https://billfold.example/${veryLong}` } }],
  ])('a very long %s is complete', async (place, changes) => {
    const found = (await readPageTexts(await renderer.render(sampleDocument(changes)))).join('')
    const given = JSON.stringify(changes).split('\u042f').length - 1
    expect(found.split('\u042f').length - 1).toBeGreaterThanOrEqual(place === 'link' ? 0 : given)
    expect(found).toContain('Payment within 30 days.'.replaceAll(' ', ''))
  })

  test('very long syllables are rendered; without breaks they would crash the engine', async () => {
    const found = await renderText(`${'क्'.repeat(2_000)} end`)
    expect(count(found, 'end')).toBeGreaterThanOrEqual(7)
  })

  test('stacked combining marks are rendered', async () => {
    const found = await renderText('z\u0338\u0322a\u0337l\u0336g\u0335o end')
    expect(count(found, 'end')).toBeGreaterThanOrEqual(7)
  })
})
