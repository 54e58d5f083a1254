import { expect, test } from 'vitest'
import { type DocumentLanguage, documentLanguages } from '#shared/document-languages.ts'
import { getPrintedUnit, unitCodes } from '#shared/units.ts'
import { getUnitWord } from './index.ts'

test('a unit is printed in the language of the document, one without a word by its symbol', () => {
  expect([getUnitWord('HUR', 'en'), getUnitWord('HUR', 'de'), getUnitWord('HUR', 'ja')]).toEqual(['hr', 'Std.', '時間'])
  expect([getUnitWord('KGM', 'de'), getUnitWord('KGM', 'uk'), getUnitWord('C62', 'de'), getUnitWord('ZZZ', 'de')]).toEqual([
    'kg',
    'кг',
    '',
    '',
  ])
})

test.each(Object.keys(documentLanguages) as DocumentLanguage[])('the words of %s are distinct, and fit beside a quantity', (language) => {
  const all = unitCodes.filter((code) => getPrintedUnit(code) !== '').map((code) => getUnitWord(code, language))
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((word) => word.trim() !== word || word === '' || [...word].length > 12)).toEqual([])
})
