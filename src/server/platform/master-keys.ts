import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './env.ts'

/** Where the master keys are read: the present one first, then those that may still be needed to open what was sealed before. */
export type MasterKeys = { read(): Buffer[] }

/** A file that holds a key a line, the present one first. */
export type KeyFile = MasterKeys & {
  path: string
  /** Puts these keys in the place of those that are there; whoever reads meanwhile gets the one or the other, whole. */
  write(keys: readonly Buffer[]): void
  /** Removes what a process left that was killed while it wrote. */
  clearDrafts(): void
}

/** A key a line, in base64. */
export const parseKeys = (text: string): Buffer[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'))

const writeSafely = (path: string, keys: readonly Buffer[]) => {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, keys.map((key) => key.toString('base64')).join('\n'))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chmodSync(path, 0o600)
}

/**
 * The key file of a data folder, made at its first use; it must be kept with the data.
 * @throws SettingError when what is there isn't a key a line
 */
export const keyFile = (dataDir: string): KeyFile => {
  const path = join(dataDir, 'secret.key')
  const draft = `${path}.${process.pid}`
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    // Written aside and linked, so that two first starts at one moment agree on one key and no half-written file is ever read.
    writeSafely(draft, [randomBytes(32)])
    try {
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  return {
    path,
    read: () => {
      const keys = parseKeys(readFileSync(path, 'utf8'))
      if (keys.length === 0 || keys.some((key) => key.length !== 32))
        throw new SettingError(`The key file ${path} doesn't hold 32 bytes in base64. Restore it from your backup.`)
      return keys
    },
    write: (keys) => {
      writeSafely(draft, keys)
      renameSync(draft, path)
    },
    clearDrafts: () => {
      for (const name of readdirSync(dataDir)) if (/^secret\.key\.\d+$/.test(name)) rmSync(join(dataDir, name), { force: true })
    },
  }
}

/**
 * The master keys: from the environment (base64) when one is set there, else from the key file.
 * @param previous former keys of the environment, for opening only
 */
export const masterKey = (fromEnv: string | null, dataDir: string, previous: readonly string[] = []): MasterKeys => {
  if (!fromEnv) return keyFile(dataDir)
  const keys = [fromEnv, ...previous].map((text) => Buffer.from(text, 'base64'))
  return { read: () => keys }
}
