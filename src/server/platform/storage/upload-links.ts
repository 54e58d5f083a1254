import { createHmac, timingSafeEqual } from 'node:crypto'
import { assertObjectKey, isObjectKey } from './object-keys.ts'

export type UploadGrant = { key: string; maxBytes: number; expires: Date }

export type UploadLinks = {
  createUrl(grant: UploadGrant): string
  /** Also an expired one; null when the signature is not valid. */
  read(token: string): UploadGrant | null
  isExpired(grant: UploadGrant): boolean
  findKey(uploadUrl: string): string | null
}

export const uploadPath = '/api/objects/uploads/'

/** Signed with HMAC-SHA-256. The secret is shared by all nodes. */
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
