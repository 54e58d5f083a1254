import { expect, test } from 'vitest'
import { shortcutsOf } from './actions.ts'

test('the overview lists what has keys, as they are written on the keyboard', () =>
  expect(
    shortcutsOf([
      { label: 'Edit', keys: ['e'] },
      { label: 'History', keys: [] },
      { label: 'Delete', keys: ['Delete', 'Backspace'] },
    ]),
  ).toEqual([
    [['E'], 'Edit'],
    [['Del', '⌫'], 'Delete'],
  ]))
