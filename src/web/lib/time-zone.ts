/** The browser's IANA time zone. */
export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
