/** What an API token may be allowed to do: an area, and whether it may change anything there. */
export const scopes = [
  ...(['customers:read', 'customers:write', 'items:read', 'items:write', 'expenses:read', 'expenses:write'] as const),
  ...(['invoices:read', 'invoices:write', 'estimates:read', 'estimates:write', 'reports:read', 'profile:read'] as const),
] as const
export type Scope = (typeof scopes)[number]
export type Area = Scope extends `${infer Name}:${string}` ? Name : never

/** Words for people. What only reads can't be changed by any token. */
export const scopeAreas: readonly { area: Area; label: string; hint: string }[] = [
  { area: 'customers', label: 'Customers', hint: 'Their names, addresses and e-mails' },
  { area: 'items', label: 'Items', hint: 'What you sell, and prices' },
  { area: 'invoices', label: 'Invoices', hint: 'With payments by hand and their e-mails' },
  { area: 'estimates', label: 'Estimates', hint: 'With their e-mails' },
  { area: 'expenses', label: 'Expenses', hint: 'With receipts' },
  { area: 'reports', label: 'Reports', hint: 'Dashboard, reports, books and search' },
  { area: 'profile', label: 'Business profile', hint: 'Your business as it stands on papers, and your plan' },
]
export const mayWrite = (area: Area): boolean => scopes.includes(`${area}:write` as Scope)

/**
 * Which area each path belongs to; `null` is for a signed-in person alone. The first that fits counts. What isn't here can't be mounted, so that
 * whoever adds a call decides.
 */
const rules: readonly [path: RegExp, area: Area | readonly Scope[] | null][] = [
  [/^\/api\/customers\/:id\/invoices$/, 'invoices'],
  [/^\/api\/customers\/:id\/estimates$/, 'estimates'],
  [/^\/api\/customers\/:id\/expenses$/, 'expenses'],
  [/^\/api\/customers\/:id\/figures$/, 'reports'],
  // Asked by forms while somebody types.
  [/^\/api\/customers\/similar$/, null],
  [/^\/api\/customers(\/|$)/, 'customers'],
  [/^\/api\/items(\/|$)/, 'items'],
  [/^\/api\/(expenses|receipts)(\/|$)/, 'expenses'],
  [/^\/api\/objects\/upload$/, 'expenses'],
  // Money that goes back through a provider, and questions about it, are decided by a person.
  [/^\/api\/invoices\/:id\/(attempts\/|payments\/:paymentId\/refund$)/, null],
  [/^\/api\/invoices\/:ref\/(create-payment|mark-paid)$/, 'invoices'],
  // Customers' calls, which need no sign-in.
  [/^\/api\/invoices\/:ref\//, null],
  [/^\/api\/(invoices|invoice-numbering)(\/|$)/, 'invoices'],
  // It makes an invoice.
  [/^\/api\/estimates\/:id\/convert$/, ['estimates:write', 'invoices:write']],
  [/^\/api\/(estimates|estimate-numbering)(\/|$)/, 'estimates'],
  [/^\/api\/(reports|dashboard|books|search)(\/|$)/, 'reports'],
  [/^\/api\/(business-profiles?|user\/status)(\/|$)/, 'profile'],
  [/^\/objects\/logos\//, 'profile'],
  // Customers' links, and what anybody may read without a token.
  [/^\/pay\//, null],
  [/^\/api\/(docs|openapi\.json)$/, null],
  [/^\/api\/(account|admin|auth|login|payments|public|billing)(\/|$)/, null],
  [/^\/api\/(get-or-create-subscription|verify-subscription|create-customer-portal)$/, null],
]

/**
 * What a token must be allowed to do so that it may make this call, all of it; null when no token may.
 * @throws Error for a call of which nobody decided that
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
