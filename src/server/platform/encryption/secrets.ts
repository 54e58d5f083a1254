import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SettingError } from '#server/platform/config/env.ts'
import { getKeyId, type MasterKeys } from './master-keys.ts'

/** `sealed` is the nonce, the authentication tag and the ciphertext in one buffer. */
export type EncryptedValue = { keyId: string; sealed: Buffer }
export type Secrets = {
  /** The `context` (table, column, owner) is authenticated: a value that is copied to another row cannot be decrypted there. */
  encrypt(plain: string, context: string): EncryptedValue
  decrypt(value: EncryptedValue, context: string): string
  getCurrentKeyId(): string
}

const algorithm = 'aes-256-gcm'

/**
 * AES-256-GCM with a random 96-bit nonce. Encrypts with the current key, decrypts with it and with former ones. Keys have 32 bytes; their
 * source may change while this process runs.
 */
export const createSecrets = (keys: Buffer | MasterKeys): Secrets => {
  const read = Buffer.isBuffer(keys) ? () => [keys] : keys.read
  // Keys are never forgotten: a row that was fetched before its key was retired can still be decrypted.
  const known = new Map<string, Buffer>()
  const readCurrent = (): { keyId: string; key: Buffer } => {
    const all = read().map((key) => ({ keyId: getKeyId(key), key }))
    for (const { keyId, key } of all) known.set(keyId, key)
    return all[0]!
  }
  readCurrent()

  const getKey = (keyId: string): Buffer => {
    const key = known.get(keyId)
    if (key) return key
    // The key may have been rotated since it was read.
    const currentId = readCurrent().keyId
    const found = known.get(keyId)
    if (found) return found
    throw new SettingError(
      `The database holds secrets that were encrypted with another key (${keyId}; the one in use is ${currentId}). Set SECRET_KEY, or restore DATA_DIR/secret.key, to the key that this database was first started with.`,
    )
  }

  return {
    // The keys are read each time: what a retired key encrypts could never be decrypted.
    encrypt: (plain, context) => {
      const { keyId, key } = readCurrent()
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { keyId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    decrypt: ({ keyId, sealed }, context) => {
      const decipher = createDecipheriv(algorithm, getKey(keyId), sealed.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    getCurrentKeyId: () => readCurrent().keyId,
  }
}

export { loadMasterKeys } from './master-keys.ts'
