import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObjectKey } from './object-keys.ts'

/** What a link allows: to PUT this object, of at most so many bytes, until then. */
export type UploadGrant = { key: string; maxBytes: number; expires: Date }

export type UploadLinks = {
  /** The link's last part, made of the grant and a signature over all of it. */
  sign(grant: UploadGrant): string
  /** What a link allows, whether or not its time is over; null when the signature isn't ours. */
  read(token: string): UploadGrant | null
  isExpired(grant: UploadGrant): boolean
}

/** Below this path the server takes uploads. */
export const uploadPath = '/api/objects/uploads/'

/** Links that carry their own permission, signed with HMAC-SHA-256. @param secret known to all nodes, and to nobody else */
export const createUploadLinks = (secret: string, now: () => Date): UploadLinks => {
  const signature = (text: string) => createHmac('sha256', secret).update(`upload link ${text}`).digest('base64url')
  return {
    sign: ({ key, maxBytes, expires }) => {
      const text = Buffer.from(JSON.stringify([key, maxBytes, expires.getTime()])).toString('base64url')
      return `${text}.${signature(text)}`
    },
    read: (token) => {
      const [text = '', given = ''] = token.split(/\.(.*)/s)
      // Compared as text: two spellings of the same bytes are not both right.
      if (!isSame(signature(text), given)) return null
      const [key, maxBytes, expires] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number, number]
      return isObjectKey(key) ? { key, maxBytes, expires: new Date(expires) } : null
    },
    isExpired: ({ expires }) => now() > expires,
  }
}

const isSame = (right: string, given: string) => {
  // In bytes: a text of as many letters may be longer.
  const [ours, theirs] = [Buffer.from(right), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
