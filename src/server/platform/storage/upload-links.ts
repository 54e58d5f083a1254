import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObjectKey } from './object-keys.ts'

/** What an upload link permits: to PUT this object, up to this size, until it expires. */
export type UploadGrant = { key: string; maxBytes: number; expires: Date }

export type UploadLinks = {
  /** The last part of the URL: the grant with a signature. */
  sign(grant: UploadGrant): string
  /** Reads a grant, even if it has expired; null when the signature is not valid. */
  read(token: string): UploadGrant | null
  isExpired(grant: UploadGrant): boolean
}

/** The path of the upload route. */
export const uploadPath = '/api/objects/uploads/'

/** Upload links that carry their own permission, signed with HMAC-SHA-256. @param secret shared by all nodes */
export const createUploadLinks = (secret: string, now: () => Date): UploadLinks => {
  const signature = (text: string) => createHmac('sha256', secret).update(`upload link ${text}`).digest('base64url')
  return {
    sign: ({ key, maxBytes, expires }) => {
      const text = Buffer.from(JSON.stringify([key, maxBytes, expires.getTime()])).toString('base64url')
      return `${text}.${signature(text)}`
    },
    read: (token) => {
      const [text = '', given = ''] = token.split(/\.(.*)/s)
      // Compared as text, because the same bytes have several base64url spellings.
      if (!isEqual(signature(text), given)) return null
      const [key, maxBytes, expires] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number, number]
      return isObjectKey(key) ? { key, maxBytes, expires: new Date(expires) } : null
    },
    isExpired: ({ expires }) => now() > expires,
  }
}

const isEqual = (expected: string, given: string) => {
  // Lengths are compared in bytes, as timingSafeEqual requires.
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
