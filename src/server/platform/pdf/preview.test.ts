import { afterAll, describe, expect, test, vi } from 'vitest'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines, sampleLogo } from './testing/document.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})

const renderSvg = async (...document: Parameters<typeof sampleDocument>) =>
  Buffer.from(await renderer.preview(sampleDocument(...document))).toString()
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
const listUrls = (svg: string) => [...svg.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url!)
const listElements = (svg: string) => new Set([...svg.matchAll(/<([\w:]+)/g)].map(([, name]) => name))

describe('a preview', () => {
  test.each(Object.keys(documentDesigns) as DocumentDesign[])('of %s is one page with text as shapes, logo and QR code', async (theme) => {
    const svg = await renderSvg({ theme, logo: sampleLogo })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*viewBox="0 0 612 792" width="612pt" height="792pt">/)
    expect(svg).toMatch(/<\/svg>\s*$/)
    // Each letter refers to a shape in the same SVG.
    const shapes = new Set([...svg.matchAll(/<symbol id="([^"]*)"/g)].map(([, id]) => `#${id}`))
    const letters = listUrls(svg).filter((url) => !url.startsWith('data:'))
    expect(letters.length).toBeGreaterThan(400)
    expect(letters.filter((letter) => !shapes.has(letter))).toEqual([])
    expect(count(svg, /<image /g)).toBe(2)
    expect(warnings).not.toHaveBeenCalled()
  })

  test.each(Object.keys(documentDesigns) as DocumentDesign[])('of %s uses both chosen colors', async (theme) => {
    const svg = await renderSvg({ theme, primaryColor: '#5b2a86', accentColor: '#0b6e4f' })
    expect([svg.includes('#5b2a86'), svg.includes('#0b6e4f')]).toEqual([true, true])
  })

  test('of a long document is its first page', async () => {
    const [short, long] = [await renderSvg({ lines: sampleLines(20) }), await renderSvg({ lines: sampleLines(300) })]
    expect(long).toContain('viewBox="0 0 612 792"')
    const letters = [short, long].map((svg) => count(svg, /<use /g))
    expect(letters[1]! / letters[0]!).toBeLessThan(1.5)
  })

  test('has the page size', async () => {
    expect(await renderSvg({ size: 'a4' })).toMatch(/viewBox="0 0 595.27\d* 841.88\d*"/)
  })

  test('changes with its content and is cached otherwise', async () => {
    const first = await renderer.preview(sampleDocument())
    expect(await renderer.preview(sampleDocument({ changedAt: new Date() }))).toBe(first)
    expect(Buffer.compare(await renderer.preview(sampleDocument({ accentColor: '#00aa55' })), first)).not.toBe(0)
  })

  test('is not confused with the PDF', async () => {
    const document = sampleDocument({ number: 'BOTH' })
    expect(Buffer.from(await renderer.preview(document)).toString('latin1', 0, 4)).toBe('<svg')
    expect(Buffer.from(await renderer.render(document)).toString('latin1', 0, 4)).toBe('%PDF')
  })

  test.each([
    '<script>alert(1)</script><image href="https://evil.example/x.png"/>',
    '"/><a xlink:href="javascript:alert(1)" onclick="alert(1)">',
    ']]>&lt;script&gt;<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>',
    '#image("/etc/passwd") #link("https://evil.example")[x] url(https://evil.example) @import',
  ])('of hostile text has no scripts, links or external resources: %s', async (text) => {
    const svg = await renderSvg({
      business: { name: text, lines: [text] },
      customer: { name: text, lines: [text] },
      lines: [{ description: text, quantity: text, unitPrice: text, total: text }],
      link: { words: text, url: `https://evil.example/${text}` },
      ...{ notes: text, terms: text, mark: text, number: text, logo: sampleLogo },
    })
    expect([...listElements(svg)].filter((name) => !/^(svg|g|path|use|symbol|defs|image|rect|clipPath)$/.test(name!))).toEqual([])
    expect(listUrls(svg).filter((url) => !/^(#\w+|data:image\/(png|svg\+xml);base64,[\w+/=]+)$/.test(url))).toEqual([])
    expect(svg).not.toMatch(/evil|script|\son\w+=|url\((?!#)/i)
  })

  test('renders characters that are in no font', async () => {
    expect(await renderSvg({ notes: 'Before \u{12000}ꙮ after' })).toContain('<use ')
  })

  test('leaves out a damaged logo', async () => {
    const svg = await renderSvg({ logo: { ...sampleLogo, bytes: sampleLogo.bytes.subarray(0, 60) }, link: null })
    expect(svg).not.toContain('<image')
  })
})
