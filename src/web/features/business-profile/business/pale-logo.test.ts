import { expect, test } from 'vitest'
import { isPale } from './logo-field.tsx'

const of = (...points: [rgba: number[], times: number][]) =>
  points.flatMap(([rgba, times]) => Array.from({ length: times }, () => rgba).flat())
const [white, black, nothing] = [
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [0, 0, 0, 0],
]

test('an image is pale when hardly any of it is visible on white', () => {
  expect(isPale(of([white, 1000])), 'white').toBe(true)
  expect(isPale(of([white, 300], [nothing, 700])), 'white on nothing').toBe(true)
  expect(isPale(of([nothing, 1000])), 'nothing at all').toBe(true)
  expect(isPale(of([[255, 255, 0, 255], 1000])), 'yellow').toBe(true)
  expect(isPale(of([[0, 0, 0, 20], 1000])), 'a breath of black').toBe(true)
  expect(isPale(of([white, 998], [black, 2])), 'a speck').toBe(true)
})

test('an image with visible lines is not pale, even if they are thin', () => {
  expect(isPale(of([white, 980], [black, 20]))).toBe(false)
  expect(isPale(of([nothing, 900], [[200, 200, 200, 255], 100])), 'light gray').toBe(false)
  expect(isPale(of([[232, 163, 61, 255], 1000])), 'orange').toBe(false)
})
