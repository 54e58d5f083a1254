import { toSingleLine } from '#server/platform/mail/text.ts'

/** Characters that some system does not allow in a file name. */
const unsafe = /[<>:"/\\|?*]+/g
/** Invisible characters: with them two names look alike, or a name is displayed in another direction. */
const invisible = /[\u061c\u200e\u200f\ufeff]/g
/** Names of devices on Windows, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Makes a file name of untrusted text: without folders and without characters that are invalid in a file system or a header, shorter than 255 bytes.
 * The extension is kept when the name is cut.
 * @returns 'attachment' when nothing of the text is left
 */
export const safeFileName = (name: string): string => {
  const plain = toSingleLine(name, 1000)
    .replace(invisible, '')
    .replace(unsafe, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(devices, '_$1')
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - ending.length)].slice(0, 60).join('')
  return `${stem || 'attachment'}${ending}`
}
