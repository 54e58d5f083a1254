import type { UploadLinks } from './upload-links.ts'

/** For stores whose uploads go through this server. */
export type UploadIntake = {
  links: UploadLinks
  /**
   * Writes an object atomically, unless the key already exists.
   * @returns whether the object now has these bytes; false when it exists with others
   */
  putOnce(key: string, bytes: Uint8Array): Promise<boolean>
}

/** Stores bytes by key. Keys consist of a purpose, a user id and random digits, never of user input. */
export type ObjectStore = {
  /** Writes atomically; replaces an existing object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * @param maxBytes needed for uploads, because a client may replace the object between `stat` and `get`
   * @returns null when there is no such object
   * @throws AppError 413 when the object is larger than `maxBytes`
   */
  get(key: string, maxBytes?: number): Promise<Uint8Array | null>
  /** The object's size in bytes; null when there is no such object. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removes an object; succeeds when there is none. */
  remove(key: string): Promise<void>
  /** A URL to which this object can be PUT until `expires`. The folder store enforces `maxBytes`; S3 cannot. */
  signedPutUrl(key: string, grant: { maxBytes: number; expires: Date }): Promise<string>
  /** The key of a URL of `signedPutUrl`, even if it has expired; null when the URL is not one of this store. */
  findUploadKey(uploadUrl: string): string | null
  /** null when browsers upload to another server. */
  intake: UploadIntake | null
  /** The origin to which browsers upload, for the pages' Content-Security-Policy; null when it is this server. */
  uploadOrigin: string | null
}
