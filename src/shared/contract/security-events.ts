import { z } from 'zod'
import { list } from '#shared/endpoint.ts'
import { securityEventEndpoints } from './endpoints/account.ts'
import { instant } from './fields.ts'
import { paging } from './lists.ts'

export const securityEventKinds = [
  ...(['account_created', 'signed_in', 'signed_in_app', 'sign_in_refused', 'signed_out', 'sessions_ended'] as const),
  ...(['password_changed', 'password_reset_asked', 'password_reset', 'email_change_asked', 'email_changed', 'email_taken'] as const),
  ...(['two_factor_on', 'two_factor_off', 'recovery_codes_made', 'recovery_code_used'] as const),
  ...(['payment_keys_saved', 'payment_keys_removed', 'bank_accounts_changed', 'token_made', 'token_revoked', 'export_made'] as const),
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

export const securityEvent = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(securityEventKinds),
  /** From the user agent, e.g. 'Firefox on Linux'; null when unknown. */
  device: z.string().nullable(),
  /** null for automatic actions of the server. */
  address: z.string().nullable(),
  /** Such as the provider or a token's name; never a secret. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type SecurityEvent = z.output<typeof securityEvent>

/** In days. */
export const securityEventRetentionDays = 400

export const securityEventsApi = {
  events: list(securityEventEndpoints.events, z.strictObject({ ...paging }), securityEvent),
}
