import type { UserDb } from '#server/platform/db/client.ts'

export type PaymentProvider = 'stripe' | 'paypal'

/** Keys that a person gave, none of them blank; those that stay as they are are missing. */
export type GivenKeys = {
  stripePublishableKey?: string
  stripeSecretKey?: string
  paypalClientId?: string
  paypalClientSecret?: string
}

/**
 * What the profile asks of the payments, which keep the secrets; handed over in app.ts. The two that go around a change close the payment pages of
 * which nobody could be asked afterwards, as well as that can be done within some seconds.
 */
export type PaymentKeys = {
  /** Does `work`, which keeps the keys that were given. */
  whileGiving<T>(userId: number, given: GivenKeys, work: () => Promise<T>): Promise<T>
  /** Keeps the secrets among them, after the profile's row has the others. */
  keep(db: UserDb, given: GivenKeys): Promise<void>
  /** Does `work`, which forgets a provider's keys. */
  whileForgetting<T>(userId: number, provider: PaymentProvider, work: () => Promise<T>): Promise<T>
  /** Forgets a provider's secret, after the profile's row has let go of its other key. */
  forget(db: UserDb, provider: PaymentProvider): Promise<void>
}
