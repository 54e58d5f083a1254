/** @throws TypeError when the URL is not http or https */
export const formatWebLink = (url: string): string => {
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw new TypeError(`A link in a mail must be http or https, not ${parsed.protocol}`)
  return parsed.href
}

export const joinTextBlocks = (...blocks: (string | false | null | undefined)[]): string => `${blocks.filter(Boolean).join('\n\n')}\n`

export const formatGreeting = (name: string): string => (name ? `Hello ${name},` : 'Hello,')
