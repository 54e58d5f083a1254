import { formatIban } from '#shared/bank-accounts.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { toDecimal } from '#shared/money.ts'
import type { SwissBillPart } from '#shared/pdf-document.ts'
import { createSwissQrText, type SwissBill, type SwissParty } from '#shared/swiss-bill.ts'

type Words = SwissBillPart['words']

/** The headings of the guideline, which has them in these languages; bills in others are in English. */
const words = {
  en: {
    ...{ paymentPart: 'Payment part', receipt: 'Receipt', account: 'Account / Payable to', reference: 'Reference' },
    ...{ message: 'Additional information', payableBy: 'Payable by', payableByBlank: 'Payable by (name/address)' },
    ...{ currency: 'Currency', amount: 'Amount', acceptancePoint: 'Acceptance point' },
  },
  de: {
    ...{ paymentPart: 'Zahlteil', receipt: 'Empfangsschein', account: 'Konto / Zahlbar an', reference: 'Referenz' },
    ...{ message: 'Zusätzliche Informationen', payableBy: 'Zahlbar durch', payableByBlank: 'Zahlbar durch (Name/Adresse)' },
    ...{ currency: 'Währung', amount: 'Betrag', acceptancePoint: 'Annahmestelle' },
  },
  fr: {
    ...{ paymentPart: 'Section paiement', receipt: 'Récépissé', account: 'Compte / Payable à', reference: 'Référence' },
    ...{ message: 'Informations supplémentaires', payableBy: 'Payable par', payableByBlank: 'Payable par (nom/adresse)' },
    ...{ currency: 'Monnaie', amount: 'Montant', acceptancePoint: 'Point de dépôt' },
  },
  it: {
    ...{ paymentPart: 'Sezione pagamento', receipt: 'Ricevuta', account: 'Conto / Pagabile a', reference: 'Riferimento' },
    ...{ message: 'Informazioni supplementari', payableBy: 'Pagabile da', payableByBlank: 'Pagabile da (nome/indirizzo)' },
    ...{ currency: 'Valuta', amount: 'Importo', acceptancePoint: 'Punto di accettazione' },
  },
} as const satisfies Partial<Record<DocumentLanguage, Words>>

const listLines = ({ name, street, houseNumber, zipCode, city, country }: SwissParty): string[] =>
  [name, `${street} ${houseNumber}`.trim(), `${country === 'CH' ? '' : `${country}-`}${zipCode} ${city}`].filter(Boolean)

/** What the payment part of a page prints, in the language of the document. */
export const describeSwissBill = (bill: SwissBill, language: DocumentLanguage): SwissBillPart => {
  const own = language in words ? (language as keyof typeof words) : 'en'
  return {
    code: createSwissQrText(bill),
    language: own,
    words: words[own],
    account: [formatIban(bill.iban), ...listLines(bill.creditor)],
    reference: bill.reference?.shown ?? null,
    message: bill.message || null,
    payer: bill.debtor && listLines(bill.debtor),
    currency: bill.currency,
    amount: toDecimal(bill.amount).replace(/\B(?=(\d{3})+\.)/g, '\u00a0'),
  }
}
