import type { UploadLinks } from './upload-links.ts'

/** Keys consist of a purpose, a user id and random digits, never of user input. */
export type ObjectStore = {
  /** Writes atomically; replaces an existing object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** `maxBytes` limits what is read into memory. @returns null when there is no such object. @throws AppError 413 when it is larger */
  get(key: string, maxBytes?: number): Promise<Uint8Array | null>
  /** In bytes. */
  stat(key: string): Promise<{ size: number } | null>
  /** Succeeds when there is no such object. */
  remove(key: string): Promise<void>
}

/** Files are sent to this server's own URLs, because no bucket's URL can be limited to one file of one size. */
export type UploadStore = ObjectStore & { links: UploadLinks }
