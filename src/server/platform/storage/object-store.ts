import type { UploadLinks } from './upload-links.ts'

/** Stores bytes by key. Keys consist of a purpose, a user id and random digits, never of user input. */
export type ObjectStore = {
  /** Writes atomically; replaces an existing object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * @param maxBytes the most that is read into memory
   * @returns null when there is no such object
   * @throws AppError 413 when the object is larger than `maxBytes`
   */
  get(key: string, maxBytes?: number): Promise<Uint8Array | null>
  /** The object's size in bytes; null when there is no such object. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removes an object; succeeds when there is none. */
  remove(key: string): Promise<void>
}

/** The app's store, with the URLs to which files for it are sent: this server's own, because no bucket's URL can be limited to one file of one size. */
export type UploadStore = ObjectStore & { links: UploadLinks }
