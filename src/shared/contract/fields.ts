import { z } from 'zod'
import { maxAmount } from '#shared/amount-limits.ts'
import { isCountryCode } from '#shared/countries.ts'
import { currencyCodes } from '#shared/currencies.ts'
import { type Day, isDay, isTimeZone } from '#shared/dates.ts'
import { type DayKind, findDayProblem } from '#shared/day-limits.ts'
import { languageCodes } from '#shared/document-languages.ts'
import { splitAddresses } from '#shared/email-addresses.ts'
import { type Amount, formatAmount, normalizeDecimal, parseAmount, parseFixed, parseSum, type Sum, toDecimal, zero } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { countLineBreaks, type TextLimit, textLimits } from '#shared/text-limits.ts'
import { findVatIdProblem } from '#shared/vat-ids.ts'

const wholeThousandths = z.custom<Amount>((value) => Number.isSafeInteger(value))
const hundredths = z.custom<number>((value) => Number.isSafeInteger(value))
const decimalText = /^-?\d{1,13}(\.\d{0,20})?$/

/** JSON numbers are parsed from their digits; 1e21 and NaN are not amounts. */
const asText = (value: string | number) => (typeof value === 'number' ? String(value) : value.trim())
const decimals = (value: string | number) => asText(value).split('.')[1]?.replace(/0+$/, '').length ?? 0

/** A decimal number in a request, as text or JSON number. @param most the number of decimals it may have */
function numberText(label: string, most: number) {
  return z
    .union([z.string(), z.number()], {
      error: ({ input }) => (input === undefined || input === null ? `${label} is required` : `${label} must be a number, like 12.50`),
    })
    .refine((value) => asText(value) !== '', { error: `${label} is required`, abort: true })
    .refine((value) => decimalText.test(asText(value)), { error: `${label} must be a number, like 12.50`, abort: true })
    .refine((value) => decimals(value) <= most, { error: `${label} can have at most ${most} decimals`, abort: true })
}

/** The number of decimals of quantities and unit prices. */
export const maxDecimals = 6

/** A quantity or a unit price in a reply: decimal text in JSON and in code, with at least two decimals: "1.50", "0.012345". */
export const exactDecimal = z.string()
/** A percentage in a reply: decimal text in JSON and in code, without trailing zeros: "9.975". */
export const percent = z.string()

type Most = { value: number; text: string }
const mostItems: Most = { value: 99_999_999_990, text: '99,999,999.99' }
/** In any currency; that of its own is asked where that is known, see `amount-limits.ts`. */
const mostMoney: Most = { value: maxAmount, text: formatAmount(maxAmount) }

/** Decimal text in JSON and in code, with at least two decimals: "1.5" is "1.50". */
const exact = (
  label: string,
  { belowMin, isTooSmall, most }: { belowMin: string; isTooSmall: (millionths: number) => boolean; most: Most },
) =>
  z.codec(
    numberText(label, maxDecimals)
      .refine((value) => !isTooSmall(parseFixed(asText(value), maxDecimals)), { error: belowMin, abort: true })
      .refine((value) => parseFixed(asText(value), maxDecimals) <= most.value * 1000, `${label} must be at most ${most.text}`)
      .refine((value) => parseFixed(asText(value), maxDecimals) >= -most.value * 1000, `${label} must be at least -${most.text}`),
    exactDecimal,
    { decode: (value) => normalizeDecimal(asText(value)), encode: (value) => value },
  )
/** A quantity with up to six decimals, negative for what is returned or corrected. @param belowMin the message for zero */
export const quantityInput = (label: string, { belowMin }: { belowMin: string }) =>
  exact(label, { belowMin, isTooSmall: (millionths) => millionths === 0, most: mostItems })
/** A unit price with up to six decimals. @param belowMin the message for one below zero */
export const unitPriceInput = (label: string, { belowMin = `${label} must be at least 0.00` }: { belowMin?: string } = {}) =>
  exact(label, { belowMin, isTooSmall: (millionths) => millionths < 0, most: mostMoney })

const limitedPercent = (label: string, least: number, most: number, message: string) =>
  z.codec(
    numberText(label, 4).refine((value) => {
      const percent = parseFixed(asText(value), 4)
      return percent >= least && percent <= most
    }, message),
    percent,
    { decode: (value) => normalizeDecimal(asText(value), 0), encode: (value) => value },
  )
/** A percentage from 0 to 100 with up to four decimals: text without trailing zeros in code ("9.975"). */
export const percentInput = (label: string) => limitedPercent(label, 0, 1_000_000, `${label} must be from 0 to 100`)
/** The same, of which something is taken and something is left. */
export const partInput = (label: string) => limitedPercent(label, 1, 999_999, `${label} must be above 0 and below 100`)

/** '' is the form's value for none. */
export const orNone = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema], { error: ({ errors }) => errors?.[1]?.[0]?.message }).nullish()

/** A percentage that the customer keeps; null or 0 for none. */
export const withholdingInput = orNone(percentInput('Withholding tax').transform((percent) => (percent === '0' ? null : percent)))

/** Home units per unit of another currency, with up to ten decimals: text without trailing zeros in code ("1.0842"). */
export const exchangeRateInput = z.codec(
  numberText('Exchange rate', 10)
    .refine((value) => /[1-9]/.test(asText(value)) && !asText(value).startsWith('-'), {
      error: 'Exchange rate must be above 0',
      abort: true,
    })
    .refine((value) => Number(asText(value).split('.')[0]) < 1e10, 'Exchange rate must be below 10,000,000,000'),
  z.string(),
  { decode: (value) => normalizeDecimal(asText(value), 0), encode: (value) => value },
)

/**
 * An amount in a request, as text or JSON number: "12.30" in JSON. It has at most the three decimals of a dinar, and is within the limit of any currency;
 * that it fits its own is asked where that is known, see `findCurrencyProblem`.
 * @param label the field's name in messages, e.g. 'Amount'
 * @param options.min 1 for amounts above zero
 */
export const amountInput = (label: string, { min = 0, belowMin }: { min?: 0 | 1; belowMin?: string } = {}) =>
  z.codec(
    numberText(label, 3)
      .refine((value) => parseFixed(asText(value), 3) >= min, {
        error: belowMin ?? `${label} must be at least ${toDecimal(zero)}`,
        abort: true,
      })
      .refine((value) => parseFixed(asText(value), 3) <= mostMoney.value, `${label} must be at most ${mostMoney.text}`),
    wholeThousandths,
    { decode: (value) => parseAmount(asText(value)), encode: toDecimal },
  )

/** An amount in a request as `amountInput` takes it, but with a sign. @param zero the message for zero, where it is refused */
export const signedAmountInput = (label: string, zero?: string) =>
  z.codec(
    numberText(label, 3)
      .refine((value) => zero === undefined || parseFixed(asText(value), 3) !== 0, { error: zero ?? '', abort: true })
      .refine((value) => parseFixed(asText(value), 3) <= mostMoney.value, `${label} must be at most ${mostMoney.text}`)
      .refine((value) => parseFixed(asText(value), 3) >= -mostMoney.value, `${label} must be at least -${mostMoney.text}`),
    wholeThousandths,
    { decode: (value) => parseAmount(asText(value)), encode: toDecimal },
  )

/** A percentage from 0 to 100 with at most two decimals, in hundredths of a percent: "8.25" is 825. */
export const taxRateInput = z.codec(
  z
    .union([z.string(), z.number()], 'Tax rate must be a number from 0 to 100')
    .refine((value) => decimalText.test(asText(value)), { error: 'Tax rate must be a number from 0 to 100', abort: true })
    .refine((value) => decimals(value) <= 2, { error: 'Tax rate can have at most 2 decimals', abort: true })
    .refine((value) => parseFixed(asText(value), 2) >= 0 && parseFixed(asText(value), 2) <= 10_000, 'Tax rate must be from 0 to 100'),
  hundredths,
  { decode: (value) => parseFixed(asText(value), 2), encode: formatHundredths },
)

/** An amount in a reply: "12.30" in JSON. */
export const amount = z.codec(z.string(), wholeThousandths, { decode: parseAmount, encode: toDecimal })
/** What many documents come to, in a reply: exact at any size, "12.30" in JSON. */
export const sum = z.codec(
  z.string(),
  z.custom<Sum>((value) => typeof value === 'bigint'),
  { decode: parseSum, encode: toDecimal },
)
/** An ISO 4217 code. */
export const documentLanguage = z.enum(languageCodes, 'Choose one of the languages')
export const documentLocale = z.union([documentLanguage, z.templateLiteral([documentLanguage, '-', z.string()])])
export const currency = z.enum(currencyCodes, 'Currency must be a code of ISO 4217, like EUR')
/** A rate in a reply: "1.50" in JSON, hundredths in code. */
export const decimal = z.codec(z.string(), hundredths, { decode: (text) => parseFixed(text, 2), encode: formatHundredths })

const dayShape = z.custom<Day>((value) => typeof value === 'string' && isDay(value))

/** A calendar day in a request; an ISO date-time is accepted and keeps its calendar day as written. */
export const dayInput = (label: string) =>
  z.codec(
    z
      .string(`${label} is required`)
      .min(1, { error: `${label} is required`, abort: true })
      .refine(
        (text) => /^\d{4}-\d{2}-\d{2}($|T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$)/.test(text) && isDay(text.slice(0, 10)),
        `${label} must be a day that exists, like 2026-01-31`,
      ),
    dayShape,
    { decode: (text) => text.slice(0, 10) as Day, encode: (value) => value },
  )
const limitedDay = (kind: DayKind, label: string) =>
  dayInput(label).check(({ value, issues }) => {
    const message = isDay(value) ? findDayProblem(kind, label, value) : undefined
    if (message) issues.push({ code: 'custom', input: value, message })
  })
/** The day of money in a request: from 1990 to today. */
export const moneyDayInput = (label: string) => limitedDay('money', label)
/** The day of a document in a request, such as its due date: from 1990 to five years ahead. */
export const documentDayInput = (label: string) => limitedDay('document', label)
/** A calendar day in a reply. */
export const calendarDay = dayShape

/** An instant in a reply: ISO text in JSON, a Date in code. */
export const instant = z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (at) => at.toISOString() })

/** PostgreSQL can't store NUL characters or lone surrogates. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const controls = /[\p{Cc}\u2028\u2029]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
const controlsInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** @returns the message when the text has invalid characters or too many line breaks, else undefined */
const characterProblem = (label: string, limit: TextLimit, text: string): string | undefined => {
  if (!isStorable(text)) return `${label} has a character that can't be stored`
  if (typeof limit === 'number') return controls.test(text) ? `${label} must be one line, without tabs or control characters` : undefined
  if (controlsInLines.test(text)) return `${label} has a control character in it: paste it as plain text`
  return countLineBreaks(text) > limit.lineBreaks ? `${label} can have at most ${limit.lineBreaks} line breaks` : undefined
}

const limitText = (schema: z.ZodString, label: string, limit: TextLimit) => {
  const most = typeof limit === 'number' ? limit : limit.characters
  const problem = (text: unknown) => (typeof text === 'string' ? characterProblem(label, limit, text) : undefined)
  return schema
    .max(most, `${label} can have at most ${most.toLocaleString('en-US')} characters`)
    .refine((text) => problem(text) === undefined, { error: ({ input }) => problem(input) })
}

/** Required text: trimmed, limited in characters and line breaks, without characters that the database can't store. */
export const requiredText = (label: string, limit: TextLimit) =>
  limitText(
    z
      .string(`${label} is required`)
      .trim()
      .min(1, { error: `${label} is required`, abort: true }),
    label,
    limit,
  )

/** The same for optional text. */
export const optionalText = (label: string, limit: TextLimit) => limitText(z.string(`${label} must be text`).trim(), label, limit).nullish()

/** A time of day in a request. */
export const timeInput = z.string('Time must be like 08:00').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be like 08:00')

/** An IANA time zone in a request. */
export const timeZoneInput = requiredText('Time zone', textLimits.timeZone).refine(
  isTimeZone,
  'Time zone must be one of the list, like America/New_York',
)

/** The id of a row: a bigint in the database, and a safe integer in code; as a JSON number or as digits (select elements submit text). */
export const rowId = (label: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,16}$/, `${label} is required`)], `${label} is required`)
    .transform(Number)
    .pipe(z.int(`${label} is required`).min(1, `${label} is required`))

/** A whole number in a request, as a JSON number or as digits. @param label the field's name in messages */
export const wholeNumber = (label: string, min: number, max: number) => {
  const message = `${label} must be a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/, message),
      ],
      message,
    )
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message))
}

/** The version of the record that was edited; saving a stale copy is refused. */
export const version = z
  .int('version must be the whole number that the record came with')
  .min(1, 'version must be at least 1')
  .max(2_147_483_647, 'version must be at most 2147483647')

/** An email address. */
export const emailAddress = z
  .email('Enter a valid email, like name@example.com')
  .max(textLimits.email, `Email can have at most ${textLimits.email} characters`)

/** An optional email address. */
export const optionalEmail = z.union([z.literal(''), emailAddress]).nullish()

/** An optional list of email addresses, separated by commas. @param max how many there can be */
export const emailList = (label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .max(max * (textLimits.email + 2), `${label} can have at most ${max} addresses`)
    .transform(splitAddresses)
    .superRefine((addresses, { addIssue }) => {
      if (addresses.length > max) addIssue({ code: 'custom', message: `${label} can have at most ${max} addresses` })
      const wrong = addresses.find((address) => !emailAddress.safeParse(address).success)
      if (wrong !== undefined) addIssue({ code: 'custom', message: `Enter valid emails, like name@example.com: not ${wrong.slice(0, 80)}` })
    })
    .transform((addresses) => addresses.join(', '))
    .nullish()

/** An optional URL: http or https only, so that no link runs a script or opens a file. */
export const optionalUrl = (label: string) =>
  z
    .string(`${label} must be a web address, like https://example.com/receipt.pdf`)
    .trim()
    .max(textLimits.webAddress, `${label} can have at most ${textLimits.webAddress.toLocaleString('en-US')} characters`)
    .refine((text) => text === '' || isWebAddress(text), `${label} must be a web address that begins with http:// or https://`)
    .nullish()

function isWebAddress(text: string) {
  // Without spaces, control characters and user names, so that the displayed URL can't be misleading.
  return /^https?:\/\/[^\s\\/?#@\p{Cc}]+([/?#][^\s\p{Cc}]*)?$/iu.test(text) && text.isWellFormed() && z.url().safeParse(text).success
}

/** Contact fields of customers and businesses in requests. */
export const contactInput = {
  email: optionalEmail,
  phone: optionalText('Phone', textLimits.phone),
  address: optionalText('Address', textLimits.address),
  city: optionalText('City', textLimits.place),
  state: optionalText('State', textLimits.place),
  zipCode: optionalText('ZIP code', textLimits.zipCode),
  country: optionalText('Country', textLimits.place),
}

/** Contact fields in replies. */
export const contactReply = {
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  country: z.string().nullable(),
}

/** The optional tax rate of a record; '' is the form's value for none. */
export const taxRateReference = z
  .union([z.literal('').transform(() => null), rowId('Tax rate')], 'Choose a tax rate of the list, or none')
  .nullish()

/** Two letters of ISO 3166-1; the country's name as printed is a field of its own. */
export const countryCode = (label: string) =>
  z
    .string(`${label} must be text`)
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || isCountryCode(code), `${label} must be two letters of ISO 3166, like DE`)
    .nullish()

/** What taxes ask of businesses in requests; refine the object with `checkVatId`. */
export const taxContactInput = { vatId: optionalText('VAT id', textLimits.taxNumber), countryCode: countryCode('Country code') }

/** Checks a VAT id by its prefix or by the country. */
export const checkVatId = (
  { vatId, countryCode }: { vatId?: string | null | undefined; countryCode?: string | null | undefined },
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void => {
  const message = vatId ? findVatIdProblem(vatId, countryCode || null) : undefined
  if (message !== undefined) addIssue({ code: 'custom', path: ['vatId'], message })
}

/** In replies. */
export const taxContactReply = { vatId: z.string().nullable(), countryCode: z.string().nullable() }
