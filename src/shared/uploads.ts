/** The most that one upload may weigh, in bytes: 5 MB. */
export const maxUploadBytes = 5_242_880

/** What a receipt may be, as file pickers understand it. What counts in the end is what the bytes are. */
export const receiptFileTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'application/pdf'] as const

/** The same in words, for messages. */
export const receiptFileWords = 'a PNG, JPEG, WebP, GIF or AVIF image or a PDF'

export const tooLargeWords = 'This file is larger than 5 MB, the most that can be uploaded. Make it smaller, then try again.'
