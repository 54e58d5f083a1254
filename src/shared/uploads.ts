/** The most that one upload may weigh, in bytes: 5 MB. */
export const maxUploadBytes = 5_242_880

/** The images that are taken, as file pickers understand it. What counts in the end is what the bytes are. */
export const imageFileTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

/** The same in words, for messages. */
export const imageFileLabel = 'a PNG, JPEG, WebP, GIF or AVIF image'

/** What a receipt may be. */
export const receiptFileTypes = [...imageFileTypes, 'application/pdf'] as const
export const receiptFileLabel = `${imageFileLabel} or a PDF` as const

export const fileTooLargeMessage = 'This file is larger than 5 MB, the most that can be uploaded. Make it smaller, then try again.'
