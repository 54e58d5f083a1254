import type { UserDb } from '#server/platform/db/client.ts'

export type PaymentProvider = 'stripe' | 'paypal'

/** Keys that a person gave, none of them blank; those that stay as they are are missing. */
export type SubmittedKeys = {
  stripePublishableKey?: string
  stripeSecretKey?: string
  paypalClientId?: string
  paypalClientSecret?: string
}

/** What a save may change about payments. */
export type PaymentChange = {
  given: SubmittedKeys
  /** The sandbox may no longer stand in. */
  sandboxEnds: boolean
}

/** Keeps the keys that were checked, in the transaction of the save, after the profile's row has those that are no secrets. */
export type SaveKeys = (db: UserDb) => Promise<void>

/**
 * What the profile asks of the payments, which keep the secrets; handed over in app.ts. The two that go around a change close the payment pages of
 * which nobody could be asked afterwards, as well as that can be done within some seconds.
 */
export type PaymentKeys = {
  /**
   * Asks the providers about the keys, and does `work`, which saves; again, with the keys checked anew, when others were saved meanwhile.
   * @throws AppError 400 at the field when a key is no good
   */
  whileGiving<T>(userId: number, change: PaymentChange, work: (keep: SaveKeys) => Promise<T>): Promise<T>
  /** Does `work`, which forgets a provider's keys. */
  whileForgetting<T>(userId: number, provider: PaymentProvider, work: () => Promise<T>): Promise<T>
  /** Forgets a provider's secret, after the profile's row has let go of its other key. */
  forget(db: UserDb, provider: PaymentProvider): Promise<void>
  /** Has providers asked about keys that they weren't asked about yet. */
  look(db: UserDb): Promise<void>
}
