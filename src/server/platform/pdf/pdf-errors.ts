/** Too many documents wait already. Answer 503 with Retry-After. */
export class PdfBusyError extends Error {
  override name = 'PdfBusyError'
  constructor(message = 'Too many PDFs are being made at the moment. Please try again in a few seconds.') {
    super(message)
  }
}

/** Too many documents of this one account wait already; others are served. Answer 429 with Retry-After. */
export class PdfAccountBusyError extends PdfBusyError {
  override name = 'PdfAccountBusyError'
  constructor() {
    super('Too many of these PDFs are waiting already. Please try again in a few seconds.')
  }
}

/** The same viewer asked for another picture before this one's turn came. */
export class OutdatedPreviewError extends PdfBusyError {
  override name = 'OutdatedPreviewError'
}

/** This document can't be drawn, so trying it again is no use. The message says why and is meant for the document's owner. Answer 422. */
export class PdfRefusedError extends Error {
  override name = 'PdfRefusedError'
}

/** The engine needed more time than one document may take. */
export class EngineTimeoutError extends Error {
  override name = 'EngineTimeoutError'
}

/** The engine has an error for this document, or crashes over it; with the same input it does so again. */
export class EngineFailedError extends Error {
  override name = 'EngineFailedError'
}
