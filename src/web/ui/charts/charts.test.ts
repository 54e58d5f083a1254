import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { getSeriesColors } from './chart.tsx'
import { createPlot, formatAxisMoney, getBarSpans, getLabelInterval, getTicks } from './scale.ts'

test.each([
  [0, '$0'],
  [cents(25), '$0.25'],
  [cents(50_000), '$500'],
  [cents(-50_000), '-$500'],
  [cents(120_000), '$1.2k'],
  [cents(125_000), '$1.25k'],
  [cents(150_000_000), '$1.5M'],
  [cents(-9_999_999_900_000), '-$100B'],
])('an axis formats %s as %s', (amount, words) => {
  expect(formatAxisMoney(amount, 'USD')).toBe(words)
})

test.each([
  ['EUR', cents(-120_000), '-€1.2k'],
  ['NGN', cents(120_000), 'NGN\u00a01.2k'],
  ['CHF', cents(-2500), '-CHF\u00a025'],
  ['CAD', cents(2500), 'CA$25'],
] as const)('an axis in %s has the currency: %i is %s', (currency, amount, words) => {
  expect(formatAxisMoney(amount, currency)).toBe(words)
})

test('an axis has a few round ticks around the values, including 0', () => {
  expect(getTicks([0, cents(1_234_500)])).toEqual([0, cents(500_000), cents(1_000_000), cents(1_500_000)])
  expect(getTicks([cents(-150_050), cents(300_000)])).toEqual([
    cents(-200_000),
    cents(-100_000),
    0,
    cents(100_000),
    cents(200_000),
    cents(300_000),
  ])
  expect(getTicks([cents(1)])).toEqual([0, cents(1)])
  const amount = fc.integer({ min: -(10 ** 14), max: 10 ** 14 })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (values) => {
      const ticks = getTicks(values)
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every(Number.isSafeInteger)).toBe(true)
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values))
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
    }),
  )
})

test('series take the requested colors, then the others, and repeat after the last', () => {
  expect(getSeriesColors(3, ['warn'])).toEqual(['var(--warn)', 'var(--accent)', 'var(--note)'])
  expect(getSeriesColors(8)[6]).toBe('var(--accent)')
})

test('bars stay within their point’s width and reach their amounts', () => {
  const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
  const points = fc.array(fc.array(amount, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(points, fc.integer({ min: 240, max: 1200 }), fc.boolean(), (all, width, isStacked) => {
      const reach = all.flatMap((values) => getBarSpans(values, 10, isStacked).flatMap(({ from, to }) => [from, to]))
      const plot = createPlot({ width, height: 256, count: all.length, ticks: getTicks(reach), labelWidth: 60 })
      expect(plot.x(all.length - 1) + plot.step / 2).toBeCloseTo(plot.right)
      for (const values of all) {
        const spans = getBarSpans(values, plot.step, isStacked)
        for (const [at, { from, to, offset, width: wide }] of spans.entries()) {
          expect(to - from).toBe(values[at])
          for (const end of [from, to]) {
            expect(plot.y(end)).toBeGreaterThanOrEqual(plot.top - 0.001)
            expect(plot.y(end)).toBeLessThanOrEqual(plot.bottom + 0.001)
          }
          // Only when a point has space for its bars.
          if (plot.step < 12) continue
          expect(offset).toBeGreaterThanOrEqual(-plot.step / 2)
          expect(offset + wide).toBeLessThanOrEqual(plot.step / 2)
        }
        if (isStacked) expect(spans.reduce((sum, { to, from }) => sum + to - from, 0)).toBe(values.reduce((sum, value) => sum + value, 0))
      }
    }),
  )
})

test('as many labels are shown as fit', () => {
  expect(getLabelInterval(60, 50)).toBe(1)
  expect(getLabelInterval(25, 50)).toBe(3)
})
