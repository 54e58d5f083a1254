import { documentKinds, getRecordHeading, type RecordType, recordInfo, recordTypeNames } from './record-types.ts'
import type { ChangeTopic } from './server-events.ts'

/** Scopes of API tokens: an area with read or write access. */
export type Scope = `${RecordType}:${'read' | 'write'}` | 'reports:read' | 'profile:read'
export const scopes: readonly Scope[] = [
  ...recordTypeNames.flatMap((name) => [`${name}:read`, `${name}:write`] as const),
  'reports:read',
  'profile:read',
]
export type Area = Scope extends `${infer Name}:${string}` ? Name : never

/** Areas with their labels. Areas without a write scope are read-only for tokens. */
export const scopeAreas: readonly { area: Area; label: string; hint: string }[] = [
  ...recordTypeNames.map((area) => ({ area, label: getRecordHeading(area), hint: recordInfo[area].scopeHint })),
  { area: 'reports', label: 'Reports', hint: 'Dashboard, reports, books and search' },
  { area: 'profile', label: 'Business profile', hint: 'Your business details and your plan' },
]
/** Whether tokens can have write access to the area. */
export const mayWrite = (area: Area): boolean => scopes.includes(`${area}:write` as Scope)

type Rule = readonly [path: RegExp, area: Area | null, alsoWrites?: RecordType]
/**
 * The area of each path; `null`: not available to tokens. Of some, changes write to another area as well. The first match counts. An endpoint without a match
 * can't be mounted, which forces a decision for each new endpoint.
 */
const rules: readonly Rule[] = [
  [/^\/api\/customers\/:id\/invoices$/, 'invoices'],
  [/^\/api\/customers\/:id\/estimates$/, 'estimates'],
  [/^\/api\/customers\/:id\/expenses$/, 'expenses'],
  [/^\/api\/customers\/:id\/figures$/, 'reports'],
  [/^\/api\/tax-rates(\/|$)/, 'items'],
  [/^\/api\/exchange-rates(\/|$)/, 'invoices'],
  [/^\/api\/recurring-invoices(\/|$)/, 'invoices'],
  [/^\/api\/(reminder-settings|late-fee-rule)$/, 'invoices'],
  // They are in the customer's history.
  [/^\/api\/customers\/:id\/reminders(\/|$)/, 'invoices', 'customers'],
  // Used by forms while the user types.
  [/^\/api\/(customers\/similar|document-preview)$/, null],
  [/^\/api\/receipts(\/|$)/, 'expenses'],
  [/^\/api\/objects\/upload$/, 'expenses'],
  // Refunds through a provider and reviews of payments are decided by a signed-in user.
  [/^\/api\/invoices\/:id\/(attempts\/|payments\/:paymentId\/refund$)/, null],
  [/^\/api\/invoices\/:ref\/(create-payment|mark-paid)$/, 'invoices'],
  // Called by customers without sign-in.
  [/^\/api\/invoices\/:ref\//, null],
  // Settles invoices.
  [/^\/api\/customers\/:id\/(credit\/apply|payments.*)$/, 'invoices'],
  // Creates an invoice.
  [/^\/api\/estimates\/:id\/(convert|progress)$/, 'estimates', 'invoices'],
  // They are open invoices.
  [/^\/api\/books\/opening-balances(\/|$)/, 'invoices'],
  // A choice of the signed-in user about the screen.
  [/^\/api\/dashboard\/first-steps\/dismiss$/, null],
  [/^\/api\/(reports|dashboard|books|search|statement-schedule)(\/|$)/, 'reports'],
  [/^\/api\/(business-profiles?|user\/status)(\/|$)/, 'profile'],
  [/^\/objects\/logos\//, 'profile'],
  ...documentKinds.map((kind): Rule => [new RegExp(`^/api/${kind}-numbering$`), `${kind}s`]),
  ...recordTypeNames.map((name): Rule => [new RegExp(`^/api/${name}(/|$)`), name]),
  // Customers' links and public documentation.
  [/^\/pay\//, null],
  [/^\/api\/(docs|openapi\.json)$/, null],
  [/^\/api\/(account|admin|auth|login|payments|public|billing)(\/|$)/, null],
  [/^\/api\/(get-or-create-subscription|verify-subscription|create-customer-portal)$/, null],
]

/**
 * The scopes that a token needs for an endpoint, all of them; null when no token may call it.
 * @throws Error for an endpoint without a rule
 */
export const getRequiredScopes = ({ method, path }: { method: string; path: string }): readonly Scope[] | null => {
  const rule = rules.find(([known]) => known.test(path))
  if (!rule) throw new Error(`Say in shared/token-scopes.ts whether an API token may call ${method} ${path}`)
  const [, area, alsoWrites] = rule
  const scope = `${area}:${method === 'GET' ? 'read' : 'write'}`
  if (!isScope(scope)) return null
  return alsoWrites && method !== 'GET' ? [scope, `${alsoWrites}:write`] : [scope]
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** The area that a change of each kind of data belongs to; null for what follows from other changes, and for what no token may change. */
const topicAreas: Record<ChangeTopic, RecordType | null> = {
  ...(Object.fromEntries(recordTypeNames.map((name) => [name, name])) as { [Name in RecordType]: Name }),
  payments: 'invoices',
  'recurring-invoices': 'invoices',
  reminders: 'invoices',
  'late-fees': 'invoices',
  'exchange-rates': 'invoices',
  'tax-rates': 'items',
  statements: null,
  profile: null,
  books: null,
  account: null,
}

/** The scope that a token needs for a transaction that announces a change of this kind of data; null for none. */
export const getWriteScope = (topic: ChangeTopic | 'sessions'): Scope | null => {
  const area = topic === 'sessions' ? null : topicAreas[topic]
  return area && `${area}:write`
}

const credit = 'when credit of a credit note is applied to an invoice, or an application of it is undone'
/**
 * The endpoints that write to another area in some cases only, and when: a token then needs this scope too. It is for the documentation; a request is refused
 * by what it changes.
 */
export const conditionalScopes: Readonly<Record<string, readonly [scope: Scope, when: string]>> = {
  'POST /api/estimates': ['invoices:write', 'for an accepted estimate, which becomes an invoice'],
  'PUT /api/estimates/:id': ['invoices:write', 'for an estimate that becomes accepted, and an invoice'],
  'POST /api/credit-notes': ['invoices:write', 'for a credit note of an invoice'],
  'POST /api/credit-notes/:id/void': ['invoices:write', 'for a credit note of an invoice'],
  'POST /api/books/opening-balances': ['credit-notes:write', 'for credit of a customer'],
  'POST /api/books/opening-balances/import': ['credit-notes:write', 'for credit of a customer'],
  'POST /api/customers/:id/credit/apply': ['credit-notes:write', credit],
  'POST /api/invoices': ['credit-notes:write', credit],
  'PUT /api/invoices/:id': ['credit-notes:write', credit],
  'POST /api/invoices/:id/undo-send': ['credit-notes:write', credit],
  'POST /api/invoices/:id/credit-applications': ['credit-notes:write', credit],
  'POST /api/invoices/:id/credit-applications/:applicationId/reverse': ['credit-notes:write', credit],
  'DELETE /api/customers/:id/cards/:cardId': ['invoices:write', 'when the card was to pay an invoice'],
}
