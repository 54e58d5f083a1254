import { z } from 'zod'
import { del, get, notInDemo, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { scopes } from '#shared/token-scopes.ts'
import { tokenEndpoints } from './endpoints/account.ts'
import { instant, requiredText } from './fields.ts'

export const maxTokens = 50
/** In days; null: no expiry. */
export const tokenLifetimes = [30, 90, 365, null] as const

export const tokenInput = z.strictObject({
  name: requiredText('Name', textLimits.tokenName),
  scopes: z
    .array(z.enum(scopes, `scopes may hold ${scopes.join(', ')}`), 'scopes must be a list')
    .min(1, 'Choose at least one thing that the token may do')
    .max(scopes.length, 'scopes holds something twice')
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  expiresInDays: z.literal(tokenLifetimes, `expiresInDays must be ${tokenLifetimes.map(String).join(', ')}`),
  /** Required where they are managed here; the code only while two-factor sign-in is on. */
  password: z.string('Password is required').max(800, 'Password is wrong').nullish(),
  code: z.string('Code is required').trim().max(40, 'This code is not right').nullish(),
})

export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  expiresAt: instant.nullable(),
  isExpired: z.boolean(),
  /** With a precision of ten minutes; null when it was never used. */
  lastUsedAt: instant.nullable(),
  lastUsedFrom: z.string().nullable(),
})
export type ApiToken = z.output<typeof apiToken>

export const tokensApi = {
  /** Without revoked ones, newest first. */
  list: get(tokenEndpoints.list, z.array(apiToken)),
  /** `token` is shown only once. */
  create: notInDemo(
    'API tokens',
    post(tokenEndpoints.create, tokenInput, z.object({ token: z.string(), made: apiToken }), { status: 201 }),
  ),
  revoke: del(tokenEndpoints.revoke),
}
