import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'
import { formatMaxAmount } from '#shared/amount-limits.ts'
import {
  type AmountProblem,
  type ContentLine,
  computeContentTotals,
  type DocumentContent,
  findAmountProblem,
  hasLineRates,
} from '#shared/content-totals.ts'
import type { Currency } from '#shared/currencies.ts'
import { findDeliveryProblem } from '#shared/delivery.ts'
import {
  type Deduction,
  type DocumentDraft,
  type LineDraft,
  listSavedLines,
  parseDiscount,
  withoutLineNumber,
} from '#shared/draft-totals.ts'
import { toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { findDocumentTextProblem } from '#shared/text-limits.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import type { FormConfig } from './form-config.ts'
import type { FormDraft } from './form-draft.ts'

export type CheckedAmounts = Omit<DocumentContent, 'lineItems'> & {
  currency: Currency
  lineItems: readonly (ContentLine & { description: string })[]
  deliveryDate?: string | null | undefined
  deliveryUntil?: string | null | undefined
  notes?: string | null | undefined
  terms?: string | null | undefined
}
export type FormResolver<Checked extends FieldValues> = Resolver<FormDraft, unknown, Checked>

type AddIssue = (path: PropertyKey[], message: string) => unknown

/** In the form's words: a field doesn't say where it is. */
const placeProblem = (
  { path, message }: AmountProblem,
  { lineItems, currency }: CheckedAmounts,
): { path: PropertyKey[]; message: string } => {
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  const tooLarge = (label: string) => `${label} must be at most ${formatMaxAmount(currency)}`
  if (parts.at(-1) === 'unitPrice') return { path: parts, message: tooLarge('Line total') }
  if (path === 'subtotal') return { path: ['lineItems', lineItems.length - 1, 'unitPrice'], message: tooLarge('Subtotal') }
  if (path === 'total') return { path: ['taxAmount'], message: tooLarge('Total') }
  return { path: parts, message: withoutLineNumber(message) }
}

const withDeductions = (form: CheckedAmounts, deductions: readonly Deduction[]): DocumentContent => ({
  ...form,
  lineItems: [...form.lineItems, ...deductions],
})

/** Amounts must fit into the database, discounts into their base. */
const checkSums = (form: CheckedAmounts, deductions: readonly Deduction[], addIssue: AddIssue): void => {
  const problem = findAmountProblem(withDeductions(form, deductions), form.currency, getTaxRates())
  if (!problem) return
  const { path, message } = placeProblem(problem, form)
  addIssue(path, message)
}

/** As requests have it; what is neither an amount nor a percentage is left for the contract to refuse. */
const splitDiscount = <Draft extends { discount: string }>({ discount, ...draft }: Draft, currency: Currency) => {
  const parsed = parseDiscount(discount, currency)
  if (parsed) return { ...draft, ...parsed, discountAmount: parsed.discountAmount && toDecimal(parsed.discountAmount) }
  const typed = discount.trim()
  return typed.endsWith('%')
    ? { ...draft, discountPercent: typed.slice(0, -1), discountAmount: null }
    : { ...draft, discountPercent: null, discountAmount: typed }
}

/** Wholly empty lines are left out, and an empty rate or tax amount means zero. Both are left out when lines name their rates. */
const filled = (draft: FormDraft, lines: readonly LineDraft[], currency: Currency) => {
  const lineItems = lines.map((each) => {
    const { itemTaxRateId: _, isTaxedLikeItems: __, ...line } = splitDiscount(each, currency)
    return line
  })
  const { taxRate, taxAmount, deductions: ___, businessName, businessCountry, businessCurrency, ...others } = splitDiscount(draft, currency)
  const { repeats, plan, parts, partsEvery, ...rest } = others
  return {
    ...rest,
    ...(hasLineRates(draft) ? { taxRate: '0' } : { taxRate: taxRate.trim() || '0', taxAmount: taxAmount.trim() || '0' }),
    deliveryDate: draft.deliveryDate || null,
    deliveryUntil: draft.deliveryUntil || null,
    exchangeRate: draft.exchangeRate?.trim() || null,
    lineItems,
  }
}
type FilledDraft = ReturnType<typeof filled>

/** A discount has one field in the form, and two in requests. */
const placeDiscount = (errors: FieldErrors<FormDraft>): FieldErrors<FormDraft> => {
  const { discountAmount, discountPercent, ...others } = errors as FieldErrors<FormDraft> &
    Record<'discountAmount' | 'discountPercent', never>
  const problem = discountAmount ?? discountPercent
  return problem ? { ...others, discount: problem } : others
}

/** The index among the saved lines is not that in the form. */
const placeErrors = (errors: FieldErrors<FormDraft>, lines: readonly number[]): FieldErrors<FormDraft> => {
  const { lineItems, ...others } = placeDiscount(errors)
  // The lines together have an error of their own.
  if (!Array.isArray(lineItems)) return lineItems ? { ...others, lineItems } : others
  const moved = Object.entries(lineItems).map(([key, error]) => [lines[Number(key)] ?? key, error && placeDiscount(error)])
  return { ...others, lineItems: Object.assign([], Object.fromEntries(moved)) }
}

export const withoutIds = <Draft extends Pick<FilledDraft, 'lineItems'>>(draft: Draft): object => ({
  ...draft,
  lineItems: draft.lineItems.map(({ id: _, ...line }) => line),
})

/** As the contract names them. What the form does not show is left out. */
const toContractNames = ({ number, endDate, status, terms, ...draft }: FilledDraft, { labels, fields, own }: Names) => ({
  ...draft,
  ...(labels.number && { [fields.number]: number }),
  ...(labels.endDate && { [fields.endDate]: endDate }),
  ...(labels.terms && { terms }),
  ...('status' in own && { status }),
})
const toFormNames = (errors: FieldErrors<FormDraft>, { number, endDate }: Names['fields']): FieldErrors<FormDraft> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name === number ? 'number' : name === endDate ? 'endDate' : name, error]),
  )

type Names = Pick<FormConfig, 'labels' | 'fields' | 'own'>
type ResolverOptions = {
  /** What the contract does not ask, of lines as they are typed; told beside all other faults. */
  refine?: (lines: readonly LineDraft[], addIssue: AddIssue) => void
  /** Removes what the contract doesn't know; by default, the ids of saved lines. */
  prepare?: (draft: FilledDraft) => object
  deductions?: readonly Deduction[]
}

/** @param names of the fields in the contract; null where `prepare` knows them */
export const formResolver = <Checked extends FieldValues & CheckedAmounts>(
  contract: z.ZodType<Checked>,
  names: Names | null,
  { refine = () => {}, prepare = withoutIds, deductions = [] }: ResolverOptions = {},
): FormResolver<Checked> => {
  const schema = contract.check(({ value, issues }) => {
    const addIssue: AddIssue = (path, message) => issues.push({ code: 'custom', input: value, path, message })
    checkSums(value, deductions, addIssue)
    const delivery = findDeliveryProblem(value)
    if (delivery) addIssue([delivery.path], delivery.message)
    const textProblem = findDocumentTextProblem(value)
    if (textProblem) addIssue(['lineItems'], textProblem)
  })
  const check = zodResolver(schema as never) as unknown as FormResolver<Checked>
  return async (draft, context, options) => {
    const lines = listSavedLines(draft, draft.currency, getTaxRates())
    const saved = filled(
      draft,
      lines.map(({ line }) => line),
      draft.currency,
    )
    const prepared = prepare(names ? (toContractNames(saved, names) as FilledDraft) : saved)
    const result = await check(prepared as unknown as FormDraft, context, options)
    const found = { ...result.errors }
    refine(saved.lineItems as unknown as LineDraft[], (path, message) => {
      const at = path.join('.')
      if (!get(found, at)) set(found, at, { type: 'custom', message })
    })
    const places = lines.map(({ index }) => index)
    const placed = placeErrors(found, places)
    const errors = names ? toFormNames(placed, names.fields) : placed
    return { values: Object.keys(errors).length > 0 ? {} : result.values, errors } as typeof result
  }
}

const lineFields = /^lineItems\.(\d+)\.(\w+)$/
/** Fields of the contract that the form shows at another field. */
const shownAt: Readonly<Record<string, string>> = {
  ...{
    discountPercent: 'discount',
    discountAmount: 'discount',
    total: 'unitPrice',
    itemId: 'description',
    followsItemPrice: 'description',
  },
}

/** The field of a path that the server names; undefined for a line that the form has not. @param names of a type's own fields */
export const toFormField = (
  path: string,
  draft: DocumentDraft & { currency: Currency },
  names?: { number: string; endDate: string },
): string | undefined => {
  if (path === names?.number) return 'number'
  if (path === names?.endDate) return 'endDate'
  if (path === 'discountPercent' || path === 'discountAmount') return 'discount'
  const [, index, field] = lineFields.exec(path) ?? []
  if (field === undefined) return path
  // Wholly empty lines were not sent.
  const line = listSavedLines(draft, draft.currency, getTaxRates())[Number(index)]?.index
  return line === undefined ? undefined : `lineItems.${line}.${shownAt[field] ?? field}`
}

/** In wire format. An unedited custom tax is sent unchanged: it equals the saved one, so all amounts match those on the screen. */
export const withTotals = <Form extends CheckedAmounts>(form: Form, deductions: readonly Deduction[] = []) => {
  const totals = computeContentTotals(withDeductions(form, deductions), form.currency, getTaxRates())
  return {
    ...form,
    taxRate: formatHundredths(form.taxRate),
    taxAmount: toDecimal(totals.taxAmount),
    discountAmount: form.discountAmount == null ? null : toDecimal(form.discountAmount),
    subtotal: toDecimal(totals.subtotal),
    total: toDecimal(totals.total),
    lineItems: form.lineItems.map((line: Form['lineItems'][number], i) => ({
      ...line,
      discountAmount: line.discountAmount == null ? null : toDecimal(line.discountAmount),
      total: toDecimal(totals.lines[i]!.total),
    })),
  }
}

/** @param proposed the number that is suggested: unless the user edited it, the document gets the next one when it is sent */
export const toDraftBody = <Checked extends CheckedAmounts>(checked: Checked, numberField: string, proposed?: string) => {
  const body = withTotals(checked)
  return { ...body, ...((body as FieldValues)[numberField] === proposed ? { drawNumber: true } : {}) }
}
