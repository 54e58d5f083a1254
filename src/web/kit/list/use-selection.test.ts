import { expect, test } from 'vitest'
import { between } from './use-selection.ts'

const rows = [4, 9, 2, 7].map((id) => ({ id }))

test.each([
  [9, 7, [9, 2, 7]],
  [7, 9, [9, 2, 7]],
  [2, 2, [2]],
  [99, 2, [2]],
  [4, 99, [99]],
])('from %i to %i', (from, to, ids) => expect(between(rows, from, to)).toEqual(ids))
