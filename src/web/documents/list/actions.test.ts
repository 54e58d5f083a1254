import { expect, test } from 'vitest'
import { listShortcuts } from './actions.ts'

test('the shortcuts help lists actions that have keys, as they are printed on the keyboard', () =>
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
