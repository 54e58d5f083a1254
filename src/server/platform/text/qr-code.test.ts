import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { generateTotpSecret, getTotpUri } from '#server/platform/auth/accounts/two-factor.ts'
import { drawQrCode } from './qr-code.ts'

// jsqr is a CommonJS module whose function is its 'default' a second time.
const scan = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default
const [scale, quietZone] = [3, 4]

/** The text that a scanner reads from the SVG, with a quiet zone around it. */
const scanSvg = (svg: string) => {
  const [, modules] = /viewBox="0 0 (\d+) \1"/.exec(svg)!.map(Number) as [number, number]
  const side = (modules + 2 * quietZone) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const dark = (x: number, y: number) => pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  for (const run of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const [x, y, width] = run.slice(1).map(Number) as [number, number, number]
    for (let across = 0; across < width * scale; across++)
      for (let down = 0; down < scale; down++) dark((x + quietZone) * scale + across, (y + quietZone) * scale + down)
  }
  return scan(pixels, side, side)?.data
}

test('the QR code of an authenticator app scans as its URI, for long and unusual email addresses too', () => {
  for (const label of [
    'ada@example.com',
    "o'neil+a&b=c?d%2F:#@example.com",
    `${'ü'.repeat(60)}@example.com`,
    `${'a'.repeat(242)}@example.com`,
  ]) {
    const uri = getTotpUri(generateTotpSecret(), label)
    const svg = drawQrCode(uri)
    expect(scanSvg(svg)).toBe(uri)
    expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/Billfold:${label}`)
    // The SVG is inserted into the page unescaped, so it must contain nothing else.
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+" width="\d+" height="\d+"><path d="[Mhvz\d -]+"\/><\/svg>$/,
    )
  }
})
