const longest = 200
/** Control characters, and marks that turn the reading direction: 'gpj.exe' must not read 'exe.jpg'. */
const unreadable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** The part after the last dot, in lower case, when it looks like one that says what a file is; '' otherwise ('Invoice No.12'). */
export const extensionOf = (name: string): string => /\.(?=[a-z0-9]*[a-z])([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** A file's name for showing and downloading: without the path before it, without what can't be read, and with the extension given. */
export const cleanName = (given: string, extension: string): string => {
  const base = given.toWellFormed().split(/[/\\]/).at(-1)!.replace(unreadable, '').trim()
  const own = extensionOf(base)
  const stem = own ? base.slice(0, -own.length - 1) : base
  const readable = /[^.\s]/.test(stem) ? stem : 'receipt'
  // By characters, so that none is cut in half.
  return `${[...readable]
    .slice(0, longest - extension.length - 1)
    .join('')
    .trimEnd()}.${extension}`
}
