/** 'E-Mail address' and 'email_address' are the same name: letters and figures count, nothing else; '&' is 'and'. */
export const normalizeHeader = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')
