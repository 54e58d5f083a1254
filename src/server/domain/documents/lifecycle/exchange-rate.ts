import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { documentRate } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentTotals } from '#shared/document-totals.ts'
import { computeHomeTotals, exceedsHome, type HomeTotals, homeRate } from '#shared/exchange-rates.ts'
import type { Amount } from '#shared/money.ts'

/** All null while no rate is known. */
export type StoredRate = z.output<z.ZodObject<typeof documentRate>>

/** `day` and `source` are null in the home currency. */
export type ChosenRate = { rate: string; day: Day | null; source: StoredRate['rateSource'] }

const ownRate: ChosenRate = { rate: homeRate, day: null, source: null }

type Currencies = { currency: Currency; homeCurrency: Currency }

const refuse = (path: string, message: string, status: 400 | 409 = 400): never => {
  throw new AppError(status, message, { issues: [{ path, message }] })
}

/** Null while the user typed none; 1 in the home currency. @throws AppError 400 for another rate in the home currency */
export const chooseRate = (
  { noun }: DocumentType,
  { currency, homeCurrency }: Currencies,
  { exchangeRate, issueDate }: { exchangeRate?: string | null | undefined; issueDate: Day },
): ChosenRate | null => {
  if (currency !== homeCurrency) return exchangeRate == null ? null : { rate: exchangeRate, day: issueDate, source: 'typed' }
  if (exchangeRate != null && exchangeRate !== homeRate)
    refuse('exchangeRate', `Leave the exchange rate empty: this ${noun} is in ${currency}, the currency of your business`)
  return ownRate
}

type Before = Omit<StoredRate, 'homeTotal'> & { currency: Currency; status: string }

/** Whether a stored document was in the home currency when it was written. */
export const isInHomeCurrency = ({ exchangeRate, rateSource }: Pick<Before, 'exchangeRate' | 'rateSource'>): boolean =>
  exchangeRate !== null && rateSource === null

/**
 * What the edit leaves out stays, also when the issue date changes: only the owner changes the rate of an issued document.
 * @throws AppError 400 as `chooseRate`; 409 for another currency of an issued document
 */
export const chooseEditedRate = (
  type: DocumentType,
  { currency, homeCurrency }: Currencies,
  before: Before,
  edit: { exchangeRate?: string | null | undefined; issueDate: Day },
): ChosenRate | null => {
  const isDraft = before.status === 'draft'
  if (currency !== before.currency && !isDraft)
    refuse(
      'currency',
      `The currency of an issued ${type.noun} stays ${before.currency}. Duplicate it to get a new one in ${currency}.`,
      409,
    )
  const isKept = edit.exchangeRate === before.exchangeRate || edit.exchangeRate === undefined || (edit.exchangeRate === null && !isDraft)
  if (currency !== before.currency || currency === homeCurrency || !isKept || before.exchangeRate === null)
    return chooseRate(type, { currency, homeCurrency }, edit)
  // What was typed into a draft is the rate of its issue date.
  const day = isDraft && before.rateSource === 'typed' ? edit.issueDate : before.rateDay
  return { rate: before.exchangeRate, day, source: before.rateSource }
}

/** Null without a rate, and in the home currency (the totals are the home totals). @throws AppError 400 when too large to store */
export const convertTotals = (
  totals: Pick<DocumentTotals<Amount>, 'groups' | 'rounding' | 'total'>,
  chosen: ChosenRate | null,
  homeCurrency: Currency,
): HomeTotals | null => {
  if (!chosen || chosen.source === null) return null
  if (exceedsHome(totals.total, chosen.rate)) refuse('exchangeRate', `The total in ${homeCurrency} is too large: check the exchange rate`)
  return computeHomeTotals(totals, chosen.rate, homeCurrency)
}

export const toStoredRate = (chosen: ChosenRate | null, home: HomeTotals | null, total: Amount): StoredRate => ({
  exchangeRate: chosen?.rate ?? null,
  rateDay: chosen?.day ?? null,
  rateSource: chosen?.source ?? null,
  homeTotal: chosen ? (home?.total ?? total) : null,
})
