import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SettingError } from '#server/platform/config/env.ts'
import { getKeyId, type MasterKeys } from './master-keys.ts'

export type EncryptedValue = { keyId: string; sealed: Buffer }
export type Secrets = {
  /** Encrypts with the present key; `place` (table, column, owner) is bound in, so that a sealed value copied to another row can't be opened there. */
  encrypt(plain: string, place: string): EncryptedValue
  /** @throws when the key, the place or the bytes aren't the ones it was sealed with. */
  decrypt(sealed: EncryptedValue, place: string): string
  /** By what the present key is known beside the data that it sealed. */
  getCurrentKeyId(): string
}

const algorithm = 'aes-256-gcm'

/**
 * AES-256-GCM with a random 96-bit nonce: nonce, tag and text in one buffer. Seals with the present key, opens with it and with former ones.
 * @param keys one key of 32 bytes, or where the keys are read: they may change while this process runs
 */
export const createSecrets = (keys: Buffer | MasterKeys): Secrets => {
  const read = Buffer.isBuffer(keys) ? () => [keys] : keys.read
  // What was once known stays known: a row that was fetched before its key was retired can still be opened.
  const known = new Map<string, Buffer>()
  const present = (): { keyId: string; key: Buffer } => {
    const all = read().map((key) => ({ keyId: getKeyId(key), key }))
    for (const { keyId, key } of all) known.set(keyId, key)
    return all[0]!
  }
  present()

  const keyOf = (keyId: string): Buffer => {
    const key = known.get(keyId)
    if (key) return key
    // Somebody may have changed the key since it was read.
    const now = present().keyId
    const found = known.get(keyId)
    if (found) return found
    throw new SettingError(
      `The database holds secrets that were sealed with another key (${keyId}; the one in use is ${now}). Set SECRET_KEY, or restore DATA_DIR/secret.key, to the key that this database was first started with.`,
    )
  }

  return {
    // Read anew each time: what is sealed with a key that has just been retired could never be opened.
    encrypt: (plain, place) => {
      const { keyId, key } = present()
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { keyId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    decrypt: ({ keyId, sealed }, place) => {
      const decipher = createDecipheriv(algorithm, keyOf(keyId), sealed.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    getCurrentKeyId: () => present().keyId,
  }
}

export { loadMasterKeys } from './master-keys.ts'
