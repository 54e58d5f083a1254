import { createHmac, timingSafeEqual } from 'node:crypto'
import { assertObjectKey, isObjectKey } from './object-keys.ts'

/** What an upload link permits: to PUT this object, up to this size, until it expires. */
export type UploadGrant = { key: string; maxBytes: number; expires: Date }

export type UploadLinks = {
  /** A URL whose last part is the grant with a signature. */
  createUrl(grant: UploadGrant): string
  /** Reads a grant, even if it has expired; null when the signature is not valid. */
  read(token: string): UploadGrant | null
  isExpired(grant: UploadGrant): boolean
  /** The key of a URL of `createUrl`, even if it has expired; null for any other URL. */
  findKey(uploadUrl: string): string | null
}

/** The path of the upload route. */
export const uploadPath = '/api/objects/uploads/'

/**
 * Upload links that carry their own permission, signed with HMAC-SHA-256.
 * @param secret shared by all nodes
 * @param publicUrl the base of the URLs
 */
export const createUploadLinks = (secret: string, now: () => Date, publicUrl: () => URL): UploadLinks => {
  const signature = (text: string) => createHmac('sha256', secret).update(`upload link ${text}`).digest('base64url')
  const read: UploadLinks['read'] = (token) => {
    const [text = '', given = ''] = token.split(/\.(.*)/s)
    // Compared as text, because the same bytes have several base64url spellings.
    if (!isEqual(signature(text), given)) return null
    const [key, maxBytes, expires] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number, number]
    return isObjectKey(key) ? { key, maxBytes, expires: new Date(expires) } : null
  }
  return {
    createUrl: ({ key, maxBytes, expires }) => {
      const text = Buffer.from(JSON.stringify([assertObjectKey(key), maxBytes, expires.getTime()])).toString('base64url')
      return new URL(`${uploadPath}${text}.${signature(text)}`, publicUrl()).href
    },
    read,
    isExpired: ({ expires }) => now() > expires,
    findKey: (uploadUrl) => {
      const path = URL.canParse(uploadUrl, publicUrl().href) ? new URL(uploadUrl, publicUrl()).pathname : ''
      return path.startsWith(uploadPath) ? (read(path.slice(uploadPath.length))?.key ?? null) : null
    },
  }
}

const isEqual = (expected: string, given: string) => {
  // Lengths are compared in bytes, as timingSafeEqual requires.
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
