import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildBrandColors, buildPalette, findLogoColors } from './palette.ts'

const luminance = (color: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('text is readable on and in every color', () => {
  fc.assert(
    fc.property(color, color, (primaryColor, accentColor) => {
      const palette = buildPalette(primaryColor, accentColor)
      const { primary, onPrimary, primaryInk, accent, onAccent, accentInk } = palette
      expect(contrast(primary, onPrimary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primaryInk, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accentInk, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primary, palette.accentOnPrimary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(primary, palette.quietOnPrimary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent, palette.quietOnAccent)).toBeGreaterThanOrEqual(4.5)
      // The darkest gray of muted text in the templates.
      for (const tint of [palette.primaryTint, palette.accentTint]) expect(contrast(tint, '#5f5f5f')).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2_000 },
  )
})

test('a readable color is unchanged', () => {
  expect(buildPalette('#1e3a5f', '#f97316')).toMatchObject({
    primary: '#1e3a5f',
    onPrimary: '#ffffff',
    accent: '#f97316',
    onAccent: '#000000',
  })
})

test('an invalid color gives the default', () => {
  expect(buildPalette('red', '#fff')).toEqual(buildPalette('#333333', '#0079F2'))
})

const surfaces = { light: '#ffffff', dark: '#151a1d' } as const

test('every brand has readable buttons whose outline stands out, on light and dark pages', () => {
  const gray = fc.integer({ min: 0, max: 255 }).map((value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
  fc.assert(
    fc.property(fc.oneof(color, gray), color, (primaryColor, accentColor) => {
      const brand = buildBrandColors(primaryColor, accentColor)
      for (const scheme of ['light', 'dark'] as const) {
        const { fill, on, hover, edge } = brand[scheme]
        expect(contrast(fill, on)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(hover, on)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(edge, surfaces[scheme])).toBeGreaterThanOrEqual(3)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a brand is the same on pages as in PDFs; only what would vanish changes', () => {
  expect(buildBrandColors('#1e3a5f', '#e8a33d').light).toMatchObject({ fill: '#1e3a5f', on: '#ffffff', edge: '#1e3a5f', stripe: '#e8a33d' })
  // Yellow stays yellow with black text, and gets an outline.
  expect(buildBrandColors('#ffe600', '#ffe600').light).toMatchObject({ fill: '#ffe600', on: '#000000', stripe: '#ffe600' })
  // White on white and black on black take the text color of the page.
  expect(buildBrandColors('#ffffff', '#fafafa').light).toMatchObject({ fill: '#14191d', on: '#ffffff', stripe: '#14191d' })
  expect(buildBrandColors('#000000', '#333333').dark).toMatchObject({ fill: '#e9edef', on: '#000000', stripe: '#e9edef' })
  expect(buildBrandColors('#ffffff', '#fafafa').dark).toMatchObject({ fill: '#ffffff', on: '#000000' })
})

/** '#ffffff 700, #dc262614 300': so many pixels of each color. */
const paint = (picture: string) =>
  picture.split(', ').flatMap((part) => {
    const [color, count] = part.split(' ')
    const pixel = [1, 3, 5, 7].map((at) => Number.parseInt(color!.slice(at, at + 2) || 'ff', 16))
    return Array.from({ length: Number(count) }, () => pixel).flat()
  })

test.each([
  ['two colors on white, the darker one first', '#ffffff 700, #e8a33d 200, #16324f 100', { primary: '#16324f', accent: '#e8a33d' }],
  ['one color between black letters', '#ffffff 600, #000000 300, #e8463d 100', { primary: '#8b2a25', accent: '#e8463d' }],
  ['one dark color', '#16324f 1000', { primary: '#16324f', accent: '#738495' }],
  ['one color with blurred edges', '#1e40af 500, #2248b4 40, #2b50b8 40', { primary: '#1e40af', accent: '#788ccf' }],
  ['a pale background is none of its colors', '#fdf6ea 900, #059669 100', { primary: '#035a3f', accent: '#059669' }],
  ['black on white has no color', '#ffffff 500, #222222 500', null],
  ['what is transparent is not seen', '#dc262614 900, #ffffff 100', null],
  ['specks are not seen', '#ffffff 998, #dc2626 2', null],
])('the colors of a logo: %s', (_what, picture, colors) => {
  expect(findLogoColors(paint(picture))).toEqual(colors)
})
