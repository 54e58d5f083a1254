import { expect, test } from 'vitest'
import { foldText, markWords } from './fold-text.ts'

const marks = (text: string, ...words: string[]) =>
  markWords(text, words)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('')

test('matches are marked, ignoring accents and case', () => {
  expect(foldText('ÉLODIE Østergård’s Straße')).toBe("elodie ostergard's strasse")
  expect(marks('Élodie Østergård', 'ostergard', 'el')).toBe('[Él]odie [Østergård]')
  expect(marks('Straße', 'strasse')).toBe('[Straße]')
  expect(marks('Straße', 'as')).toBe('Str[aß]e')
  expect(marks('INV-0042', '42', 'inv')).toBe('[INV]-00[42]')
  expect(marks('Zoë Zoë', 'zoe')).toBe('[Zoë] [Zoë]')
  expect(marks('😀 smile 😀', '😀')).toBe('[😀] smile [😀]')
  expect(marks('banana', 'an')).toBe('b[anan]a')
  expect(marks('plain', '', 'x')).toBe('plain')
  expect(markWords('', ['x'])).toEqual([])
})
