import { expect, test } from 'vitest'
import { listShortcuts } from './actions.ts'

test('the overview lists what has keys, as they are written on the keyboard', () =>
  expect(
    listShortcuts([
      { label: 'Edit', keys: ['e'] },
      { label: 'History', keys: [] },
      { label: 'Delete', keys: ['Delete', 'Backspace'] },
    ]),
  ).toEqual([
    [['E'], 'Edit'],
    [['Del', '⌫'], 'Delete'],
  ]))
