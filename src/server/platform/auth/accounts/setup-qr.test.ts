import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { drawSetupQr } from './setup-qr.ts'
import { generateTotpSecret, getTotpUri } from './totp.ts'

// jsqr is a CommonJS module whose function is its 'default' a second time.
const scan = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default
const [scale, quiet] = [3, 4]

/** What a camera reads from the drawing, with light around it. */
const scanned = (svg: string) => {
  const [, modules] = /viewBox="0 0 (\d+) \1"/.exec(svg)!.map(Number) as [number, number]
  const side = (modules + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const dark = (x: number, y: number) => pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  for (const run of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const [x, y, width] = run.slice(1).map(Number) as [number, number, number]
    for (let across = 0; across < width * scale; across++)
      for (let down = 0; down < scale; down++) dark((x + quiet) * scale + across, (y + quiet) * scale + down)
  }
  return scan(pixels, side, side)?.data
}

test('a camera reads from the drawing what an app needs, however long and odd the address is', () => {
  for (const label of [
    'ada@example.com',
    "o'neil+a&b=c?d%2F:#@example.com",
    `${'ü'.repeat(60)}@example.com`,
    `${'a'.repeat(242)}@example.com`,
  ]) {
    const uri = getTotpUri(generateTotpSecret(), label)
    const svg = drawSetupQr(uri)
    expect(scanned(svg)).toBe(uri)
    expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/Billfold:${label}`)
    // Nothing but a drawing: it is put into the page as it is.
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+" width="\d+" height="\d+"><path d="[Mhvz\d -]+"\/><\/svg>$/,
    )
  }
})
