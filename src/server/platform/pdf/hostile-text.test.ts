import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DocumentDesign, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'
import { readLinksAndTags, readPageTexts, squash } from './testing/pdf-text.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warnings.mockClear())

/** A paper that has the text in each of its places. */
const everywhere = (text: string) =>
  sampleDocument({
    business: { name: text, lines: [text] },
    customer: { name: text, lines: [text] },
    lines: [{ description: text, quantity: '1', unitPrice: '$1.00', total: '$1.00' }, ...sampleLines(1)],
    notes: text,
    terms: text,
  })
const extracted = async (text: string) => (await readPageTexts(await renderer.render(everywhere(text)))).join('')
const isWord = (text: string) => /^[\p{L}\p{N}]{2,}$/u.test(text)
const times = (text: string, part: string) => text.split(squash(part)).length - 1

/** Markup of every engine, and characters that mean something to one. */
const markup = [
  '#let x = 1 #eval("2") #image("/etc/passwd") #panic()',
  '$x^2$ and $ sum_(i=1) $',
  '<b>bold</b><script>alert(1)</script>&amp;&#x41;',
  '\\input{/etc/passwd} \\textbf{x} \\u{41} \\n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how such engines write it
  '{{ 7*7 }} ${7*7} <%= 7*7 %> {% raw %}',
  '*bold* _x_ @ref `code` ```raw``` <label> ~ -- --- ...',
  '// comment /* and */ another = heading - list + enum / term: x',
  '"quotes" \'single\' "]) #{ } [ ] ( ) \\" \\\\',
  '-> => 3x4 (c) != <= fi ffl',
]

describe('markup of every engine is printed letter for letter', () => {
  test.each(markup)('%s', async (text) => {
    const found = await extracted(text)
    expect(times(found, text)).toBeGreaterThanOrEqual(7)
    expect(warnings).not.toHaveBeenCalled()
  })
})

// Words are compared one by one: the reader used here puts those of a right-to-left line in the order in which they stand.
// It also ignores the file's own record of the text, so the words of Thai and Devanagari are such as need no rearranged vowels.
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
const words = (text: string) => text.split(/[\s،、]+/)

describe('scripts', () => {
  test.each(Object.entries(scripts))('%s is set in its own font, in the strict standard', async (_, text) => {
    const bytes = await renderer.render(everywhere(text))
    const found = (await readPageTexts(bytes)).join('')
    expect(words(text).filter((word) => times(found, word) < 7)).toEqual([])
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
    expect(warnings).not.toHaveBeenCalled()
  })

  test('a character that no font has gives a plain PDF, a line in the log, and all of the text', async () => {
    const bytes = await renderer.render(everywhere('Before \u{12000}ꙮ after'))
    const found = (await readPageTexts(bytes)).join('')
    expect(times(found, 'Before')).toBeGreaterThanOrEqual(7)
    expect(times(found, 'after')).toBeGreaterThanOrEqual(7)
    expect(times(found, 'Position 1: review and handover')).toBe(1)
    expect(found).toContain('Page1of')
    expect((await readLinksAndTags(bytes)).conformance).not.toBe('1')
    expect(warnings).toHaveBeenCalledTimes(1)
    // The log holds nothing of what people write: the line of a server names its request instead.
    const [line] = warnings.mock.calls[0]!
    expect(line).toMatch(/^A document \(pdf\) was drawn without the PDF\/UA standard, because .*U\+12000.*U\+A66E/)
    expect(line).not.toMatch(/INV-2026-0042|[\u{12000}ꙮ]/u)
  })
})

/** In each theme all of them at once, in the places that are bold and in those that aren't, on a page from the left and on one from the right. */
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
    // From the right, the reader turns brackets around and moves signs.
    const asked = language === 'en' ? [...markup, ...Object.values(scripts).flatMap(words)] : all.flatMap(words).filter(isWord)
    expect(asked.filter((each) => times(found, each) < 4)).toEqual([])
    expect((await readLinksAndTags(bytes)).conformance).toBe('1')
    expect(warnings).not.toHaveBeenCalled()
  })
})

describe('damaged and endless text', () => {
  test.each([
    ['a lone surrogate', 'left\ud800right', 'left?right'],
    ['NUL and other controls', 'left\0\u0007\u009fright', 'leftright'],
    ['a direction override', 'left\u202eright\u2066x\u2069', 'leftrightx'],
    ['a byte order mark', '\ufeffleft\ufeffright', 'leftright'],
    ['line separators', 'left\u2028right\u2029end\r\nnext', 'leftrightendnext'],
  ])('%s', async (_, text, expected) => {
    expect(times(await extracted(text), expected)).toBeGreaterThanOrEqual(7)
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

  const endless = '\u042f'.repeat(8_000)
  test.each<[string, Partial<PdfDocument>]>([
    ['business', { business: { name: endless, lines: [endless] } }],
    ['customer', { customer: { name: endless, lines: [endless] } }],
    ['number', { number: endless }],
    ['date', { dates: [{ label: endless, value: endless }] }],
    ['figure', { lines: [{ description: 'x', quantity: endless, unitPrice: endless, total: endless }] }],
    ['total', { totals: [{ label: endless, value: endless, strong: true }] }],
    ['link', { link: { words: 'Pay online', url: `https://billfold.example/${endless}` } }],
  ])('an endless %s loses nothing and stops nothing', async (place, changes) => {
    const found = (await readPageTexts(await renderer.render(sampleDocument(changes)))).join('')
    const given = JSON.stringify(changes).split('\u042f').length - 1
    expect(found.split('\u042f').length - 1).toBeGreaterThanOrEqual(place === 'link' ? 0 : given)
    expect(found).toContain('Payment within 30 days.'.replaceAll(' ', ''))
  })

  test('syllables without end are drawn: unbroken, they end the process', async () => {
    const found = await extracted(`${'क्'.repeat(2_000)} end`)
    expect(times(found, 'end')).toBeGreaterThanOrEqual(7)
  })

  test('zalgo is drawn', async () => {
    const found = await extracted('z\u0338\u0322a\u0337l\u0336g\u0335o end')
    expect(times(found, 'end')).toBeGreaterThanOrEqual(7)
  })
})
