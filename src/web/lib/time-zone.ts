/** The IANA zone in which this browser runs. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
