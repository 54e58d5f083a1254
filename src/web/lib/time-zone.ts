/** The IANA zone in which this browser runs. */
export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
