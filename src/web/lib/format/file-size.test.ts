import { expect, test } from 'vitest'
import { maxUploadBytes } from '#shared/uploads.ts'
import { formatFileSize } from './file-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [999_999, '977 kB'],
  [1_000_000, '1.0 MB'],
  [maxUploadBytes, '5.0 MB'],
])('%i bytes are shown as %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})
