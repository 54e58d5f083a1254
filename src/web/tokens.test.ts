import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, light, dark]) => [name!, [light!, dark!]]),
)

/** Relative luminance as WCAG 2.2 defines it, of '#rrggbb'. */
const luminance = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (one: string, other: string): number => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

const surfaces = ['canvas', 'surface', 'sunken']
const pairs: readonly (readonly [text: string, on: string, least: number])[] = [
  ...['ink', 'muted', 'accent', 'danger'].flatMap((text) => surfaces.map((on) => [text, on, 4.5] as const)),
  ...['accent', 'danger', 'good', 'note', 'warn'].flatMap((tone) => [
    [tone, `${tone}-soft`, 4.5] as const,
    [tone, 'surface', 4.5] as const,
  ]),
  ...['accent', 'danger'].flatMap((tone) => [[`on-${tone}`, tone, 4.5] as const, [`on-${tone}`, `${tone}-strong`, 4.5] as const]),
  ['control', 'surface', 3],
  ['control', 'canvas', 3],
]

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme text is readable on every surface, and controls are visible', (_, mode) => {
  const weak = pairs.flatMap(([text, on, least]) => {
    const found = contrast(tokens.get(text)![mode]!, tokens.get(on)![mode]!)
    return found < least ? [`${text} on ${on}: ${found.toFixed(2)}, at least ${least}`] : []
  })
  expect(weak).toEqual([])
})
