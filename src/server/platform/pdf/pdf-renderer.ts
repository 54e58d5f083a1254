import { availableParallelism } from 'node:os'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { createByteCache } from './byte-cache.ts'
import { buildCombinedPayload, buildPayload, hashPayload, type Payload } from './document-payload.ts'
import { EngineFailedError, EngineTimeoutError } from './pdf-errors.ts'
import { createPictureLoader, type FetchPicture } from './picture-loader.ts'
import { createProcessPool, type PoolOptions } from './process-pool.ts'
import { estimateRenderMs, maxRenderMs, maxShortRenderMs } from './render-cost.ts'
import { createFailureCache, createTooLongError, describeSubject, type Subject } from './render-failures.ts'
import type { ReportDocument } from './report-document.ts'
import { buildReportPayload } from './report-payload.ts'
import type { TypesetRequest } from './typesetter-messages.ts'

export { OutdatedPreviewError, PdfAccountBusyError, PdfBusyError, PdfRefusedError } from './pdf-errors.ts'

/** Each document is drawn for an account: accounts are served in turns, so that none waits for another's hundred documents. */
export type PdfRenderer = {
  /**
   * The paper as a PDF file; the same paper gives the same bytes, which belong to a cache: don't write into them.
   * Rejects with PdfBusyError when too many wait, and with PdfRefusedError when this document is too long, took too long or can't be drawn: then it is
   * not tried again. Another Error may pass.
   */
  render(document: PdfDocument, account: string): Promise<Uint8Array>
  /** Several papers in one file, one after the other, each with its own count of pages. A hundred of ten lines take 1.5 s and 400 MB. */
  renderAll(documents: readonly PdfDocument[], account: string): Promise<Uint8Array>
  /** A report as a PDF file, under the same rules as `render`. */
  renderReport(report: ReportDocument, account: string): Promise<Uint8Array>
  /**
   * The paper's first page as an SVG picture (UTF-8) in which all text is drawn shapes, nothing runs and nothing is fetched. Goes before PDFs that wait, of which
   * one has its turn after every four previews.
   * Of several with the same `viewer` only the newest waits: an older one rejects with OutdatedPreviewError, which is a PdfBusyError.
   */
  preview(document: PdfDocument, account: string, viewer: string): Promise<Uint8Array>
  /** Documents that wait for a free process. */
  waiting(): number
  /** Starts the PDF process ahead of the first document (about 0.15 s); never needed. */
  warm(): void
  /** Ends the PDF processes. What is still waiting is rejected. */
  close(): Promise<void>
}

export type RendererOptions = Partial<PoolOptions> & {
  /** Where logos are that papers name by their key. */
  picture?: FetchPicture
  /** Told what a document had to do without, and why one could not be drawn. */
  warn?: (line: string) => void
  now?: () => number
}

type Drawing = {
  form: TypesetRequest['form']
  subject: Subject
  /** Everything that it says. */
  document: unknown
  payload: () => Payload
  account: string
  viewer?: string | undefined
}

const several: Subject = { name: 'so many pages', advice: 'Choose fewer, or download them as a ZIP file.' }
const aReport: Subject = { name: 'this report', advice: 'Choose fewer days, or download the CSV file.' }
const aPreview: Subject = { name: 'this page', advice: 'Shorten its texts.' }

const megabyte = 1024 * 1024

/**
 * A renderer with processes of its own, the first of which starts with the first document. Long documents have one process for themselves, at a lower
 * priority, which ends when it has nothing to do: so a short one never waits for a long one.
 */
export const createPdfRenderer = ({
  picture = async () => null,
  warn = (line) => console.warn(line),
  now = Date.now,
  ...options
}: RendererOptions = {}) => {
  const usual: PoolOptions = {
    processes: availableParallelism() > 2 ? 2 : 1,
    timeoutMs: 10_000,
    maxQueue: 100,
    maxQueuePerAccount: 30,
    recycleAfter: 1_000,
    recycleAboveBytes: 200 * megabyte,
    // On a machine with few cores a PDF must not hold up those who look at a page; it gets what they leave, which is most of it.
    priority: 10,
    endAfterIdleMs: null,
  }
  const pools = {
    short: createProcessPool({ ...usual, ...options, endAfterIdleMs: null }),
    long: createProcessPool({ ...usual, priority: 15, endAfterIdleMs: 60_000, ...options, processes: 1 }),
  }
  const fetchPictures = createPictureLoader(picture)
  // A person who tries colours must not push out the PDFs that others come back for.
  const pdfs = createByteCache(16 * megabyte)
  const caches = { pdf: pdfs, report: pdfs, preview: createByteCache(8 * megabyte) }
  const underway = new Map<string, Promise<Uint8Array>>()
  const refusals = createFailureCache(now)

  const draw = async (key: string, drawing: Drawing, payload: Payload, ms: number) => {
    const { form, account, viewer } = drawing
    try {
      const { pictures, missing, reasons, lasting } = await fetchPictures(payload.pictures)
      const { data, changedAt } = payload
      const request = { form, data, changedAt, pictures, missing }
      const pool = pools[ms > maxShortRenderMs ? 'long' : 'short']
      const turn = { account, viewer, urgent: form === 'preview', estimateMs: ms }
      const { bytes, fallbackReason, omissions } = await instrument('pdf', { form }, () => pool.run(request, turn))
      const say = (what: string) => warn(`A document (${form}) was drawn without ${what}`)
      for (const why of new Set([...payload.leftOut, ...reasons, ...omissions])) say(`a part, because ${why}`)
      if (fallbackReason !== null) say(`the PDF/UA standard, because ${fallbackReason}`)
      if (lasting) caches[form].set(key, bytes)
      return bytes
    } catch (error) {
      if (!(error instanceof EngineTimeoutError || error instanceof EngineFailedError)) throw error
      warn(`A document (${form}) could not be drawn and is not tried again: ${error.message}`)
      throw refusals.add(key, drawing.subject, error)
    } finally {
      underway.delete(key)
    }
  }

  const drawOnce = async (drawing: Drawing) => {
    const ms = estimateRenderMs(drawing.document)
    // Before its text is cleaned, which takes the server's own time.
    if (ms > maxRenderMs) throw createTooLongError(drawing.subject, ms / maxRenderMs)
    const payload = drawing.payload()
    const key = `${drawing.form} ${hashPayload(payload)}`
    const known = caches[drawing.form].get(key) ?? underway.get(key)
    if (known !== undefined) return known
    const refusal = refusals.find(key)
    if (refusal !== undefined) throw refusal
    const drawn = draw(key, drawing, payload, ms)
    underway.set(key, drawn)
    return drawn
  }

  // Only tests and measurements name no account: features have a PdfRenderer, which asks for one.
  return {
    render: async (document: PdfDocument, account = '') =>
      drawOnce({ form: 'pdf', subject: describeSubject(document), document: document, payload: () => buildPayload(document), account }),
    renderAll: async (documents: readonly PdfDocument[], account = '') =>
      drawOnce({
        form: 'pdf',
        subject: documents.length === 1 ? describeSubject(documents[0]!) : several,
        document: documents,
        payload: () => buildCombinedPayload(documents),
        account,
      }),
    renderReport: async (report: ReportDocument, account = '') =>
      drawOnce({ form: 'report', subject: aReport, document: report, payload: () => buildReportPayload(report), account }),
    preview: async (document: PdfDocument, account = '', viewer?: string) => {
      // A picture doesn't say when the paper was changed.
      const payload = () => ({ ...buildPayload(document), changedAt: 0 })
      return drawOnce({ form: 'preview', subject: aPreview, document: document, payload, account, viewer })
    },
    waiting: () => pools.short.waiting() + pools.long.waiting(),
    warm: pools.short.warm,
    close: async () => {
      await Promise.all([pools.short.close(), pools.long.close()])
    },
  } satisfies PdfRenderer
}
