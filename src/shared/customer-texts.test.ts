import { expect, test } from 'vitest'
import { type CustomerText, listCustomerTexts, textsIn } from './customer-texts.ts'
import { languageCodes } from './document-languages.ts'

const findNames = (text: string) => [...text.matchAll(/\{[^{}]*\}/g)].map(([name]) => name).sort()

test.each(languageCodes.filter((language) => language !== 'en'))('each text in %s has the placeholders of the English one', (language) => {
  const texts = Object.entries(listCustomerTexts(language))
  expect(texts.length).toBeGreaterThan(250)
  for (const [english, text] of texts) {
    expect(findNames(text), english).toEqual(findNames(english))
    expect(text.trim(), english).toBe(text)
    expect(text, english).not.toBe('')
  }
})

test('a text is filled in, in the words, dates and figures of its language', () => {
  const [english, german] = [textsIn('en'), textsIn('de')]
  const write = ({ t, money, day }: typeof german) =>
    t('{amount} due {date}', { amount: money('1234.5', 'EUR'), date: day('2026-01-05' as never) })
  expect(write(english)).toBe('€1,234.50 due Jan 05, 2026')
  expect(write(german)).toBe('1.234,50\u00a0€, fällig am 5. Januar 2026')
  expect([english.days(1), german.days(1), german.days(7), textsIn('pl').days(3)]).toEqual(['1 day', '1 Tag', '7 Tage', '3 dni'])
  expect([german.find('Cash'), german.find('Barter'), english.list(['a', 'b', 'c'])]).toEqual(['Bar', 'Barter', 'a, b and c'])
})

test('a value that looks like a placeholder stays as it is', () => {
  const text: CustomerText = 'Please contact {name} at {business}.'
  expect(textsIn('fr').t(text, { name: '{business}', business: 'Acme' })).toBe('Veuillez contacter {business}, Acme.')
})
