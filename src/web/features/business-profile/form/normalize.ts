export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim())

/** '1e40af', '#1E4' and ' #1e40af ' as colours are saved; what is none stays as it was typed. */
export const normalizeColor = (text: string): string => {
  const digits = text.trim().replace(/^#/, '')
  if (/^[0-9a-f]{3}$/i.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`
  return /^[0-9a-f]{6}$/i.test(digits) ? `#${digits}` : text
}

/** 'example.com/shop' is an address when `https://` stands before it; what looks like none stays as it was typed. */
export const normalizeWebsite = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]\S*)?$/u.test(text.trim()) ? `https://${text.trim()}` : text
