import { expect, test } from 'vitest'
import { findUnit, unitNames } from './unit-names.ts'
import { getPrintedUnit, unitCodes } from './units.ts'

test('units have codes of Recommendation 20, and names of their own', () => {
  expect(unitCodes.filter((code) => !/^[A-Z0-9]{2,3}$/.test(code))).toEqual([])
  expect(new Set(Object.values(unitNames)).size).toBe(unitCodes.length)
})

test('an hour is printed as hr, a plain number without a unit', () => {
  expect([getPrintedUnit('HUR'), getPrintedUnit('C62'), getPrintedUnit('MTK'), getPrintedUnit('ZZZ')]).toEqual(['hr', '', 'm²', ''])
})

test.each([
  ['HUR', 'HUR'],
  ['hours', 'HUR'],
  [' Hrs. ', 'HUR'],
  ['kg', 'KGM'],
  ['Each', 'C62'],
  ['', 'C62'],
  ['parsec', undefined],
])('the text %j means the unit %s', (text, code) => expect(findUnit(text)).toBe(code))
