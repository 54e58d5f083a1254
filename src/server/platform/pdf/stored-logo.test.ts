import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPdfRenderer } from './pdf-renderer.ts'
import { sampleDocument, sampleLogo } from './testing/document.fixture.ts'
import { readLinksAndTags } from './testing/pdf-text.fixture.ts'
import { hashDocument } from './testing/request.fixture.ts'

// An in-memory store whose failures can be set. Object stores have tests of their own.
const stored = new Map<string, Uint8Array>()
let requested: string[] = []
let failure: Error | null = null
const picture = async (key: string) => {
  requested.push(key)
  if (failure) throw failure
  return stored.get(key) ?? null
}

const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
let renderer: ReturnType<typeof createPdfRenderer>
beforeEach(() => {
  stored.clear()
  stored.set('logos/7/a', sampleLogo.bytes)
  requested = []
  failure = null
  warnings.mockClear()
  renderer = createPdfRenderer({ processes: 1, picture })
})
afterEach(() => renderer.close())

const withLogo = (key: string, number = 'A') => sampleDocument({ logo: { key }, number, link: null })
const countFigures = async (key: string, number?: string) => {
  const { roles, conformance } = await readLinksAndTags(await renderer.render(withLogo(key, number)))
  expect(conformance).toBe('1')
  return roles.filter((role) => role === 'Figure').length
}

describe('a logo given by its key in the object store', () => {
  test('is rendered and loaded once for all documents and previews', async () => {
    expect([await countFigures('logos/7/a', 'A'), await countFigures('logos/7/a', 'B')]).toEqual([1, 1])
    const preview = Buffer.from(await renderer.preview(withLogo('logos/7/a', 'C'))).toString()
    expect(preview.match(/<image [^>]*data:image\/png/g)).toHaveLength(1)
    expect(requested).toEqual(['logos/7/a'])
    expect(warnings).not.toHaveBeenCalled()
  })

  test('renders as the same bytes would, and is identified by its key', async () => {
    const byKey = await renderer.render(withLogo('logos/7/a'))
    const byBytes = await renderer.render({ ...withLogo('logos/7/a'), logo: sampleLogo })
    expect(byKey.byteLength).toBe(byBytes.byteLength)
    const hashes = [withLogo('logos/7/a'), withLogo('logos/7/a'), withLogo('logos/7/b')].map(hashDocument)
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false])
  })

  test('that is not in the store is left out with a log line, and loaded again next time', async () => {
    expect(await countFigures('logos/7/none')).toBe(0)
    expect(warnings.mock.calls).toEqual([['A document (pdf) was rendered without a part, because its logo is not in the store']])
    stored.set('logos/7/none', sampleLogo.bytes)
    expect(await countFigures('logos/7/none')).toBe(1)
  })

  test('is left out while the store fails', async () => {
    failure = new Error('connect ECONNREFUSED')
    expect(await countFigures('logos/7/a')).toBe(0)
    expect(warnings.mock.calls[0]?.[0]).toContain('its logo could not be fetched (connect ECONNREFUSED)')
    failure = null
    expect(await countFigures('logos/7/a')).toBe(1)
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    [
      'has too many pixels',
      () =>
        sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#123' } })
          .png()
          .toBuffer(),
    ],
    ['is too large', async () => Buffer.concat([sampleLogo.bytes, Buffer.alloc(11 * 1024 * 1024)])],
    ['is an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['is truncated', async () => sampleLogo.bytes.subarray(0, 60)],
  ])('that %s is left out', async (_, create) => {
    stored.set('logos/7/odd', await create())
    expect(await countFigures('logos/7/odd')).toBe(0)
    expect(warnings).toHaveBeenCalledTimes(1)
  })
})
