import type { z } from 'zod'
import { importFields } from '#modules/imports/fields.ts'
import { buildSample, readSchema, type Source, type Values } from '#server/testing/from-schema.ts'
import { addDays, today } from '#shared/dates.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { documentKinds, type ImportKind } from '#shared/record-types.ts'
import { getReferences, type Tenant } from './references.ts'

/** The first password of users with an account of the bundled provider. */
export const password = 'correct horse battery'
/** The password that they change it to. */
const newPassword = 'staple battery horse'

/** Of fields that a value of their type would not do for. */
const usual: Values = {
  ...{ from: '2026-01-01', to: '2026-12-31', dueDate: '2026-01-31', expiryDate: '2030-01-31', startDay: '2030-01-31' },
  ...{ time: '08:00', timeZone: 'UTC', currency: 'EUR', unitPrice: '83.17', percent: '9.975', offsetDays: 5, untilHour: 17, occurrence: 9 },
  ...{ code: '123456', csv: 'currency,day,rate\nEUR,2026-01-03,1.2345', pdfPrimaryColor: '#1e40af', pdfAccentColor: '#1e40af' },
  ...{ website: 'https://example.com', receiptUrl: 'https://example.com', otherEmails: 'again@customer.example', reply: 'disputed' },
  ...{ exemptionCode: undefined, exemptionReason: undefined },
  instalments: [{ dueDate: '2027-01-31' }, { dueDate: '2027-02-28' }],
}
/** Of fields that are sent wherever they may be. */
const getAlways = (own: Tenant): Values => ({
  ...{ status: 'sent', email: 'mine-now@example.com', password: newPassword, unknownCustomers: 'empty', reference: 'Mine now' },
  ...getReferences(own),
  // A used one could not be changed any more.
  ...{ taxRateId: undefined, defaultTaxRateId: undefined },
})

/** What single calls send, of required fields and of others; undefined is left out. */
const exceptions: readonly (readonly [calls: RegExp, sent: (own: Tenant) => Values])[] = [
  [/^PUT \/api\/business-profile\/bank-accounts$/, () => ({ password, accounts: [{ holder: 'Mine', iban: 'DE89370400440532013000' }] })],
  [/^POST \/api\/account\/email$/, () => ({ password })],
  [/^POST \/api\/account\/password$/, () => ({ current: password, next: newPassword })],
  [/^POST \/api\/account\/delete$/, ({ email }) => ({ email })],
  [/^GET \/api\/search$/, () => ({ q: 'SECRET' })],
  [/^GET \/api\/reports(\/export)?$/, ({ ids }) => ({ type: 'statement', customerId: ids.customers })],
  [/^GET \/api\/books\/closings\/preview$/, () => ({ throughDay: '2026-01-31' })],
  [/^POST \/api\/books\/manual-entries$/, () => ({ template: 'bank-fee', debitAccount: 6020, creditAccount: 1000 })],
  // The entry is a fee, and no money.
  [/^POST \/api\/customers\/:id\/payments$/, () => ({ unassignedEntryId: undefined })],
  // Credit has no due date, what is owed needs one.
  [/^POST \/api\/books\/opening-balances$/, () => ({ dueDate: '2026-01-31' })],
  [/^POST \/api\/books\/closings$/, () => ({ throughDay: '2020-02-29' })],
  [/^POST \/api\/customers\/similar$/, () => ({ name: 'SECRET-1' })],
  [/\/try-address$/, () => ({ address: 'again@customer.example' })],
  [/\/(deposits?|progress)$/, () => ({ percent: '10' })],
  [/^(POST|PUT) \/api\/business-profile(\/:id)?$/, () => ({ logoUrl: undefined })],
  [/\/paypal-order$/, () => ({ amount: 83.17, currency: 'USD' })],
  [/\/late-fee-rule$/, () => ({ amount: '12.00' })],
  // A note for an invoice has no lines of its own.
  [
    /^POST \/api\/credit-notes$/,
    () => ({
      amount: 1,
      customerId: undefined,
      lineItems: undefined,
      orderNumber: undefined,
      buyerReference: undefined,
      project: undefined,
    }),
  ],
  [/\/payments\/:paymentId\/refund$/, () => ({ amount: 1 })],
  // Within a year of the real clock, which these tests have.
  [/\/scheduled-send$/, () => ({ day: addDays(today(new Date(), 'UTC'), 30) })],
]

/** A row of a file, with a customer of another user's. */
const buildRow = (kind: ImportKind): Values =>
  Object.fromEntries(
    importFields[kind]
      .filter(({ required, type }) => required || type === 'customer')
      .map(({ name, type }) => [
        name,
        { amount: '1', day: '2026-01-02', category: 'Travel', customer: 'SECRET-1' }[type as string] ?? 'Mine now',
      ]),
  )

/** The name of an endpoint in these tests and their failures. */
export const getEndpointName = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`

const sampleInput = (endpoint: AnyEndpoint, schema: z.ZodType, own: Tenant, defaults: Values, more: Partial<Source>): unknown => {
  const [, kind] = /([\w-]+)\/import$/.exec(endpoint.path) ?? []
  const special = exceptions.filter(([calls]) => calls.test(getEndpointName(endpoint))).map(([, sent]) => sent(own))
  return buildSample(readSchema(schema), {
    text: () => `Mine ${endpoint.method}`,
    ...more,
    usual: { ...usual, ...getReferences(own), ...(kind && kind in importFields && { values: buildRow(kind as ImportKind) }) },
    always: Object.assign({}, defaults, ...special, more.always),
  })
}

/**
 * The body that `own` sends, made from the endpoint's schema, so that refusals are those of authorization and not of validation; undefined for none.
 * @param more how texts are made, and further values
 */
export const buildBody = (endpoint: AnyEndpoint, own: Tenant, more: Partial<Source> = {}): unknown =>
  endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : sampleInput(endpoint, endpoint.body, own, getAlways(own), more)

/** The query that `own` sends. */
export const buildQuery = (endpoint: AnyEndpoint, own: Tenant): Record<string, string> =>
  toText(endpoint.query ? (sampleInput(endpoint, endpoint.query, own, {}, {}) as object) : {})
const toText = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Other values of the fields of a query, each alone: all of a choice, and what finds records. */
export const listFurtherQueries = (endpoint: AnyEndpoint, own: Tenant): Record<string, string>[] => {
  const schema = endpoint.query ? readSchema(endpoint.query) : {}
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // There are too many currencies.
    const isChoice = field.enum && name !== 'currency'
    const values =
      searches[name] ??
      (isChoice ? field.enum! : [buildSample(field, { usual: { ...usual, ...getReferences(own) }, always: {}, text: () => '1' }, name)])
    return values.map((value) => ({ [name]: String(value) }))
  })
}
/** With words of the reader's and of others', misspelled too: then all words of the user's records are searched. */
const searches: Readonly<Record<string, readonly string[]>> = { search: ['BEA', 'SECRET'], q: ['BEA', 'BFA-1', 'SECRFT', '83.17'] }

/** Path parameters that do not refer to records. */
const constantParams: Record<string, string> = {
  provider: 'stripe',
  // Every user has entries from 1 on, and the same accounts.
  entry: '1',
  account: '1200',
  // Every user has exchange rates of the same currencies and days.
  currency: 'EUR',
  day: '2026-01-02',
}

/** The path parameters of a call for the records of `owner`. @throws Error for a parameter that is not known here */
export const buildPathParams = (
  { path }: AnyEndpoint,
  { ids, deleted, emailIds, parts, publicIds, ...owner }: Tenant,
): Record<string, string> => {
  const [, , first = '', second = ''] = path.split('/')
  const kind = first === 'account' || first === 'books' ? second : first
  const getValue = (name: string): string | number | undefined => {
    if (name === 'publicId') return publicIds[documentKinds.find((type) => path.includes(`/${type}/`)) ?? 'invoice']
    if (name === 'name' && path.startsWith('/objects/logos/')) return owner.logoPath.split('/').at(-1)
    if (name === 'ref' && kind === 'sessions') return owner.sessionRef
    if (name === 'id' || name === 'ref') return (path.endsWith('/restore') ? deleted : ids)[kind]
    return constantParams[name] ?? (name === 'emailId' ? emailIds[kind] : parts[name])
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return Object.fromEntries(
    names.map((name) => {
      const value = getValue(name)
      if (value === undefined) throw new Error(`${path}: what does :${name} stand for? Say so in samples.ts`)
      return [name, String(value)]
    }),
  )
}

/** Whether the path refers to records. */
export const hasRecordParams = ({ path }: AnyEndpoint): boolean => [...path.matchAll(/:(\w+)/g)].some(([, name]) => !constantParams[name!])

/** Builds the URL of a call. */
export const buildUrl = ({ path }: AnyEndpoint, params: Record<string, string>, query: Record<string, string> = {}): string => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const queryString = new URLSearchParams(query).toString()
  return queryString ? `${url}?${queryString}` : url
}
