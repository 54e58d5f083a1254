import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type EncodedBytes = { br: Uint8Array; gzip: Uint8Array }

export const encodeBytes = async (bytes: Uint8Array): Promise<EncodedBytes> => {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  return { br, gzip: gz }
}

/** '*' in the Accept-Encoding header stands for those that it doesn't name; null sends the bytes as they are. */
export const chooseEncoding = (accepted: string): keyof EncodedBytes | null => {
  const named = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';'))
      .map(([name = '', ...parameters]) => [
        name.trim().replace(/^x-gzip$/, 'gzip'),
        !parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each)),
      ]),
  )
  return (['br', 'gzip'] as const).find((name) => named.get(name) ?? named.get('*')) ?? null
}
