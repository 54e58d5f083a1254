import type { UserDb } from '#server/platform/db/client.ts'

export type PaymentProvider = 'stripe' | 'paypal'

/** None is blank; unchanged keys are missing. */
export type SubmittedKeys = {
  stripePublishableKey?: string
  stripeSecretKey?: string
  paypalClientId?: string
  paypalClientSecret?: string
}

export type PaymentChange = {
  given: SubmittedKeys
  sandboxEnds: boolean
}

/** Called in the transaction that saves the profile, after the profile's row has the public keys. */
export type SaveKeys = (db: UserDb) => Promise<void>

/**
 * Passed in by app.ts. The first two close payment pages whose payments could not be verified afterwards, as far as that is possible within
 * some seconds.
 */
export type PaymentKeys = {
  /**
   * `work` saves the profile. Starts again when another request saved keys meanwhile.
   * @throws AppError 400 with the field of a key that is not valid
   */
  changeKeys<T>(userId: number, change: PaymentChange, work: (saveKeys: SaveKeys) => Promise<T>): Promise<T>
  removeKeys<T>(userId: number, provider: PaymentProvider, work: () => Promise<T>): Promise<T>
  /** Called after the profile's row has lost the public key. */
  forget(db: UserDb, provider: PaymentProvider): Promise<void>
  look(db: UserDb): Promise<void>
}
