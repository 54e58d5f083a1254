import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLogo } from './testing/document.fixture.ts'
import { readLinksAndTags } from './testing/pdf-text.fixture.ts'
import { documentHash } from './testing/request.fixture.ts'

// A store in memory, whose failures can be chosen; what object stores themselves do is tested beside them.
const kept = new Map<string, Uint8Array>()
let asked: string[] = []
let fails: Error | null = null
const picture = async (key: string) => {
  asked.push(key)
  if (fails) throw fails
  return kept.get(key) ?? null
}

const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
let renderer: ReturnType<typeof createPdfRenderer>
beforeEach(() => {
  kept.clear()
  kept.set('logos/7/a', sampleLogo.bytes)
  asked = []
  fails = null
  warnings.mockClear()
  renderer = createPdfRenderer({ processes: 1, picture })
})
afterEach(() => renderer.close())

const withLogo = (key: string, number = 'A') => sampleDocument({ logo: { key }, number, link: null })
const figures = async (key: string, number?: string) => {
  const { roles, conformance } = await readLinksAndTags(await renderer.render(withLogo(key, number)))
  expect(conformance).toBe('1')
  return roles.filter((role) => role === 'Figure').length
}

describe('a logo that the paper names by its key', () => {
  test('is drawn, and asked for once for all papers and previews', async () => {
    expect([await figures('logos/7/a', 'A'), await figures('logos/7/a', 'B')]).toEqual([1, 1])
    const preview = Buffer.from(await renderer.preview(withLogo('logos/7/a', 'C'))).toString()
    expect(preview.match(/<image [^>]*data:image\/png/g)).toHaveLength(1)
    expect(asked).toEqual(['logos/7/a'])
    expect(warnings).not.toHaveBeenCalled()
  })

  test('is drawn as bytes of the same content are, but known by its key alone', async () => {
    const byKey = await renderer.render(withLogo('logos/7/a'))
    const byBytes = await renderer.render({ ...withLogo('logos/7/a'), logo: sampleLogo })
    expect(byKey.byteLength).toBe(byBytes.byteLength)
    const hashes = [withLogo('logos/7/a'), withLogo('logos/7/a'), withLogo('logos/7/b')].map(documentHash)
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false])
  })

  test('that the store does not have is left out, with a line in the log, and asked for again the next time', async () => {
    expect(await figures('logos/7/none')).toBe(0)
    expect(warnings.mock.calls).toEqual([['A document (pdf) was drawn without a part, because its logo is not in the store']])
    kept.set('logos/7/none', sampleLogo.bytes)
    expect(await figures('logos/7/none')).toBe(1)
  })

  test('is left out while the store fails, and back when it works again', async () => {
    fails = new Error('connect ECONNREFUSED')
    expect(await figures('logos/7/a')).toBe(0)
    expect(warnings.mock.calls[0]?.[0]).toContain('its logo could not be fetched (connect ECONNREFUSED)')
    fails = null
    expect(await figures('logos/7/a')).toBe(1)
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    [
      'has more pixels than can be unpacked',
      () =>
        sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#123' } })
          .png()
          .toBuffer(),
    ],
    ['has more bytes than a logo may have', async () => Buffer.concat([sampleLogo.bytes, Buffer.alloc(11 * 1024 * 1024)])],
    ['is an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['is cut off', async () => sampleLogo.bytes.subarray(0, 60)],
  ])('that %s is left out', async (_, make) => {
    kept.set('logos/7/odd', await make())
    expect(await figures('logos/7/odd')).toBe(0)
    expect(warnings).toHaveBeenCalledTimes(1)
  })
})
