import type { UploadLinks } from './upload-links.ts'

/** How a server takes uploads itself. */
export type UploadIntake = {
  links: UploadLinks
  /**
   * Writes whole, unless there is an object of that key: of several at the same moment one is kept, as it was sent.
   * @returns whether these bytes are there now; false when others were there before
   */
  putOnce(key: string, bytes: Uint8Array): Promise<boolean>
}

/** Keeps bytes by key. Keys are made here, of a purpose, a user and random digits: never of what a user said. */
export type ObjectStore = {
  /** Writes whole or not at all; an object of that key is replaced. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * The object's bytes, or null when there is none.
   * @throws AppError 413 when there are more than `maxBytes`. Where strangers decide the size, `stat` alone doesn't tell: they may replace it.
   */
  get(key: string, maxBytes?: number): Promise<Uint8Array | null>
  /** The object's size in bytes, or null when there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removing what isn't there is fine. */
  remove(key: string): Promise<void>
  /** An address to which whoever holds it may PUT this object until `expires`. The folder refuses more than `maxBytes`; S3 can't. */
  signedPutUrl(key: string, grant: { maxBytes: number; expires: Date }): Promise<string>
  /** The key that an address of `signedPutUrl` stands for, expired or not; null when the address is not one of this store's. */
  findUploadKey(uploadUrl: string): string | null
  /** null where browsers send uploads elsewhere. */
  intake: UploadIntake | null
  /** The other origin that browsers send uploads to, for the pages' policy; null when it is this server. */
  uploadOrigin: string | null
}
