import { afterEach, describe, expect, test } from 'vitest'
import type { Business } from '#server/domain/business/business.ts'
import { documentLabels, getUnitWord } from '#server/domain/documents/labels/index.ts'
import { readFonts, readLinksAndTags, readPageTexts, squash } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { buildRequest } from '#server/platform/pdf/testing/request.fixture.ts'
import { createTypesetter } from '#server/platform/pdf/typesetter.ts'
import { addDays, day } from '#shared/dates.ts'
import { type DocumentLanguage, documentLanguages } from '#shared/document-languages.ts'
import { formatDayIn, formatFigureIn } from '#shared/language-format.ts'
import { cents, zero } from '#shared/money.ts'
import { type DocumentDesign, designColors, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { unitCodes } from '#shared/units.ts'
import { formatPdfMoney } from './pdf-document.ts'
import { buildReceipt } from './receipt.ts'
import { buildSampleDocument } from './sample.ts'

const languages = Object.keys(documentLanguages) as DocumentLanguage[]
const themes = Object.keys(documentDesigns) as DocumentDesign[]
const issued = day('2026-09-15')
const typesetter = createTypesetter()
afterEach(() => typesetter.releaseDocument())

const createBusiness = (language: DocumentLanguage, theme: DocumentDesign = 'classic'): Business => ({
  ...{
    name: 'Harbour & Pine',
    contactName: 'Grace Alder',
    email: 'hello@harbourpine.example',
    phone: '+1 503 555 0142',
    website: null,
    taxNumber: '93-1847266',
    vatId: 'DE136695976',
    currency: 'USD',
  },
  ...{ address: '14 Quayside Lane', city: 'Portland', state: 'OR', zipCode: '97209', country: null },
  ...{ theme, primaryColor: designColors[theme].primary, accentColor: designColors[theme].accent },
  ...{ logoKey: null, size: 'a4', language },
})

const getTexts = ({
  words: labels,
  mark,
  markDay,
  dates,
  lines,
  totals,
  link,
  notes,
  terms,
  customer,
  business,
  kind,
  number,
}: PdfDocument) => [
  ...[labels.title, kind === 'Estimate' ? labels.preparedFor : labels.billedTo],
  ...[labels.description, labels.quantity, labels.unitPrice, labels.amount, ...(notes && [labels.notes]), ...(terms && [labels.terms])],
  labels.pageOf.replace('{page}', '1').replace('{pages}', '1'),
  ...[number, mark, markDay, link?.words ?? '', link?.url ?? '', notes, terms],
  ...[business, customer].flatMap(({ name, lines: more }) => [name, ...more]),
  ...dates.flatMap(({ label, value }) => [label, value]),
  ...lines.flatMap(({ description, quantity, unitPrice, total }) => [description, quantity, unitPrice, total]),
  ...totals.flatMap(({ label, value }) => [label, value]),
]

/**
 * The strings that the page lacks. The PDF reader ignores the file's ActualText: it returns the words of a line in visual order, and reads lam-alef
 * ligatures, vowel signs and the marks of Devanagari and Thai as glyphs. So words are compared one by one, and words with combining marks are skipped.
 * Missing glyphs would break the archive standard, which is asserted separately.
 */
const findMissing = (strings: string[], page: string) =>
  strings
    .flatMap((each) => each.split(/[\s/()،.,:]+/u))
    .map(squash)
    .filter((word) => !/\p{M}|[\p{Script=Devanagari}\p{Script=Thai}]/u.test(word))
    .filter((word) => !new RegExp(word.replace(/[^\p{L}\p{N}]/gu, '\\$&').replace(/[اأإآل]/gu, '[اأإآل]')).test(page))

describe.each(languages)('in %s', (language) => {
  test.each(themes)(
    '%s contains every text in that language, tagged, with embedded fonts, and conforms to the archive standard',
    async (theme) => {
      const { marks, withholding, toPay } = documentLabels[language]
      const sample = buildSampleDocument(createBusiness(language, theme), 'invoice', issued)
      const more = [withholding, toPay].map((label) => ({ label, value: formatPdfMoney(cents(-2636), 'USD', language), strong: false }))
      const document = {
        ...sample,
        totals: [...sample.totals, ...more],
        mark: marks.paid,
        markDay: formatDayIn(language, issued),
      }
      const request = buildRequest(document)
      expect(typesetter.typeset(request, 'a-3a').fallbackReason).toBeNull()
      const { bytes, fallbackReason } = typesetter.typeset(request)
      expect(fallbackReason).toBeNull()
      const pages = await readPageTexts(bytes)
      expect(findMissing(getTexts(document), pages.join(''))).toEqual([])
      expect(pages).toHaveLength(1)
      const { roles, conformance } = await readLinksAndTags(bytes)
      expect(conformance).toBe('1')
      expect(['Document', 'H1', 'H2', 'Table', 'Figure', 'Link'].filter((role) => !roles.includes(role))).toEqual([])
      expect(roles.filter((role) => role === 'TH')).toHaveLength(4)
      expect([...(await readFonts(bytes))].filter(([name, isWithin]) => !isWithin || !/^[A-Z]{6}\+/.test(name))).toEqual([])
      expect(bytes.byteLength).toBeLessThan(250_000)
    },
  )

  test('an estimate uses the labels of estimates', async () => {
    const document = {
      ...buildSampleDocument(createBusiness(language, 'modern'), 'estimate', issued),
      mark: documentLabels[language].marks.expired,
    }
    expect(typesetter.diagnose(buildRequest(document))).toEqual([])
    const page = (await readPageTexts(typesetter.typeset(buildRequest(document)).bytes)).join('')
    expect(findMissing(getTexts(document), page)).toEqual([])
    expect(document.number).toBe('EST-2026-0001')
  })

  test('every unit is printed beside its quantity', async () => {
    const invoice = buildSampleDocument(createBusiness(language), 'invoice', issued)
    const lines = unitCodes.map((code) => ({ ...invoice.lines[0]!, quantity: `2 ${getUnitWord(code, language)}`.trim() }))
    const { bytes, fallbackReason } = typesetter.typeset(buildRequest({ ...invoice, lines }), 'a-3a')
    expect(fallbackReason).toBeNull()
    const words = lines.map(({ quantity }) => quantity)
    expect(findMissing(words, (await readPageTexts(bytes)).join(''))).toEqual([])
  })

  test('a partly refunded invoice shows the refund and its date', async () => {
    const theme = themes[languages.indexOf(language) % themes.length]!
    const { marks, receipt } = documentLabels[language]
    const invoice = buildSampleDocument(createBusiness(language, theme), 'invoice', issued)
    const label = `${receipt.refunded} (${formatDayIn(language, issued)})`
    const document = { ...invoice, mark: marks.partlyRefunded, totals: [...invoice.totals, { label, value: '-$50.00', strong: false }] }
    const { bytes, fallbackReason } = typesetter.typeset(buildRequest(document))
    expect(fallbackReason).toBeNull()
    expect(findMissing([document.mark, label, '-$50.00'], (await readPageTexts(bytes)).join(''))).toEqual([])
    expect(marks.partlyRefunded).not.toBe(marks.refunded)
  })

  // Receipts are rendered in one design per language, as the labels are independent of the design.
  test('a receipt lists every payment method, the refunds and the balance due', async () => {
    const theme = themes[languages.indexOf(language) % themes.length]!
    const invoice = buildSampleDocument(createBusiness(language, theme), 'invoice', issued)
    const methods = ['card', 'paypal', 'manual', 'Bank transfer', 'Cash', 'Check', 'Other']
    const payments = methods.map((method, i) => ({ amount: cents(60_000), refunded: cents(i * 1_000), day: addDays(issued, i), method }))
    const document = buildReceipt(invoice, {
      ...{ locale: language, currency: 'USD', total: cents(516_353), isPaid: false, writtenOff: zero, payments, nth: 7 },
    })
    const { bytes, fallbackReason } = typesetter.typeset(buildRequest(document))
    expect(fallbackReason).toBeNull()
    const pages = await readPageTexts(bytes)
    expect(pages).toHaveLength(1)
    expect(findMissing(getTexts(document), pages.join(''))).toEqual([])
    expect(document).toMatchObject({ kind: 'Receipt', number: 'INV-2026-0001-R7', mark: '', link: { url: invoice.link!.url } })
    const [total, paid, refunded, balanceDue] = ['5163.53', '4200.00', '-210.00', '1173.53'].map((amount) =>
      formatPdfMoney(amount, 'USD', language),
    )
    expect(document.totals.map(({ value }) => value)).toEqual([total, paid, refunded, balanceDue])
  })

  test('no label is empty or left in English, and stamps fit their frame', () => {
    const { sample, ...labels } = documentLabels[language]
    const said = JSON.stringify(labels)
    expect(said).not.toContain('""')
    for (const mark of [...Object.values(labels.marks), ...Object.values(labels.receipt.marks)]) expect(mark.length).toBeLessThanOrEqual(24)
    for (const placeholder of ['{page}', '{pages}', '{name}']) expect(said).toContain(placeholder)
    const { sample: _, ...english } = documentLabels.en
    const flat = ({ methods, marks: _marks, ...rest }: (typeof labels)['receipt']) => ({ ...rest, ...methods })
    const sameInReceipts = Object.entries(flat(labels.receipt)).filter(
      ([key, word]) => word === { ...flat(english.receipt) }[key as 'title'],
    )
    if (language !== 'en') expect(sameInReceipts).toEqual([])
    const same = Object.entries(labels).filter(([key, word]) => typeof word === 'string' && word === english[key as keyof typeof english])
    // Words with the same spelling in several languages.
    if (language !== 'en')
      expect(same.filter(([, word]) => !/^(Online|Subtotal|Total|Description|Project|VAT)$/.test(String(word)))).toEqual([])
  })

  test('the labels are written in its script', () => {
    const script: Partial<Record<DocumentLanguage, RegExp>> = {
      ...{ ar: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u, hi: /\p{Script=Devanagari}/u, th: /\p{Script=Thai}/u },
      ...{ el: /\p{Script=Greek}/u, uk: /\p{Script=Cyrillic}/u, zh: /\p{Script=Han}/u, ja: /\p{Script=Han}/u, ko: /\p{Script=Hangul}/u },
    }
    const { invoice, receipt, total } = documentLabels[language]
    for (const word of [invoice.title, invoice.titles, receipt.title, receipt.amountPaid, receipt.methods.cash, total])
      expect(word).toMatch(script[language] ?? /^[\p{Script=Latin} ]+$/u)
  })
})

test.each<[DocumentLanguage, string]>([
  ['en', 'Jan 05, 2026'],
  ['de', '5. Januar 2026'],
  ['es', '5 de enero de 2026'],
  ['pl', '5 stycznia 2026'],
  ['uk', '5 січня 2026 р.'],
  ['ar', '5 يناير 2026'],
  ['he', '5 בינואר 2026'],
  ['hi', '5 जनवरी 2026'],
  ['th', '5 มกราคม 2026'],
  ['zh', '2026年1月5日'],
  ['ja', '2026年1月5日'],
  ['ko', '2026년 1월 5일'],
])('a date in %s is %s: Gregorian calendar, Latin digits', (language, text) => expect(formatDayIn(language, day('2026-01-05'))).toBe(text))

test('no date is too long for the space below the stamp', () => {
  for (const language of languages)
    for (let at = day('2026-01-30'); at < '2027-01-01'; at = addDays(at, 28))
      expect(formatDayIn(language, at).length).toBeLessThanOrEqual(24)
})

test('a sample uses the page size, logo, colors, language and tax number of the business', () => {
  const document = buildSampleDocument({ ...createBusiness('de', 'modern'), logoKey: 'logos/1/a', size: 'letter' }, 'invoice', issued)
  expect(document).toMatchObject({
    ...{ language: 'de', theme: 'modern', size: 'letter', logo: { key: 'logos/1/a' }, number: 'INV-2026-0001' },
    dates: [
      { label: 'Rechnungsdatum', value: '15. September 2026' },
      { label: 'Fällig am', value: '15. Oktober 2026' },
    ],
    totals: [
      { label: 'Zwischensumme' },
      { label: 'MwSt. (8,25%)', value: '393,53\u00a0$' },
      { label: 'Gesamtbetrag', value: '5.163,53\u00a0$', strong: true },
    ],
    link: { words: 'Online bezahlen' },
  })
  expect(document.business.lines).toContain('Steuernummer 93-1847266')
})

test.each([
  ['en', '1,234.5', '1,234.5'],
  ['de', '1,234.5', '1.234,5'],
  ['fr', '1,234.5', '1\u00a0234,5'],
  ['ar', '9.975%', '9.975%'],
  ['pl', '19.0%', '19,0%'],
] as const)('in %s the figure %s is written %s', (language, english, written) => {
  expect(formatFigureIn(language, english)).toBe(written)
})
