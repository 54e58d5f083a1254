import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './env.ts'

export type Sealed = { keyId: string; sealed: Buffer }
export type Secrets = {
  /** Encrypts; `place` (table, column, owner) is bound in, so that a sealed value copied to another row can't be opened there. */
  seal(plain: string, place: string): Sealed
  /** @throws when the key, the place or the bytes aren't the ones it was sealed with. */
  open(sealed: Sealed, place: string): string
}

const algorithm = 'aes-256-gcm'

/** AES-256-GCM with a random 96-bit nonce: nonce, tag and text in one buffer. @param key 32 bytes */
export const createSecrets = (key: Buffer): Secrets => {
  const keyId = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)
  return {
    seal: (plain, place) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return { keyId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    open: ({ keyId: usedKey, sealed }, place) => {
      if (usedKey !== keyId)
        throw new SettingError(
          `The database holds secrets that were sealed with another key (${usedKey}; the one in use is ${keyId}). Set SECRET_KEY, or restore DATA_DIR/secret.key, to the key that this database was first started with.`,
        )
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** The master key: from the environment (base64), else from a file that is made at first start and must be kept with the data. */
export const masterKey = (fromEnv: string | null, dataDir: string): Buffer => {
  if (fromEnv) return Buffer.from(fromEnv, 'base64')
  const path = join(dataDir, 'secret.key')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    // Written aside and linked, so that two first starts at one moment agree on one key and no half-written file is ever read.
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
    chmodSync(draft, 0o600)
    try {
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new SettingError(`The key file ${path} doesn't hold 32 bytes in base64. Restore it from your backup.`)
  return key
}
