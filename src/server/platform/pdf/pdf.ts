import { availableParallelism } from 'node:os'
import type { Paper } from '#shared/paper.ts'
import { act } from '../acts.ts'
import { createContentCache } from './content-cache.ts'
import type { Request } from './messages.ts'
import { type Payload, payloadHash, payloadOf, payloadOfAll } from './payload.ts'
import { createPictures, type FetchPicture } from './pictures.ts'
import { createProcessPool, OutdatedPreviewError, PdfBusyError, type PoolOptions, type Turn } from './process-pool.ts'
import type { ReportDocument } from './report.ts'
import { reportPayloadOf } from './report-payload.ts'

export { OutdatedPreviewError, PdfBusyError }

export type PdfRenderer = {
  /**
   * The paper as a PDF file; the same paper gives the same bytes, which belong to a cache: don't write into them.
   * Rejects with PdfBusyError when too many wait, and with an Error when this document took too long or could not be drawn.
   */
  render(paper: Paper): Promise<Uint8Array>
  /** Several papers in one file, one after the other, each with its own count of pages. A hundred of ten lines take 1.5 s and 400 MB. */
  renderAll(papers: readonly Paper[]): Promise<Uint8Array>
  /** A report as a PDF file, under the same rules as `render`. */
  renderReport(report: ReportDocument): Promise<Uint8Array>
  /**
   * The paper's first page as an SVG picture (UTF-8) in which all text is drawn shapes, nothing runs and nothing is fetched. Goes before PDFs that wait, of which
   * one has its turn after every four previews.
   * Of several with the same `viewer` only the newest waits: an older one rejects with OutdatedPreviewError, which is a PdfBusyError.
   */
  preview(paper: Paper, viewer?: string): Promise<Uint8Array>
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
  /** Told what a document had to do without. */
  warn?: (line: string) => void
}

/** Two thousand rows are two seconds of work, which take many more where others want the same core. */
const reportPatience = 3
const turns: Record<Request['form'], (viewer: string | undefined) => Turn> = {
  pdf: () => ({}),
  preview: (viewer) => ({ urgent: true, viewer }),
  report: () => ({ patience: reportPatience }),
}

type Drawing = { form: Request['form']; payload: Payload; viewer?: string | undefined }

const megabyte = 1024 * 1024

/** A renderer with processes of its own, the first of which starts with the first document. */
export const createPdfRenderer = ({
  picture = async () => null,
  warn = (line) => console.warn(line),
  ...options
}: RendererOptions = {}): PdfRenderer => {
  const pool = createProcessPool({
    processes: availableParallelism() > 2 ? 2 : 1,
    timeoutMs: 10_000,
    maxQueue: 100,
    recycleAfter: 1_000,
    recycleAboveBytes: 200 * megabyte,
    ...options,
  })
  const fetchPictures = createPictures(picture)
  // A person who tries colours must not push out the PDFs that others come back for.
  const pdfs = createContentCache(16 * megabyte)
  const caches = { pdf: pdfs, report: pdfs, preview: createContentCache(8 * megabyte) }
  const underway = new Map<string, Promise<Uint8Array>>()

  const draw = async (key: string, { form, payload, viewer }: Drawing) => {
    try {
      const { pictures, missing, reasons, lasting } = await fetchPictures(payload.pictures)
      const { data, changedAt } = payload
      const request = { form, data, changedAt, pictures, missing }
      const { bytes, plainBecause, leftOut } = await act('pdf', { form }, () => pool.run(request, turns[form](viewer)))
      const say = (what: string) => warn(`A document (${form}) was drawn without ${what}`)
      for (const why of new Set([...payload.leftOut, ...reasons, ...leftOut])) say(`a part, because ${why}`)
      if (plainBecause !== null) say(`the PDF/UA standard, because ${plainBecause}`)
      if (lasting) caches[form].set(key, bytes)
      return bytes
    } finally {
      underway.delete(key)
    }
  }

  const drawOnce = async (drawing: Drawing) => {
    const key = `${drawing.form} ${payloadHash(drawing.payload)}`
    const known = caches[drawing.form].get(key) ?? underway.get(key)
    if (known !== undefined) return known
    const drawn = draw(key, drawing)
    underway.set(key, drawn)
    return drawn
  }

  return {
    render: async (paper) => drawOnce({ form: 'pdf', payload: payloadOf(paper) }),
    renderAll: async (papers) => drawOnce({ form: 'pdf', payload: payloadOfAll(papers) }),
    renderReport: async (report) => drawOnce({ form: 'report', payload: reportPayloadOf(report) }),
    // A picture doesn't say when the paper was changed.
    preview: async (paper, viewer) => drawOnce({ form: 'preview', payload: { ...payloadOf(paper), changedAt: 0 }, viewer }),
    waiting: pool.waiting,
    warm: pool.warm,
    close: pool.close,
  }
}
