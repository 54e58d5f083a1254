import { z } from 'zod'
import { emailAddress, instant } from './fields.ts'

/** It gets no emails of this business, because they bounce or its owner reported one as spam. */
export const bouncedAddress = z.object({
  address: z.string(),
  kind: z.enum(['bounce', 'complaint']),
  /** In the mail server's words; null for a complaint. */
  reason: z.string().nullable(),
  at: instant,
})
export type BouncedAddress = z.output<typeof bouncedAddress>

export const tryAddressInput = z.strictObject({ address: emailAddress })
