/** Normalizes a column name to lower-case letters and digits ('E-Mail address' and 'email_address' are equal); '&' is 'and'. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
