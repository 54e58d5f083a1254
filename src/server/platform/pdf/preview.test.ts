import { afterAll, describe, expect, test, vi } from 'vitest'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLines, sampleLogo } from './testing/document.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})

const drawn = async (...document: Parameters<typeof sampleDocument>) =>
  Buffer.from(await renderer.preview(sampleDocument(...document))).toString()
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
/** Every address and every element that the picture has. */
const addresses = (svg: string) => [...svg.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)
const elements = (svg: string) => new Set([...svg.matchAll(/<([\w:]+)/g)].map(([, name]) => name))

describe('a preview', () => {
  test.each(Object.keys(documentDesigns) as DocumentDesign[])(
    'of %s is a picture of one page, with text, logo and QR code drawn',
    async (theme) => {
      const svg = await drawn({ theme, logo: sampleLogo })
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*viewBox="0 0 612 792" width="612pt" height="792pt">/)
      expect(svg).toMatch(/<\/svg>\s*$/)
      // A letter is a shape that is used; every one of them is in the picture.
      const shapes = new Set([...svg.matchAll(/<symbol id="([^"]*)"/g)].map(([, id]) => `#${id}`))
      const letters = addresses(svg).filter((address) => !address.startsWith('data:'))
      expect(letters.length).toBeGreaterThan(400)
      expect(letters.filter((letter) => !shapes.has(letter))).toEqual([])
      expect(count(svg, /<image /g)).toBe(2)
      expect(warnings).not.toHaveBeenCalled()
    },
  )

  test.each(Object.keys(documentDesigns) as DocumentDesign[])('of %s shows both of the colors that were chosen', async (theme) => {
    const svg = await drawn({ theme, primaryColor: '#5b2a86', accentColor: '#0b6e4f' })
    expect([svg.includes('#5b2a86'), svg.includes('#0b6e4f')]).toEqual([true, true])
  })

  test('of a long paper is its first page, which says of how many', async () => {
    const [short, long] = [await drawn({ lines: sampleLines(20) }), await drawn({ lines: sampleLines(300) })]
    expect(long).toContain('viewBox="0 0 612 792"')
    const letters = [short, long].map((svg) => count(svg, /<use /g))
    expect(letters[1]! / letters[0]!).toBeLessThan(1.5)
  })

  test('is as large as its sheet', async () => {
    expect(await drawn({ size: 'a4' })).toMatch(/viewBox="0 0 595.27\d* 841.88\d*"/)
  })

  test('differs with what is shown, and comes from memory when nothing else changed', async () => {
    const first = await renderer.preview(sampleDocument())
    expect(await renderer.preview(sampleDocument({ changedAt: new Date() }))).toBe(first)
    expect(Buffer.compare(await renderer.preview(sampleDocument({ accentColor: '#00aa55' })), first)).not.toBe(0)
  })

  test('never is what a PDF is', async () => {
    const document = sampleDocument({ number: 'BOTH' })
    expect(Buffer.from(await renderer.preview(document)).toString('latin1', 0, 4)).toBe('<svg')
    expect(Buffer.from(await renderer.render(document)).toString('latin1', 0, 4)).toBe('%PDF')
  })

  test.each([
    '<script>alert(1)</script><image href="https://evil.example/x.png"/>',
    '"/><a xlink:href="javascript:alert(1)" onclick="alert(1)">',
    ']]>&lt;script&gt;<foreignObject><iframe src="https://evil.example"></iframe></foreignObject>',
    '#image("/etc/passwd") #link("https://evil.example")[x] url(https://evil.example) @import',
  ])('of hostile text has nothing that runs, leads or fetches: %s', async (text) => {
    const svg = await drawn({
      business: { name: text, lines: [text] },
      customer: { name: text, lines: [text] },
      lines: [{ description: text, quantity: text, unitPrice: text, total: text }],
      link: { words: text, url: `https://evil.example/${text}` },
      ...{ notes: text, terms: text, mark: text, number: text, logo: sampleLogo },
    })
    expect([...elements(svg)].filter((name) => !/^(svg|g|path|use|symbol|defs|image|rect|clipPath)$/.test(name!))).toEqual([])
    expect(addresses(svg).filter((address) => !/^(#\w+|data:image\/(png|svg\+xml);base64,[\w+/=]+)$/.test(address))).toEqual([])
    expect(svg).not.toMatch(/evil|script|\son\w+=|url\((?!#)/i)
  })

  test('of characters that no font has is a picture, too', async () => {
    expect(await drawn({ notes: 'Before \u{12000}ꙮ after' })).toContain('<use ')
  })

  test('of a damaged logo is drawn without it', async () => {
    const svg = await drawn({ logo: { ...sampleLogo, bytes: sampleLogo.bytes.subarray(0, 60) }, link: null })
    expect(svg).not.toContain('<image')
  })
})
