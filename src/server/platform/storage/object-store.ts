import { randomBytes } from 'node:crypto'
import type { UploadLinks } from './upload-links.ts'

/** Keys consist of a purpose, a user id and random digits, never of user input. */
export type ObjectStore = {
  /** Atomically; replaces an existing object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is none. @throws AppError 413 when it is larger than `maxBytes` */
  get(key: string, maxBytes?: number): Promise<Uint8Array | null>
  stat(key: string): Promise<{ size: number } | null>
  remove(key: string): Promise<void>
}

/** Files are sent to this server's own URLs, because no bucket's URL can be limited to one file of one size. */
export type UploadStore = ObjectStore & { links: UploadLinks }

const keyShape = /^[a-z]{1,20}\/[1-9]\d{0,15}\/[0-9a-f]{32}$/

/** 'purpose/user/digits': cannot lead out of the folder. */
export const isObjectKey = (text: string): boolean => keyShape.test(text)

/** @throws TypeError, which would be a bug */
export const assertObjectKey = (key: string): string => {
  if (!isObjectKey(key)) throw new TypeError(`not a key of the object store: ${JSON.stringify(key)}`)
  return key
}

/** 128 random bits, so that the keys of files cannot be guessed. */
export const generateObjectName = (): string => randomBytes(16).toString('hex')

export const getPendingUploadKey = (userId: number, name: string): string => `uploads/${userId}/${name}`
/** `name` is that of its upload, so that one upload becomes one file. */
export const getFileKey = (userId: number, name: string): string => `files/${userId}/${name}`
export const getOwnerId = (key: string): number => Number(assertObjectKey(key).split('/')[1])
