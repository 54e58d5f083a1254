import type { Currency } from './currencies.ts'
import own from './customer-texts.json' with { type: 'json' }
import type { Day } from './dates.ts'
import { type DocumentLanguage, type DocumentLocale, getLanguage } from './document-languages.ts'
import words from './document-words.json' with { type: 'json' }
import { formatDayIn, formatDaysIn } from './language-format.ts'
import { type Amount, formatMoney, type Sum } from './money.ts'
import { fillPlaceholders } from './placeholders.ts'

type Translations = Readonly<Record<Exclude<DocumentLanguage, 'en'>, string>>

/**
 * What customers read beside their documents: emails and public pages. A text is found by its English, which stands where it is used, and one
 * without a translation does not compile. The sentences are polite, and written so that no figure in them asks for a plural. What a document
 * says as well has the words of the document.
 */
const table = {
  ...(own satisfies Readonly<Record<keyof typeof own, Translations>>),
  Invoice: words.invoice.title,
  Estimate: words.estimate.title,
  'Credit note': words['credit-note'].title,
  Receipt: words.receipt.title,
  'Due date': words.invoice.endDate,
  'Valid until': words.estimate.endDate,
  'Invoice total': words.receipt.invoiceTotal,
  'Amount paid': words.receipt.amountPaid,
  'Paid on': words.receipt.paidOn,
  'Payment method': words.receipt.method,
  Refunded: words.receipt.refunded,
  Credit: words.receipt.credit,
  'Balance due': words.balanceDue,
  Credited: words.credited,
  Paid: words.paid,
  Card: words.receipt.methods.card,
  'Bank transfer': words.receipt.methods.bankTransfer,
  Cash: words.receipt.methods.cash,
  Check: words.receipt.methods.check,
  Other: words.receipt.methods.other,
  'Recorded by the business': words.receipt.methods.byHand,
  'Logo of {name}': words.logoOf,
  'Billed to': words.billedTo,
  'Prepared for': words.preparedFor,
  Description: words.description,
  Notes: words.notes,
  Terms: words.terms,
  Subtotal: words.subtotal,
  'Subtotal with tax': words.subtotalWithTax,
  'Total without tax': words.netAmount,
  Discount: words.discount,
  Tax: words.tax,
  'on {amount}': words.taxBase,
  Rounding: words.rounding,
  Total: words.total,
  'Withholding tax': words.withholding,
  'To pay': words.toPay,
  '{percent} discount if paid by {day}': words.earlyDiscount,
  'Deposit on acceptance': words.depositOnAcceptance,
} satisfies Readonly<Record<string, Translations>>

export type CustomerText = keyof typeof table

export type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never
/** Fills in a text of customers, if it has placeholders. */
export type Translate = <Text extends CustomerText>(
  text: Text,
  ...values: [NameIn<Text>] extends [never] ? [] : [Readonly<Record<NameIn<Text>, string>>]
) => string

/** Of a language, by their English. */
export const listCustomerTexts = (language: Exclude<DocumentLanguage, 'en'>): Record<string, string> =>
  Object.fromEntries(Object.entries<Translations>(table).map(([text, translations]) => [text, translations[language]]))

/** Words in the language, figures and dates as they are written in its country. */
export const textsIn = (locale: DocumentLocale) => {
  const language = getLanguage(locale)
  const texts = table as Readonly<Record<string, Translations>>
  /** Also of texts that may be unknown, such as a name of a payment method; these stay. */
  const find = (text: string): string => (language === 'en' || !Object.hasOwn(texts, text) ? text : texts[text]![language])
  const t: Translate = (text, ...[values]) => fillPlaceholders(find(text), (name) => values?.[name as never])
  return {
    language,
    locale,
    find,
    t,
    day: (day: Day) => formatDayIn(locale, day),
    days: (days: number) => formatDaysIn(locale, days),
    money: (amount: Amount | Sum | string, currency: Currency) => formatMoney(amount, currency, locale),
    list: (parts: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(parts).replace(/, and /, ' and '),
  }
}

export type Texts = ReturnType<typeof textsIn>
