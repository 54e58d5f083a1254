import type { DocumentLocale } from './document-languages.ts'
import type { LineKind } from './document-totals.ts'
import { formatFigureIn } from './language-format.ts'

type TaxedDocument = {
  lineItems: readonly { kind: LineKind; taxRateId: number | null }[]
  /** One for each component of each rate; `name` is null for the rate of the whole document. */
  taxes: readonly { taxRateId: number | null; name: string | null; percent: string; category: string | null; exemption: string | null }[]
}

const untaxed = '–'

/**
 * The tax of each line, as it is printed beside the amount: '20%', '5% + 7%' for a rate of two taxes, '–' without one. Where two rates have the same
 * percentage, as reverse charge and export have, they are told apart by their reasons or names.
 * @returns null where all lines are taxed alike, so that the totals say it
 */
export const listLineTaxes = ({ lineItems, taxes }: TaxedDocument, locale: DocumentLocale): string[] | null => {
  const ids = [...new Set(lineItems.map(({ taxRateId }) => taxRateId))]
  if (ids.length < 2) return null
  const percents = new Map(ids.map((id) => [id, formatTaxes(taxes, id, locale)]))
  const isShared = (id: number | null) => ids.some((other) => other !== id && percents.get(other) === percents.get(id))
  const texts = new Map(ids.map((id) => [id, isShared(id) ? formatTaxes(taxes, id, locale, true) : percents.get(id)!]))
  return lineItems.map(({ taxRateId }) => texts.get(taxRateId)!)
}

/** The lines, each with its tax as it is printed in the language. */
export const withLineTaxes = <Line extends TaxedDocument['lineItems'][number]>(
  document: Omit<TaxedDocument, 'lineItems'> & { lineItems: readonly Line[] },
  locale: DocumentLocale,
): (Line & { tax: string | null })[] => {
  const taxes = listLineTaxes(document, locale)
  return document.lineItems.map((line, i) => ({ ...line, tax: taxes?.[i] ?? null }))
}

const formatTaxes = (taxes: TaxedDocument['taxes'], id: number | null, locale: DocumentLocale, withName = false): string => {
  const parts = id === null ? [] : taxes.filter(({ taxRateId }) => taxRateId === id)
  const texts = parts.map(({ name, percent, category, exemption }) => {
    // What is not subject to VAT has no rate, not even one of zero.
    const rate = category === 'O' ? '' : formatFigureIn(locale, `${percent}%`)
    return withName ? [rate, `(${exemption ?? name})`].filter(Boolean).join(' ') : rate
  })
  return texts.filter(Boolean).join(' + ') || untaxed
}
