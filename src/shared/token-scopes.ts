/** Scopes of API tokens: an area with read or write access. */
export const scopes = [
  ...(['customers:read', 'customers:write', 'items:read', 'items:write', 'expenses:read', 'expenses:write'] as const),
  ...(['invoices:read', 'invoices:write', 'estimates:read', 'estimates:write', 'reports:read', 'profile:read'] as const),
] as const
export type Scope = (typeof scopes)[number]
export type Area = Scope extends `${infer Name}:${string}` ? Name : never

/** Areas with their labels. Areas without a write scope are read-only for tokens. */
export const scopeAreas: readonly { area: Area; label: string; hint: string }[] = [
  { area: 'customers', label: 'Customers', hint: 'Names, addresses and emails' },
  { area: 'items', label: 'Items', hint: 'Items, services and prices' },
  { area: 'invoices', label: 'Invoices', hint: 'Including manual payments and emails' },
  { area: 'estimates', label: 'Estimates', hint: 'Including emails' },
  { area: 'expenses', label: 'Expenses', hint: 'Including receipts' },
  { area: 'reports', label: 'Reports', hint: 'Dashboard, reports, books and search' },
  { area: 'profile', label: 'Business profile', hint: 'Your business details and your plan' },
]
/** Whether tokens can have write access to the area. */
export const mayWrite = (area: Area): boolean => scopes.includes(`${area}:write` as Scope)

/**
 * The area or scopes of each path; `null`: not available to tokens. The first match counts. An endpoint without a match can't be mounted, which
 * forces a decision for each new endpoint.
 */
const rules: readonly [path: RegExp, area: Area | readonly Scope[] | null][] = [
  [/^\/api\/customers\/:id\/invoices$/, 'invoices'],
  [/^\/api\/customers\/:id\/estimates$/, 'estimates'],
  [/^\/api\/customers\/:id\/expenses$/, 'expenses'],
  [/^\/api\/customers\/:id\/figures$/, 'reports'],
  // Used by forms while the user types.
  [/^\/api\/customers\/similar$/, null],
  [/^\/api\/customers(\/|$)/, 'customers'],
  [/^\/api\/items(\/|$)/, 'items'],
  [/^\/api\/(expenses|receipts)(\/|$)/, 'expenses'],
  [/^\/api\/objects\/upload$/, 'expenses'],
  // Refunds through a provider and reviews of payments are decided by a signed-in user.
  [/^\/api\/invoices\/:id\/(attempts\/|payments\/:paymentId\/refund$)/, null],
  [/^\/api\/invoices\/:ref\/(create-payment|mark-paid)$/, 'invoices'],
  // Called by customers without sign-in.
  [/^\/api\/invoices\/:ref\//, null],
  [/^\/api\/(invoices|invoice-numbering)(\/|$)/, 'invoices'],
  // Creates an invoice.
  [/^\/api\/estimates\/:id\/convert$/, ['estimates:write', 'invoices:write']],
  [/^\/api\/(estimates|estimate-numbering)(\/|$)/, 'estimates'],
  [/^\/api\/(reports|dashboard|books|search)(\/|$)/, 'reports'],
  [/^\/api\/(business-profiles?|user\/status)(\/|$)/, 'profile'],
  [/^\/objects\/logos\//, 'profile'],
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
  const [, area] = rule
  if (area === null || typeof area !== 'string') return area
  const scope = `${area}:${method === 'GET' ? 'read' : 'write'}`
  return isScope(scope) ? [scope] : null
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)
