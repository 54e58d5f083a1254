import { type Scope, scopeAreas } from '#shared/token-scopes.ts'

/** 'Invoices: read and write · Customers: read', in the order in which they are chosen. */
export const formatScopes = (scopes: readonly Scope[]): string =>
  scopeAreas
    .flatMap(({ area, label }) => {
      const acts = scopes.filter((scope) => scope.startsWith(`${area}:`)).map((scope) => scope.split(':')[1])
      return acts.length === 0 ? [] : [`${label}: ${acts.length === 2 ? 'read and write' : acts[0]}`]
    })
    .join(' · ')

/** How long a token may be good, as the choice says it. */
export const formatLifetime = (days: number | null): string =>
  days === null ? 'It doesn’t end by itself' : days === 365 ? '1 year' : `${days} days`
