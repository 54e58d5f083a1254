/** Answered with 503 and Retry-After. */
export class PdfBusyError extends Error {
  override name = 'PdfBusyError'
  constructor(message = 'Too many PDFs are being made at the moment. Please try again in a few seconds.') {
    super(message)
  }
}

/** Answered with 429 and Retry-After. */
export class PdfAccountBusyError extends PdfBusyError {
  override name = 'PdfAccountBusyError'
  constructor() {
    super('Too many of these PDFs are waiting already. Please try again in a few seconds.')
  }
}

/** The same viewer requested a newer preview. Answered with 409. */
export class OutdatedPreviewError extends Error {
  override name = 'OutdatedPreviewError'
  constructor() {
    super('A newer preview was asked for, so this one was not drawn.')
  }
}

/** Retrying is no use. The message is for the document's owner. Answered with 422. */
export class PdfRefusedError extends Error {
  override name = 'PdfRefusedError'
}

export class EngineTimeoutError extends Error {
  override name = 'EngineTimeoutError'
}

/** The engine would fail again with the same input. */
export class EngineFailedError extends Error {
  override name = 'EngineFailedError'
}
