import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { isDrawable } from './logo.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLogo } from './testing/document.fixture.ts'
import { readLinksAndTags, readPageTexts } from './testing/pdf-text.fixture.ts'
import { documentHash } from './testing/request.fixture.ts'

const renderer = createPdfRenderer({ processes: 1 })
afterAll(() => renderer.close())
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => warnings.mockClear())

const square = (width: number) => sharp({ create: { width, height: width, channels: 3, background: '#16324f' } })
const noise = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
/** Each is a paper of its own: what comes from memory isn't said in the log again. */
let count = 0
const figures = async (logo: PdfDocument['logo']) => {
  count += 1
  const bytes = await renderer.render(sampleDocument({ logo, link: null, number: `${count}` }))
  expect((await readPageTexts(bytes)).join('')).toContain('Total$6,029.53')
  const { roles, conformance } = await readLinksAndTags(bytes)
  return { pictures: roles.filter((role) => role === 'Figure').length, conformance }
}

describe('a logo', () => {
  test.each(['png', 'jpeg'] as const)('is drawn: %s', async (format) => {
    const bytes = await square(300).toFormat(format).toBuffer()
    expect(await figures({ bytes, type: `image/${format}` })).toEqual({ pictures: 1, conformance: '1' })
    expect(warnings).not.toHaveBeenCalled()
  })

  test('counts as what it is, not as what it is called', async () => {
    const bytes = await square(40).jpeg().toBuffer()
    expect(await figures({ bytes, type: 'image/png' })).toMatchObject({ pictures: 1 })
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['rubbish', async () => Buffer.from('not a picture at all')],
    ['nothing', async () => new Uint8Array()],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['a PNG cut off', async () => (await noise(200).png().toBuffer()).subarray(0, 5_000)],
    ['a PNG with only a head', async () => (await square(200).png().toBuffer()).subarray(0, 40)],
    ['a JPEG with only a head', async () => (await noise(200).jpeg().toBuffer()).subarray(0, 200)],
  ])('that is %s is left out, with a line in the log', async (_, make) => {
    expect(await figures({ bytes: await make(), type: 'image/png' })).toEqual({ pictures: 0, conformance: '1' })
    expect(warnings).toHaveBeenCalledTimes(1)
    expect(warnings.mock.calls[0]?.[0]).toMatch(/^A document \(pdf\) was drawn without a part, because its logo/)
  })

  test('of more pixels than can be unpacked in time never reaches the engine', async () => {
    const bytes = Buffer.from(await square(10).png().toBuffer())
    bytes.writeUInt32BE(20_000, 16)
    bytes.writeUInt32BE(20_000, 20)
    expect(isDrawable(bytes)).toBe(false)
    expect(await figures({ bytes, type: 'image/png' })).toEqual({ pictures: 0, conformance: '1' })
    expect(warnings).toHaveBeenCalledTimes(1)
  })

  test('changes the key of the bytes', () => {
    expect(documentHash(sampleDocument({ logo: sampleLogo }))).not.toBe(documentHash(sampleDocument()))
    expect(documentHash(sampleDocument({ logo: sampleLogo }))).toBe(
      documentHash(sampleDocument({ logo: { ...sampleLogo, bytes: Uint8Array.from(sampleLogo.bytes) } })),
    )
  })

  test('of each paper is its own, where several are in one file', async () => {
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
