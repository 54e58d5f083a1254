import { toSingleLine } from '#server/platform/mail/text.ts'

/** What no system takes in a name. */
const unsafe = /[<>:"/\\|?*]+/g
/** Marks that nobody sees: with them two names look alike, or one is read from the other side. */
const unseen = /[\u061c\u200e\u200f\ufeff]/g
/** Names that are devices on Windows, whatever follows the dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A text that anybody may have typed, as the name of a file: no folders, nothing that a file system or a header takes amiss, and less than 255 bytes;
 * its ending survives a cut. 'attachment' when nothing is left.
 */
export const safeFileName = (name: string): string => {
  const plain = toSingleLine(name, 1000)
    .replace(unseen, '')
    .replace(unsafe, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(devices, '_$1')
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - ending.length)].slice(0, 60).join('')
  return `${stem || 'attachment'}${ending}`
}
