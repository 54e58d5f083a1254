import { randomBytes } from 'node:crypto'

const keyShape = /^[a-z]{1,20}\/[1-9]\d{0,9}\/[0-9a-f]{32}$/

/** Whether the text could be one of our keys: 'purpose/user/digits', and so never a path to anywhere else. */
export const isObjectKey = (text: string): boolean => keyShape.test(text)

/** @throws when the text is no key; that would be a bug, as keys come from here. */
export const assertObjectKey = (key: string): string => {
  if (!isObjectKey(key)) throw new TypeError(`not a key of the object store: ${JSON.stringify(key)}`)
  return key
}

/** 128 random bits: nobody guesses where a file is. */
export const generateObjectName = (): string => randomBytes(16).toString('hex')

/** Where an upload waits until a feature takes it. */
export const getPendingUploadKey = (userId: number, name: string): string => `uploads/${userId}/${name}`
/** An object there says that the upload's address is used up. */
export const getUsedUploadKey = (userId: number, name: string): string => `used/${userId}/${name}`
/** The same, of what `pendingKey` made. */
export const toUsedUploadKey = (pending: string): string => pending.replace(/^uploads\//, 'used/')
/** Where a file is kept that a feature took; `name` is its upload's, so that one upload makes one file. */
export const getFileKey = (userId: number, name: string): string => `files/${userId}/${name}`
