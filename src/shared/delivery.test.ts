import { expect, test } from 'vitest'
import { findDeliveryProblem } from './delivery.ts'

test.each([
  [{}, undefined],
  [{ deliveryDate: '2026-11-01', deliveryUntil: '' }, undefined],
  [{ deliveryDate: '2026-11-01', deliveryUntil: null }, undefined],
  [{ deliveryDate: '2026-11-01', deliveryUntil: '2026-11-01' }, undefined],
  [{ deliveryDate: '2026-11-01', deliveryUntil: '2026-11-30' }, undefined],
  [{ deliveryDate: '2026-11-02', deliveryUntil: '2026-11-01' }, 'deliveryUntil'],
  [{ deliveryDate: '', deliveryUntil: '2026-11-01' }, 'deliveryDate'],
  [{ deliveryUntil: '2026-11-01' }, 'deliveryDate'],
])('a delivery of %j', (delivery, path) => {
  expect(findDeliveryProblem(delivery)?.path).toBe(path)
})
