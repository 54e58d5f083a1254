import fc from 'fast-check'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { encodeQrModules } from '#server/platform/text/qr-code.ts'
import { buildPayload, drawPrintedQrCode } from './document-payload.ts'
import { sampleDocument } from './testing/document.fixture.ts'

// jsqr is a CommonJS module whose function is its 'default' a second time.
const scan = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default
const [scale, quietZone] = [3, 4]

/** The text that a scanner reads from the modules, with a quiet zone around them. */
const scanModules = (modules: boolean[][]) => {
  const side = (modules.length + 2 * quietZone) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / scale) - quietZone]?.[Math.floor(x / scale) - quietZone])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return scan(pixels, side, side)?.data
}

/** The modules that an SVG paints. */
const readModules = (svg: string) => {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const modules = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width))
  return modules
}

describe('the QR code of a document', () => {
  test('contains the URL of the document', () => {
    const { link } = JSON.parse(buildPayload(sampleDocument()).data)
    expect(scanModules(readModules(link.qr))).toBe('https://billfold.example/pay/9fK2mQ7xT1bVwZ8sLr3JdA')
  })

  test('of a transfer is read as the text for banking apps', () => {
    const code = 'BCD\n002\n1\nSCT\nCOBADEFFXXX\nAda Lovelace Großhandel\nDE89370400440532013000\nEUR1166.20\n\nRF32INV20260004\n'
    const transfer = { title: 'Pay by transfer', rows: [], code, scan: 'Scan' }
    const { qr } = JSON.parse(buildPayload({ ...sampleDocument(), transfer }).data).transfer
    expect(scanModules(readModules(qr))).toBe(code)
  })

  test('is drawn as encoded and scans as the URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const svg = drawPrintedQrCode(url)
        if (svg === null) return
        const modules = encodeQrModules(url)
        expect(readModules(svg)).toEqual(modules)
        expect(scanModules(modules)).toBe(url)
      }),
      { numRuns: 20 },
    )
  })

  test('is left out when it would be too dense to scan', () => {
    expect(drawPrintedQrCode(`https://a.example/${'x'.repeat(300)}`)).toBeNull()
    expect(drawPrintedQrCode('')).toBeNull()
  })
})
