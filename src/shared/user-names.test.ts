import { expect, test } from 'vitest'
import { displayName, initials } from './user-names.ts'

const nobody = { firstName: null, lastName: null, email: null }

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }, 'Ada Lovelace', 'AL'],
  [{ ...nobody, firstName: 'Ada', email: 'ada.l@example.com' }, 'ada.l', 'A'],
  [{ ...nobody, lastName: 'Lovelace', email: 'x@example.com' }, 'x', 'X'],
  [{ firstName: '', lastName: 'Lovelace', email: 'ada@example.com' }, 'ada', 'A'],
  [{ ...nobody, firstName: 'Ada' }, 'User', 'U'],
  [nobody, 'User', 'U'],
  [{ ...nobody, email: '' }, 'User', 'U'],
  [{ firstName: 'Émile', lastName: '李', email: null }, 'Émile 李', 'É李'],
  [{ firstName: '𝒜da', lastName: 'Lovelace', email: null }, '𝒜da Lovelace', '𝒜L'],
])('%j is displayed as %s with the initials %s', (person, name, short) => {
  expect(displayName(person)).toBe(name)
  expect(initials(person)).toBe(short)
})
