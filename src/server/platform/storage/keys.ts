import { randomBytes } from 'node:crypto'

const keyShape = /^[a-z]{1,20}\/[1-9]\d{0,9}\/[0-9a-f]{32}$/

/** Whether the text could be one of our keys: 'purpose/user/digits', and so never a path to anywhere else. */
export const isKey = (text: string): boolean => keyShape.test(text)

/** @throws when the text is no key; that would be a bug, as keys come from here. */
export const checkedKey = (key: string): string => {
  if (!isKey(key)) throw new TypeError(`not a key of the object store: ${JSON.stringify(key)}`)
  return key
}

/** 128 random bits: nobody guesses where a file is. */
export const newObjectName = (): string => randomBytes(16).toString('hex')

/** Where an upload waits until a feature takes it. */
export const pendingKey = (userId: number, name: string): string => `uploads/${userId}/${name}`
/** An object there says that the upload's address is used up. */
export const usedKey = (userId: number, name: string): string => `used/${userId}/${name}`
/** The same, of what `pendingKey` made. */
export const usedKeyOf = (pending: string): string => pending.replace(/^uploads\//, 'used/')
/** Where a file is kept that a feature took; `name` is its upload's, so that one upload makes one file. */
export const keptKey = (userId: number, name: string): string => `files/${userId}/${name}`
