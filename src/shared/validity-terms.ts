import { type DocumentLanguage, documentLanguages } from './document-languages.ts'

/** '{days}' is replaced by the formatted unit ('30 Tage'), '{n}' by the number alone. */
const sentences: Record<Exclude<DocumentLanguage, 'en'>, { days: string; none: string }> = {
  de: { days: 'Gültigkeit dieses Angebots: {days} ab Angebotsdatum.', none: 'Dieses Angebot gilt nur am Angebotsdatum.' },
  es: {
    days: 'Validez de este presupuesto: {days} desde la fecha de emisión.',
    none: 'Este presupuesto es válido solo en la fecha de emisión.',
  },
  fr: { days: 'Validité de ce devis : {days} à compter de la date d’émission.', none: 'Ce devis n’est valable qu’à la date d’émission.' },
  it: {
    days: 'Validità del presente preventivo: {days} dalla data di emissione.',
    none: 'Il presente preventivo è valido solo alla data di emissione.',
  },
  nl: { days: 'Geldigheid van deze offerte: {days} vanaf de offertedatum.', none: 'Deze offerte is alleen geldig op de offertedatum.' },
  pl: { days: 'Ważność oferty: {days} od daty wystawienia.', none: 'Oferta jest ważna tylko w dniu wystawienia.' },
  pt: {
    days: 'Validade deste orçamento: {days} a partir da data de emissão.',
    none: 'Este orçamento é válido apenas na data de emissão.',
  },
  el: { days: 'Ισχύς της προσφοράς: {days} από την ημερομηνία έκδοσης.', none: 'Η προσφορά ισχύει μόνο την ημερομηνία έκδοσης.' },
  uk: { days: 'Строк дії кошторису: {days} від дати складання.', none: 'Кошторис дійсний лише в день складання.' },
  ar: { days: 'مدة صلاحية هذا العرض: {days} من تاريخ الإصدار.', none: 'هذا العرض صالح في تاريخ الإصدار فقط.' },
  he: { days: 'תוקף הצעה זו: {days} מתאריך ההפקה.', none: 'הצעה זו בתוקף בתאריך ההפקה בלבד.' },
  hi: { days: 'इस अनुमान पत्र की वैधता: जारी करने की तिथि से {days}।', none: 'यह अनुमान पत्र केवल जारी करने की तिथि को मान्य है।' },
  th: { days: 'ใบเสนอราคานี้มีผล {n} วันนับจากวันที่ออก', none: 'ใบเสนอราคานี้มีผลเฉพาะวันที่ออกเท่านั้น' },
  zh: { days: '本报价自报价日期起 {n} 天内有效。', none: '本报价仅在报价日期当日有效。' },
  ja: { days: '本見積の有効期限は発行日より{n}日間です。', none: '本見積は発行日に限り有効です。' },
  ko: { days: '본 견적은 발행일로부터 {n}일간 유효합니다.', none: '본 견적은 발행일에만 유효합니다.' },
}

const inEnglish = (days: number) =>
  days === 0
    ? 'This estimate is valid on the issue date only.'
    : `This estimate is valid for ${days} ${days === 1 ? 'day' : 'days'} from the issue date.`

const formatDays = (language: DocumentLanguage, days: number) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)

export const buildValidityTerms = (language: DocumentLanguage, days: number): string => {
  if (language === 'en') return inEnglish(days)
  const { days: sentence, none } = sentences[language]
  return days === 0 ? none : sentence.replace('{days}', formatDays(language, days)).replace('{n}', String(days))
}

export const detectTermsLanguage = (terms: string, days: number): DocumentLanguage | null =>
  (Object.keys(documentLanguages) as DocumentLanguage[]).find((language) => terms === buildValidityTerms(language, days)) ?? null
