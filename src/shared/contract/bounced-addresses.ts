import { z } from 'zod'
import { emailAddress, instant } from './fields.ts'

/** An address that gets no emails of this business, because they bounce or its owner reported one as spam. */
export const bouncedAddress = z.object({
  address: z.string(),
  kind: z.enum(['bounce', 'complaint']),
  /** Why emails bounce, in the mail server's words; null for a complaint. */
  reason: z.string().nullable(),
  at: instant,
})
export type BouncedAddress = z.output<typeof bouncedAddress>

/** Which of a customer's addresses may get emails again. */
export const tryAddressInput = z.strictObject({ address: emailAddress })
