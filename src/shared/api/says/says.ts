/** What is said of one call to those who program against it. */
export type Says = {
  /** A few words, which no other call has. */
  title: string
  /** One plain sentence, or two. */
  says: string
  /** When it answers 409; without it, it doesn't. */
  conflict?: string
  /** What a file answer can be. */
  media?: readonly string[]
  /** It answers 422 for a document that can't be made into a PDF. */
  drawsPdf?: true
  /** It names other records by their ids, and answers 404 where one isn't there. */
  namesOthers?: true
  /** What a 403 can mean beside a scope that is missing. */
  refused?: string
}

/** What is said of the calls of one area, by method and path. */
export type AreaSays = {
  area: string
  says: string
  calls: Readonly<Record<string, Says>>
}

export const asPdf = { media: ['application/pdf'], drawsPdf: true } as const
export const csvMedia = ['text/csv']
export const staleCopy = 'The record was changed since you read the version that you sent; `current` is what it is now.'
