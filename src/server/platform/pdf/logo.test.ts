import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { isDrawable } from './logo.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLogo } from './testing/document.fixture.ts'
import { readLinksAndTags, readPageTexts } from './testing/pdf-text.fixture.ts'
import { hashDocument } from './testing/request.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warnings.mockClear())

const square = (width: number) => sharp({ create: { width, height: width, channels: 3, background: '#16324f' } })
const noise = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
/** Each document is different, because cached ones are not logged again. */
let count = 0
const renderLogo = async (logo: PdfDocument['logo']) => {
  count += 1
  const bytes = await renderer.render(sampleDocument({ logo, link: null, number: `${count}` }))
  expect((await readPageTexts(bytes)).join('')).toContain('Total$6,029.53')
  const { roles, conformance } = await readLinksAndTags(bytes)
  return { pictures: roles.filter((role) => role === 'Figure').length, conformance }
}

describe('a logo', () => {
  test.each(['png', 'jpeg'] as const)('is rendered: %s', async (format) => {
    const bytes = await square(300).toFormat(format).toBuffer()
    expect(await renderLogo({ bytes, type: `image/${format}` })).toEqual({ pictures: 1, conformance: '1' })
    expect(warnings).not.toHaveBeenCalled()
  })

  test('is detected by content, not by its declared type', async () => {
    const bytes = await square(40).jpeg().toBuffer()
    expect(await renderLogo({ bytes, type: 'image/png' })).toMatchObject({ pictures: 1 })
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['not a picture', async () => Buffer.from('not a picture at all')],
    ['empty', async () => new Uint8Array()],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['a truncated PNG', async () => (await noise(200).png().toBuffer()).subarray(0, 5_000)],
    ['a PNG with only a header', async () => (await square(200).png().toBuffer()).subarray(0, 40)],
    ['a JPEG with only a header', async () => (await noise(200).jpeg().toBuffer()).subarray(0, 200)],
  ])('that is %s is left out with a log line', async (_, create) => {
    expect(await renderLogo({ bytes: await create(), type: 'image/png' })).toEqual({ pictures: 0, conformance: '1' })
    expect(warnings).toHaveBeenCalledTimes(1)
    expect(warnings.mock.calls[0]?.[0]).toMatch(/^A document \(pdf\) was rendered without a part, because its logo/)
  })

  test('with too many pixels never reaches the engine', async () => {
    const bytes = Buffer.from(await square(10).png().toBuffer())
    bytes.writeUInt32BE(20_000, 16)
    bytes.writeUInt32BE(20_000, 20)
    expect(isDrawable(bytes)).toBe(false)
    expect(await renderLogo({ bytes, type: 'image/png' })).toEqual({ pictures: 0, conformance: '1' })
    expect(warnings).toHaveBeenCalledTimes(1)
  })

  test('changes the cache key', () => {
    expect(hashDocument(sampleDocument({ logo: sampleLogo }))).not.toBe(hashDocument(sampleDocument()))
    expect(hashDocument(sampleDocument({ logo: sampleLogo }))).toBe(
      hashDocument(sampleDocument({ logo: { ...sampleLogo, bytes: Uint8Array.from(sampleLogo.bytes) } })),
    )
  })

  test('may differ for each document in a combined file', async () => {
    const green = { bytes: await square(60).negate().png().toBuffer(), type: 'image/png' as const }
    const bytes = await renderer.renderAll([
      sampleDocument({ logo: sampleLogo }),
      sampleDocument({ logo: green, number: 'B' }),
      sampleDocument({ number: 'C' }),
    ])
    expect(await readPageTexts(bytes)).toHaveLength(3)
    expect(warnings).not.toHaveBeenCalled()
  })
})
