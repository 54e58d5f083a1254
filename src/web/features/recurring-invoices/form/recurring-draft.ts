import type { ResolverResult } from 'react-hook-form'
import type { z } from 'zod'
import { maxDueDays } from '#shared/business-defaults.ts'
import { type RecurringInvoiceWire, recurringInvoiceForm, recurringSchedule } from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day, isDay, today } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { type DocumentReferences, mapReferences } from '#shared/document-references.ts'
import { computedTax, formatDiscount } from '#shared/draft-totals.ts'
import { fillPlaceholders } from '#shared/invoice-placeholders.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { type Frequency, lastDayOfMonth, listDays } from '#shared/recurrence.ts'
import { daysBetween, type FormDraft, trimZeros } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withoutIds } from '#web/documents/form/form-resolver.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'

/** Texts that may not be valid yet. */
export type ScheduleDraft = {
  startDay: string
  frequency: Frequency
  every: string
  /** 1 (Monday) to 7; empty for the start's own. */
  weekdays: number[]
  monthly: 'start' | 'last' | 'chosen'
  /** 1 to 31, and -1 for the last day. */
  monthDays: number[]
  ends: 'never' | 'date' | 'count'
  untilDay: string
  maxCount: string
  time: string
  timeZone: string
  /** '' for the terms of the customer. */
  dueDays: string
  sending: 'send' | 'draft'
  /** Counts only while invoices are sent. */
  chargesSavedCard: boolean
  /** The first day with the new contents; '' in a new one. */
  contentFrom: string
}
type ContentDraft = Pick<
  FormDraft,
  | ('customerId' | 'currency' | 'taxRate' | 'taxAmount' | 'pricesIncludeTax' | 'discount' | 'notes' | 'terms' | 'lineItems')
  | keyof DocumentReferences
>
/** The contents have the names that all forms of documents share. */
export type RecurringDraft = ContentDraft & ScheduleDraft

/** Months that are shorter use their last day, so that the day is kept in the longer ones. */
const shortestMonth = 28

type New = { now?: Date; timeZone: string }

export const newSchedule = ({ now = new Date(), timeZone }: New, dueDays = ''): ScheduleDraft => ({
  ...{ startDay: today(now, timeZone), frequency: 'monthly', every: '1', weekdays: [], monthly: 'start', monthDays: [] },
  ...{ ends: 'never', untilDay: '', maxCount: '', time: '08:00', timeZone, dueDays },
  ...{ sending: 'send', chargesSavedCard: false, contentFrom: '' },
})

/** The same every month, from the next month on that has not begun. The document itself is the first one. */
export const repeatMonthly = (
  issueDate: string,
  { now = new Date(), timeZone }: New,
): Pick<ScheduleDraft, 'startDay' | 'monthly' | 'monthDays'> => {
  const current = today(now, timeZone)
  if (!isDay(issueDate)) return { startDay: current, monthly: 'start', monthDays: [] }
  const rule = { startDay: issueDate, frequency: 'monthly', every: 1, onDays: [], untilDay: null } as const
  const after = addDays(issueDate > current ? issueDate : current, 1)
  const startDay = listDays(rule, after, 1)[0] ?? current
  const date = Number(issueDate.slice(8, 10))
  // A start on February 28 would end what was monthly on the 31st.
  return date > shortestMonth ? { startDay, monthly: 'chosen', monthDays: [date] } : { startDay, monthly: 'start', monthDays: [] }
}

const withComputedTax = (content: Omit<ContentDraft, 'taxAmount'>): ContentDraft => {
  const draft = { ...content, taxAmount: '0.00' }
  return { ...draft, taxAmount: computedTax(draft, draft.currency, getTaxRates()) }
}

export const toContent = (draft: FormDraft): ContentDraft => {
  const { customerId, currency, taxRate, pricesIncludeTax, discount, notes, terms, lineItems } = draft
  return withComputedTax({
    ...{ customerId, currency, taxRate, pricesIncludeTax, discount, notes, terms },
    ...mapReferences((name) => draft[name]),
    lineItems: lineItems.map((line) => ({ ...line, id: null, followsItemPrice: false })),
  })
}

/** When an invoice is due by the terms of its customer. */
type Propose = (issueDate: Day) => Day

/** Those between the dates of an invoice; '' where these are by the terms of the customer. */
export const countDueDays = ({ issueDate, endDate }: Pick<FormDraft, 'issueDate' | 'endDate'>, propose: Propose): string => {
  if (!isDay(issueDate) || !isDay(endDate)) return ''
  return propose(issueDate) === endDate ? '' : String(Math.min(Math.max(0, daysBetween({ issueDate, endDate })), maxDueDays))
}

export const fromDocument = (draft: FormDraft, own: New, dueDays?: string): RecurringDraft => ({
  ...toContent(draft),
  ...newSchedule(own, dueDays),
  ...repeatMonthly(draft.issueDate, own),
})

/** Of one that is not saved, which is the first itself. */
export const startWith = (
  draft: FormDraft,
  own: New,
  { frequency, every }: Pick<ScheduleDraft, 'frequency' | 'every'>,
  propose: Propose,
): RecurringDraft => {
  const repeated = fromDocument(draft, own, countDueDays(draft, propose))
  const current = today(own.now ?? new Date(), own.timeZone)
  const startDay = isDay(draft.issueDate) && draft.issueDate > current ? draft.issueDate : current
  return { ...repeated, frequency, every, startDay, monthly: 'start', monthDays: [] }
}

/** @param draft what isn't a number of days yet counts as none */
export const findDueDate = ({ dueDays }: Pick<ScheduleDraft, 'dueDays'>, day: Day, propose: Propose): Day => {
  const days = dueDays.trim()
  return days === '' ? propose(day) : addDays(day, /^\d{1,3}$/.test(days) ? Number(days) : 0)
}

/** The first invoice, for its preview. */
export const toFirstInvoice = (draft: RecurringDraft, language: DocumentLanguage, propose: Propose, now = new Date()): FormDraft => {
  const { schedule } = parseSchedule(draft)
  const [day = today(now, draft.timeZone), nextDay = null] = schedule ? listFirstDays(schedule, { lastDone: null, madeCount: 0 }, 2) : []
  const dueDate = findDueDate(draft, day, propose)
  const fill = (text: string) => fillPlaceholders(text, { day, nextDay, dueDate, language })
  return {
    ...draft,
    ...{ number: '', issueDate: day, endDate: dueDate, deliveryDate: '', deliveryUntil: '', exchangeRate: null, status: 'draft' },
    ...{ notes: fill(draft.notes), terms: fill(draft.terms) },
    lineItems: draft.lineItems.map((line) => ({ ...line, description: fill(line.description) })),
  }
}

/** What of it stays when it is not repeated after all. */
export const toDocument = ({
  customerId,
  currency,
  taxRate,
  taxAmount,
  pricesIncludeTax,
  discount,
  notes,
  terms,
  lineItems,
  ...draft
}: RecurringDraft) => ({
  ...{ customerId, currency, taxRate, taxAmount, pricesIncludeTax, discount, notes, terms },
  ...mapReferences((name) => draft[name]),
  lineItems: lineItems.map(({ followsItemPrice: _, ...line }) => line),
})

const toMonthly = (onDays: readonly number[]): ScheduleDraft['monthly'] =>
  onDays.length === 0 ? 'start' : onDays.length === 1 && onDays[0] === lastDayOfMonth ? 'last' : 'chosen'

export const savedDraft = (saved: RecurringInvoiceWire): RecurringDraft => {
  const { content, frequency, onDays, untilDay, maxCount } = saved
  const { currency } = content
  return {
    ...withComputedTax({
      customerId: String(saved.customerId),
      currency,
      taxRate: trimZeros(content.taxRate),
      pricesIncludeTax: content.pricesIncludeTax,
      discount: formatDiscount(content.discountPercent, content.discountAmount ?? '0.00', currency),
      ...mapReferences((name) => content[name] ?? ''),
      notes: content.notes ?? '',
      terms: content.terms ?? '',
      lineItems: content.lineItems.map(({ quantity, unitPrice, discountPercent, discountAmount, ...line }) => ({
        ...line,
        id: null,
        quantity: trimZeros(quantity),
        unitPrice: toInputAmount(unitPrice, currency),
        discount: formatDiscount(discountPercent, discountAmount ?? '0.00', currency),
      })),
    }),
    startDay: saved.startDay,
    frequency,
    every: String(saved.every),
    weekdays: frequency === 'weekly' ? onDays : [],
    monthly: frequency === 'monthly' ? toMonthly(onDays) : 'start',
    monthDays: frequency === 'monthly' && toMonthly(onDays) === 'chosen' ? onDays : [],
    ends: untilDay !== null ? 'date' : maxCount !== null ? 'count' : 'never',
    untilDay: untilDay ?? '',
    maxCount: maxCount === null ? '' : String(maxCount),
    time: saved.time,
    timeZone: saved.timeZone,
    dueDays: saved.dueDays?.toString() ?? '',
    sending: saved.sendsInvoices ? 'send' : 'draft',
    chargesSavedCard: saved.chargesSavedCard,
    contentFrom: saved.nextDay ?? saved.startDay,
  }
}

const toOnDays = ({ frequency, weekdays, monthly, monthDays }: ScheduleDraft): number[] => {
  if (frequency === 'weekly') return weekdays
  if (frequency !== 'monthly' || monthly === 'start') return []
  return monthly === 'last' ? [lastDayOfMonth] : monthDays
}

/** What isn't valid yet is left for the contract to refuse. */
export const toScheduleInput = (draft: ScheduleDraft) => {
  const { startDay, frequency, every, ends, untilDay, maxCount, time, timeZone } = draft
  return {
    ...{ startDay, frequency, every, onDays: toOnDays(draft), time, timeZone },
    untilDay: ends === 'date' ? untilDay : null,
    maxCount: ends === 'count' ? maxCount : null,
  }
}

/** Null until all of it is valid, with the first reason. */
export const parseSchedule = (draft: ScheduleDraft) => {
  const parsed = recurringSchedule.safeParse(toScheduleInput(draft))
  if (!parsed.success) return { schedule: null, reason: parsed.error.issues[0]!.message }
  const { untilDay = null, maxCount = null, ...rest } = parsed.data
  return { schedule: { ...rest, untilDay, maxCount }, reason: undefined }
}

export type CheckedRecurring = z.output<typeof recurringInvoiceForm>

const prepare = (filled: object): object => {
  const draft = withoutIds(filled as Parameters<typeof withoutIds>[0]) as RecurringDraft &
    Record<'discountPercent' | 'discountAmount', unknown>
  const { customerId, currency, taxRate, pricesIncludeTax, discountPercent, discountAmount, notes, terms, lineItems } = draft
  return {
    ...toScheduleInput(draft),
    ...{ customerId, currency, taxRate, pricesIncludeTax, discountPercent, discountAmount, notes, terms, lineItems },
    ...mapReferences((name) => draft[name]),
    dueDays: draft.dueDays,
    sendsInvoices: draft.sending === 'send',
    // Its checkbox is shown only while invoices are sent.
    chargesSavedCard: draft.sending === 'send' && draft.chargesSavedCard,
    ...(draft.contentFrom === '' ? {} : { contentFrom: draft.contentFrom }),
  }
}

/** Without a chosen day the contract would take the start's own. */
const findMonthDaysProblem = ({ frequency, monthly, monthDays }: RecurringDraft) =>
  frequency === 'monthly' && monthly === 'chosen' && monthDays.length === 0
    ? { monthDays: { type: 'custom', message: 'Choose at least one day' } }
    : undefined

const resolveContract = formResolver<CheckedRecurring>(recurringInvoiceForm as z.ZodType<CheckedRecurring>, null, { prepare })

export const recurringResolver: FormResolver<CheckedRecurring> = async (
  draft,
  context,
  options,
): Promise<ResolverResult<FormDraft, CheckedRecurring>> => {
  const result = await resolveContract(draft, context, options)
  const problem = findMonthDaysProblem(draft as unknown as RecurringDraft)
  return problem ? { values: {}, errors: { ...result.errors, ...problem } as typeof result.errors } : result
}

/** @param version of the one that is edited */
export const toBody = ({ contentFrom, ...checked }: CheckedRecurring, version?: number) => {
  const {
    orderNumber,
    buyerReference,
    project,
    taxRate,
    pricesIncludeTax,
    discountPercent,
    discountAmount,
    currency,
    notes,
    terms,
    lineItems,
    ...schedule
  } = checked
  const toText = (amount: typeof discountAmount) => (amount == null ? null : toDecimal(amount))
  return {
    ...schedule,
    ...(version === undefined ? {} : { version, ...(contentFrom ? { contentFrom } : {}) }),
    content: {
      ...{ pricesIncludeTax, discountPercent, currency, notes, terms, orderNumber, buyerReference, project },
      taxRate: formatHundredths(taxRate),
      discountAmount: toText(discountAmount),
      lineItems: lineItems.map((line) => ({ ...line, discountAmount: toText(line.discountAmount) })),
    },
  }
}

/** The first days that are not done; `lastDone` is null when none is. */
export const listFirstDays = (
  schedule: NonNullable<ReturnType<typeof parseSchedule>['schedule']>,
  { lastDone, madeCount }: { lastDone: Day | null; madeCount: number },
  atMost: number,
): Day[] => {
  const from = lastDone !== null && lastDone >= schedule.startDay ? addDays(lastDone, 1) : schedule.startDay
  const left = schedule.maxCount === null ? atMost : Math.min(atMost, Math.max(0, schedule.maxCount - madeCount))
  return listDays(schedule, from, left)
}
