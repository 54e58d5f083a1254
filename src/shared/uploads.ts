export const maxUploadBytes = 5_242_880

/** For file pickers. The server checks the actual content. */
export const imageFileTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

export const imageFileLabel = 'a PNG, JPEG, WebP, GIF or AVIF image'

export const receiptFileTypes = [...imageFileTypes, 'application/pdf'] as const
export const receiptFileLabel = `${imageFileLabel} or a PDF` as const

export const fileTooLargeMessage = 'This file is larger than 5 MB, the most that can be uploaded. Make it smaller, then try again.'
