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
