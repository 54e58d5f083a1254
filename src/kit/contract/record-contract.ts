import { z } from 'zod'
import type { Field, Fields } from '#model/fields.ts'
import type { recordAddresses } from '#model/record.ts'
import { historyEvent } from '#shared/contract/document-history.ts'
import {
  amount,
  amountInput,
  calendarDay,
  countryCode,
  currency,
  documentLanguage,
  emailList,
  exactDecimal,
  moneyDayInput,
  optionalEmail,
  optionalText,
  optionalUrl,
  orNone,
  partInput,
  percent,
  requiredText,
  rowId,
  signedAmountInput,
  unitPriceInput,
  version,
  wholeNumber,
} from '#shared/contract/fields.ts'
import { paging, searchFilter } from '#shared/contract/lists.ts'
import { adding, del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { unitCodes } from '#shared/units.ts'

const inputs = {
  phone: ({ label, limit }: Field<'phone'>) => optionalText(label, limit),
  email: () => optionalEmail,
  emails: ({ label, most }: Field<'emails'>) => emailList(label, most),
  url: ({ label }: Field<'url'>) => optionalUrl(label),
  money: ({ label, zero }: Field<'money'>) => (zero ? signedAmountInput(label, zero) : amountInput(label)),
  price: ({ label }: Field<'price'>) => unitPriceInput(label),
  moneyDay: ({ label }: Field<'moneyDay'>) => moneyDayInput(label),
  part: ({ label }: Field<'part'>) => partInput(label),
  count: (field: Field<'count'>) => wholeNumber(field.label, field.least ?? 1, field.most),
  // '' is the form's value for none.
  currency: ({ wrong }: Field<'currency'>) => z.union([z.literal('').transform(() => null), currency], wrong).nullish(),
  language: ({ wrong }: Field<'language'>) => z.union([z.literal('').transform(() => null), documentLanguage], wrong).nullish(),
  unit: ({ label }: Field<'unit'>) => z.enum(unitCodes, `${label} must be one of the list, such as HUR for hours`).optional(),
  country: ({ label }: Field<'country'>) => countryCode(label),
  ref: ({ label, wrong }: Field<'ref'>) => z.union([z.literal('').transform(() => null), rowId(label)], wrong).nullish(),
  flag: (_: Field<'flag'>, name: string) => z.boolean(`${name} must be true or false`).optional(),
}
const optionalInputs = {
  money: (field: Field<'money'>) => orNone(inputs.money(field)),
  price: (field: Field<'price'>) => orNone(inputs.price(field)),
  moneyDay: (field: Field<'moneyDay'>) => orNone(inputs.moneyDay(field)),
  part: (field: Field<'part'>) => orNone(inputs.part(field)),
  count: (field: Field<'count'>) => orNone(inputs.count(field)),
}
type Input<F> = F extends { kind: 'text'; isOptional: true }
  ? ReturnType<typeof optionalText>
  : F extends { kind: infer K extends keyof typeof optionalInputs; isOptional: true }
    ? ReturnType<(typeof optionalInputs)[K]>
    : F extends { kind: 'text' }
      ? ReturnType<typeof requiredText>
      : F extends { kind: 'choice'; of: infer Of extends readonly string[] }
        ? z.ZodEnum<{ [Name in Of[number]]: Name }>
        : F extends { kind: infer K extends keyof typeof inputs }
          ? ReturnType<(typeof inputs)[K]>
          : never

const createInput = (field: Field, name: string): z.ZodType => {
  if (field.kind === 'text') return field.isOptional ? optionalText(field.label, field.limit) : requiredText(field.label, field.limit)
  if (field.isOptional && field.kind in optionalInputs) return optionalInputs[field.kind as keyof typeof optionalInputs](field as never)
  if (field.kind !== 'choice') return inputs[field.kind](field as never, name)
  const { of, wrong, missing } = field
  return z.enum(of, { error: ({ input }) => (input === undefined || input === null || input === '' ? missing : wrong) })
}

const replies = {
  ...{ money: () => amount, price: () => exactDecimal, moneyDay: () => calendarDay },
  ...{ part: () => percent, count: () => z.int() },
  ...{ currency: () => currency, language: () => documentLanguage, flag: () => z.boolean(), ref: () => z.int() },
}
type Plain<F> = F extends { kind: infer K extends keyof typeof replies } ? ReturnType<(typeof replies)[K]> : z.ZodString
// A unit is never null: the database has a default.
type Reply<F> = F extends { kind: 'unit' } ? z.ZodString : F extends { isOptional: true } ? z.ZodNullable<Plain<F>> : Plain<F>

const createReply = (field: Field): z.ZodType => {
  const plain = field.kind in replies ? replies[field.kind as keyof typeof replies]() : z.string()
  return field.isOptional && field.kind !== 'unit' ? plain.nullable() : plain
}

/** The schemas of a record's fields in requests and in replies. */
export const recordSchemas = <F extends Fields>(fields: F) => {
  const entries = Object.entries<Field>(fields)
  const input = Object.fromEntries(entries.map(([name, field]) => [name, createInput(field, name)]))
  const reply = Object.fromEntries(entries.map(([name, field]) => [name, createReply(field)]))
  return {
    input: z.strictObject(input as { [Name in keyof F]: Input<F[Name]> }),
    reply: z.object({ id: z.int(), version, ...(reply as { [Name in keyof F]: Reply<F[Name]> }) }),
  }
}

/** For a save that is refused when the record was changed since it was read. */
export const versioned = { version: version.optional() }

/** What a list is filtered and sorted by where nothing more is asked. */
export const plainFilter = z.strictObject(searchFilter)
export const plainSummary = z.object({ count: z.int() })

/** The endpoints that every record has. */
export const recordApi = <
  A extends ReturnType<typeof recordAddresses>,
  I extends z.ZodType,
  U extends z.ZodType,
  R extends z.ZodType,
  Row extends z.ZodType,
  Sorted extends z.ZodRawShape,
  Filter extends z.ZodType,
  Summary extends z.ZodType,
>(
  at: A,
  schemas: { input: I; update: U; reply: R; row: Row; sorted: z.ZodObject<Sorted, z.core.$strict>; filter: Filter; summary: Summary },
) => ({
  list: list(at.list as A['list'], schemas.sorted.extend(paging), schemas.row),
  /** In its own request, so that the first rows don't wait for it. */
  summary: find(at.summary as A['summary'], schemas.filter, schemas.summary),
  /** The list as a CSV file. */
  export: findFile(at.export as A['export'], schemas.sorted),
  one: get(at.one as A['one'], schemas.reply),
  /** Newest first. */
  history: get(at.history as A['history'], z.array(historyEvent)),
  create: adding('record', post(at.create as A['create'], schemas.input, schemas.reply, { status: 201 })),
  update: put(at.update as A['update'], schemas.update, schemas.reply),
  remove: del(at.remove as A['remove']),
  /** Undoes a deletion; the record keeps its id. */
  restore: post(at.restore as A['restore'], noBody, schemas.reply),
})
