export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim())

/** Turns '1e40af', '#1E4' and ' #1e40af ' into a color as it is saved; other text is unchanged. */
export const normalizeColor = (text: string): string => {
  const digits = text.trim().replace(/^#/, '')
  if (/^[0-9a-f]{3}$/i.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`
  return /^[0-9a-f]{6}$/i.test(digits) ? `#${digits}` : text
}

/** Adds `https://` to 'example.com/shop'; text that doesn't look like a web address is unchanged. */
export const normalizeWebsite = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]\S*)?$/u.test(text.trim()) ? `https://${text.trim()}` : text
