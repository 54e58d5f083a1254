import type { Business } from '#server/domain/business/business.ts'
import { invoiceType, toStoredTotals } from '#server/domain/documents/document-type.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import { buildPdfDocument } from '#server/domain/documents/pdf/pdf-document.ts'
import { computeContentTotals, type DocumentTaxRate } from '#shared/content-totals.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, day } from '#shared/dates.ts'
import { type DocumentLanguage, documentLanguages } from '#shared/document-languages.ts'
import { toAmount, zero } from '#shared/money.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

// Invoices with all that a document can have: a group of taxes with a compound one, an exempt line, discounts, charges, units, and many decimals.

type Words = { currency: Currency; tax: string; levy: string; reason: string; shipping: string; vatId: string }

/** Texts of users by language, with currencies of 0, 2 and 3 decimals. */
const words: Record<DocumentLanguage, Words> = {
  en: {
    ...{ currency: 'USD', tax: 'State sales tax', levy: 'Metropolitan transportation levy', shipping: 'Insured shipping' },
    ...{ vatId: 'GB123456782', reason: 'Exempt: books, section 12(1)' },
  },
  de: {
    ...{
      currency: 'EUR',
      tax: 'Umsatzsteuer',
      levy: 'Kulturförderungsabgabe der Gemeinde',
      shipping: 'Versicherter Versand mit Spedition',
    },
    ...{ vatId: 'DE136695976', reason: 'Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG)' },
  },
  es: {
    ...{ currency: 'MXN', tax: 'IVA', levy: 'Impuesto especial', shipping: 'Gastos de envío' },
    ...{ vatId: 'ESB12345674', reason: 'Operación exenta, artículo 20 de la Ley 37/1992' },
  },
  fr: {
    ...{ currency: 'EUR', tax: 'TVA', levy: 'Contribution à l’environnement', shipping: 'Frais de livraison' },
    ...{ vatId: 'FR40303265045', reason: 'Autoliquidation, article 283-2 du Code général des impôts' },
  },
  it: {
    ...{ currency: 'EUR', tax: 'IVA', levy: 'Contributo ambientale', shipping: 'Spese di spedizione' },
    ...{ vatId: 'IT00743110157', reason: 'Inversione contabile, art. 17 DPR 633/72' },
  },
  nl: {
    ...{ currency: 'EUR', tax: 'Omzetbelasting', levy: 'Milieuheffing', shipping: 'Verzekerde verzending' },
    ...{ vatId: 'NL004495445B01', reason: 'Btw verlegd' },
  },
  pl: {
    ...{ currency: 'PLN', tax: 'VAT', levy: 'Opłata środowiskowa', shipping: 'Wysyłka' },
    ...{ vatId: 'PL8567346215', reason: 'Odwrotne obciążenie' },
  },
  pt: {
    ...{ currency: 'BRL', tax: 'IVA', levy: 'Contribuição ambiental', shipping: 'Portes de envio' },
    ...{ vatId: 'PT501964843', reason: 'IVA – autoliquidação' },
  },
  el: {
    ...{ currency: 'EUR', tax: 'ΦΠΑ', levy: 'Περιβαλλοντικό τέλος', shipping: 'Έξοδα αποστολής' },
    ...{ vatId: 'EL094259216', reason: 'Αντιστροφή επιβάρυνσης, άρθρο 39α ΦΠΑ' },
  },
  uk: {
    ...{ currency: 'UAH', tax: 'ПДВ', levy: 'Екологічний збір', shipping: 'Застрахована доставка' },
    ...{ vatId: '123456789012', reason: 'Звільнено від ПДВ, стаття 197 Податкового кодексу' },
  },
  ar: {
    ...{ currency: 'KWD', tax: 'ضريبة القيمة المضافة', levy: 'رسم البيئة', shipping: 'الشحن' },
    ...{ vatId: '300123456700003', reason: 'معفى من الضريبة، المادة 12' },
  },
  he: {
    ...{ currency: 'ILS', tax: 'מע"מ', levy: 'היטל סביבתי', shipping: 'משלוח מבוטח' },
    ...{ vatId: '516179157', reason: 'פטור ממס לפי סעיף 31' },
  },
  hi: {
    ...{ currency: 'INR', tax: 'जीएसटी', levy: 'पर्यावरण उपकर', shipping: 'बीमित डिलीवरी' },
    ...{ vatId: '27AAPFU0939F1ZV', reason: 'कर से मुक्त, धारा 11' },
  },
  th: {
    ...{ currency: 'THB', tax: 'ภาษีมูลค่าเพิ่ม', levy: 'ค่าธรรมเนียมสิ่งแวดล้อม', shipping: 'ค่าจัดส่ง' },
    ...{ vatId: '0105558071873', reason: 'ได้รับยกเว้นภาษีตามมาตรา 81' },
  },
  zh: {
    ...{ currency: 'CNY', tax: '增值税', levy: '环境保护费', shipping: '保价运费' },
    ...{ vatId: '91350100M000100Y43', reason: '免税：《增值税暂行条例》第十五条' },
  },
  ja: {
    ...{ currency: 'JPY', tax: '消費税', levy: '地方消費税', shipping: '配送料' },
    ...{ vatId: 'T1234567890123', reason: '非課税（消費税法第6条）' },
  },
  ko: {
    ...{ currency: 'KRW', tax: '부가가치세', levy: '환경 부담금', shipping: '배송비' },
    ...{ vatId: '124-81-00998', reason: '면세: 부가가치세법 제26조' },
  },
}

const rate = (
  id: number,
  components: [name: string, percent: string, isCompound?: boolean][],
  reason: string | null = null,
): DocumentTaxRate => ({
  ...{ id, category: reason === null ? null : 'E', exemptionReason: reason },
  components: components.map(([name, percent, isCompound = false]) => ({ name, percent, isCompound })),
})

const buildTaxed = (business: Business, language: DocumentLanguage, copies = 1): PdfDocument => {
  const { currency, tax, levy, reason, shipping, vatId } = words[language]
  const { sample } = documentLabels[language]
  const rates = new Map(
    [
      rate(1, [
        [tax, '9.975'],
        [levy, '1.25', true],
      ]),
      rate(2, [[tax, '5.5']]),
      rate(3, [[tax, '0']], reason),
    ].map((each) => [each.id, each]),
  )
  const whole = currency === 'JPY' || currency === 'KRW'
  const price = (text: string) => (whole ? `${Math.round(Number(text) * 100)}` : text)
  const none = { kind: 'item' as const, discountPercent: null, discountAmount: null }
  const { brand, website, workshop } = sample.lines
  const items = [
    { ...none, description: brand, quantity: '40.00', unitPrice: price('110.00'), unitCode: 'HUR', taxRateId: 1, discountPercent: '12.5' },
    { ...none, description: website, quantity: '0.333333', unitPrice: whole ? '1790.5' : '17.905125', unitCode: 'KGM', taxRateId: 2 },
    {
      ...none,
      description: workshop,
      quantity: '1250.00',
      unitPrice: price('8.50'),
      unitCode: 'XRO',
      taxRateId: 2,
      discountAmount: toAmount(25_000),
    },
    { ...none, description: workshop, quantity: '3.00', unitPrice: price('17.90'), unitCode: 'DAY', taxRateId: 3 },
    { ...none, description: website, quantity: '99999.999999', unitPrice: price('0.01'), unitCode: 'E48', taxRateId: 1 },
  ]
  const charge = {
    ...none,
    kind: 'charge' as const,
    description: shipping,
    quantity: '1.00',
    unitPrice: price('18.40'),
    unitCode: 'C62',
    taxRateId: 1,
  }
  const content = {
    ...{ taxRate: 0, pricesIncludeTax: language === 'ja' || language === 'ar', discountPercent: '7.5' },
    lineItems: [...Array.from({ length: copies }, () => items).flat(), charge],
  }
  const totals = computeContentTotals(content, currency, rates)
  return buildPdfDocument(
    invoiceType,
    {
      ...{ id: 1, version: 1, customerId: 1, customer: { name: sample.customer.name, email: null }, issueDate: day('2026-01-05') },
      ...{ ...toStoredTotals(content, totals, currency), notes: sample.notes, terms: sample.terms },
      lineItems: content.lineItems.map((line, i) => ({
        ...{
          id: i + 1,
          itemId: null,
          ...line,
          discountAmount: totals.lines[i]!.discount ?? zero,
          total: totals.lines[i]!.total,
          sourceLineId: null,
        },
      })),
    },
    {
      business: { ...business, ...sample.customer, name: sample.customer.company, vatId, language },
      customer: {
        ...{ ...sample.customer, email: 'accounts@customer.example', contactName: null, phone: null },
        ...{ state: null, zipCode: null, country: null, vatId },
      },
      changedAt: new Date('2026-01-05T00:00:00Z'),
    },
    {
      ...{ number: 'INV-2026-0001', mark: null, endDay: addDays(day('2026-01-05'), 30) },
      link: { words: 'payOnline', url: 'https://example.com/pay/9fK2mQ7xT1bVwZ8sLr3JdA' },
    },
  )
}

/** The documents by file name: one in each language, and a long one. */
export const buildTaxedSamples = (business: Business): Record<string, PdfDocument> => ({
  ...Object.fromEntries(
    (Object.keys(documentLanguages) as DocumentLanguage[]).map((language) => [`taxed-${language}`, buildTaxed(business, language)]),
  ),
  'taxed-long': buildTaxed(business, 'de', 8),
})
