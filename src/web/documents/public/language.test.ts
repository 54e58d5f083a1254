import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#web/lib/api/client.ts'
import { find, findFor, formatDay, formatFigure, formatMoney, getUnit, setLanguage } from './language.ts'
import { chooseLanguage } from './translation.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['sv', 'pt-BR', 'de'], 'pt'],
  [['EN-gb', 'fr'], 'en'],
  [['C', 'sv-SE'], 'en'],
  [[], 'en'],
])('of %j, a page without a document speaks %s', (preferred, language) => expect(chooseLanguage(preferred)).toBe(language))

test('an English page has the figures and dates of its business’s country, and the words of the code', async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  onTestFinished(() => setLanguage({ language: 'en', locale: 'en' }))
  const write = () => [
    formatMoney('6378037.03', 'INR'),
    formatDay('2026-11-02'),
    formatFigure('1,234.5'),
    find('Balance due'),
    getUnit('KGM'),
  ]
  expect(write()).toEqual(['₹6,378,037.03', 'Nov 02, 2026', '1,234.5', 'Balance due', 'kg'])
  await setLanguage({ language: 'en', locale: 'en-IN' })
  expect(write()).toEqual(['₹63,78,037.03', '2 Nov 2026', '1,234.5', 'Balance due', 'kg'])
  expect(findFor(new Error('Oops'), 'Oops', 'Try again')).toBe('Oops')
})

test('a message of the server with figures in it gives way to one that has a translation', async () => {
  Object.assign(globalThis, { document: { documentElement: {} } })
  // The files of a worker share this module.
  onTestFinished(() => setLanguage({ language: 'en', locale: 'en' }))
  const say = (status: number, message: string, code?: string) =>
    findFor(new ApiError(status, JSON.stringify({ message, code })), message, 'Try again')
  await setLanguage({ language: 'en', locale: 'en' })
  expect(say(409, 'This invoice now asks for $5.00.')).toBe('This invoice now asks for $5.00.')
  await setLanguage({ language: 'de', locale: 'de' })
  expect(document.documentElement).toMatchObject({ lang: 'de', dir: 'ltr' })
  expect([
    say(409, 'This invoice has already been paid.'),
    say(409, 'This invoice now asks for $5.00.'),
    say(409, 'Card payments start at $0.50.', 'minimum'),
    say(429, 'Too many payment attempts within a short time. Please try again in 3 minutes.'),
    say(500, 'Oops'),
  ]).toEqual([
    'Diese Rechnung wurde bereits bezahlt.',
    'Diese Rechnung hat sich geändert, seit Sie sie geöffnet haben.',
    'Der Betrag ist zu klein für eine Kartenzahlung. Bitte fragen Sie das Unternehmen, wie Sie bezahlen können.',
    'Zu viele Anfragen auf einmal, daher wurde nichts gespeichert. Warten Sie eine Minute und versuchen Sie es erneut.',
    'Erneut versuchen',
  ])
})
