/**
 * Writes out a link for a mail.
 * @throws TypeError when the URL is not http or https
 */
export const formatWebLink = (url: string): string => {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new TypeError(`A link in a mail must be http or https, not ${parsed.protocol}`)
  return parsed.href
}

/** Joins the text version of a mail from blocks, with an empty line between them. False, null and '' are left out. */
export const joinTextBlocks = (...blocks: (string | false | null | undefined)[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`

/** The first line of an email. @param name of one line; may be empty */
export const formatGreeting = (name: string): string => (name ? `Hello ${name},` : 'Hello,')
