import { randomBytes } from 'node:crypto'

const keyShape = /^[a-z]{1,20}\/[1-9]\d{0,15}\/[0-9a-f]{32}$/

/** 'purpose/user/digits': cannot lead out of the folder. */
export const isObjectKey = (text: string): boolean => keyShape.test(text)

/** @throws TypeError, which would be a bug */
export const assertObjectKey = (key: string): string => {
  if (!isObjectKey(key)) throw new TypeError(`not a key of the object store: ${JSON.stringify(key)}`)
  return key
}

/** 128 random bits, so that the keys of files cannot be guessed. */
export const generateObjectName = (): string => randomBytes(16).toString('hex')

export const getPendingUploadKey = (userId: number, name: string): string => `uploads/${userId}/${name}`
/** `name` is that of its upload, so that one upload becomes one file. */
export const getFileKey = (userId: number, name: string): string => `files/${userId}/${name}`
export const getOwnerId = (key: string): number => Number(assertObjectKey(key).split('/')[1])
