import fc from 'fast-check'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { buildPayload } from './document-payload.ts'
import { drawQrCode, encodeQrModules } from './qr-code.ts'
import { sampleDocument } from './testing/document.fixture.ts'

// jsqr is a CommonJS module whose function is its 'default' a second time.
const scan = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default
const [scale, quiet] = [3, 4]

/** What a scanner reads from the modules, with light around them. */
const scanned = (modules: boolean[][]) => {
  const side = (modules.length + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return scan(pixels, side, side)?.data
}

/** The modules that a drawing paints. */
const painted = (svg: string) => {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const modules = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width))
  return modules
}

describe('a QR code', () => {
  test('says the address of the paper', () => {
    const { link } = JSON.parse(buildPayload(sampleDocument()).data)
    expect(scanned(painted(link.qr))).toBe('https://billfold.example/pay/9fK2mQ7xT1bVwZ8sLr3JdA')
  })

  test('is drawn as it was computed, and reads as what was asked for, whatever the address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const modules = encodeQrModules(url)
        if (modules === null) return
        expect(painted(drawQrCode(url)!)).toEqual(modules)
        expect(scanned(modules)).toBe(url)
      }),
      { numRuns: 20 },
    )
  })

  test('is left out where it would be too dense to scan', () => {
    expect(drawQrCode(`https://a.example/${'x'.repeat(300)}`)).toBeNull()
    expect(drawQrCode('')).toBeNull()
  })
})
