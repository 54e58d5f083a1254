import { availableParallelism } from 'node:os'
import type { Paper } from '#shared/paper.ts'
import { shortText } from './clean-text.ts'
import { createContentCache } from './content-cache.ts'
import { type Payload, payloadHash, payloadOf, payloadOfAll } from './payload.ts'
import { createProcessPool, PdfBusyError, type PoolOptions } from './process-pool.ts'

export { PdfBusyError }

export type PdfRenderer = {
  /**
   * The paper as a PDF file; the same paper gives the same bytes, which belong to a cache: don't write into them.
   * Rejects with PdfBusyError when too many wait, and with an Error when this document took too long or could not be drawn.
   */
  render(paper: Paper): Promise<Uint8Array>
  /** Several papers in one file, one after the other, each with its own count of pages. A hundred of ten lines take 1.5 s and 400 MB. */
  renderAll(papers: readonly Paper[]): Promise<Uint8Array>
  /** Starts the PDF process ahead of the first document (about 0.15 s); never needed. */
  warm(): void
  /** Ends the PDF processes. What is still waiting is rejected. */
  close(): Promise<void>
}

const cacheBytes = 16 * 1024 * 1024

/** Key of a paper's bytes for caches and ETags: 43 URL-safe characters. Covers the data, its last change, templates, fonts and engine. */
export const paperHash = (paper: Paper): string => payloadHash(payloadOf(paper))

/** A renderer with processes of its own, the first of which starts with the first document. */
export const createPdfRenderer = (options: Partial<PoolOptions> = {}): PdfRenderer => {
  const pool = createProcessPool({
    processes: availableParallelism() > 2 ? 2 : 1,
    timeoutMs: 10_000,
    maxQueue: 100,
    recycleAfter: 1_000,
    recycleAboveBytes: 200 * 1024 * 1024,
    ...options,
  })
  const cache = createContentCache(cacheBytes)
  const underway = new Map<string, Promise<Uint8Array>>()

  const draw = async (key: string, name: string, payload: Payload) => {
    try {
      const { pdf, plainBecause, leftOut } = await pool.run(payload)
      for (const what of [...payload.leftOut, ...leftOut])
        console.warn(`PDF of ${JSON.stringify(name)}: drawn without a part, because ${what}`)
      if (plainBecause !== null) console.warn(`PDF of ${JSON.stringify(name)}: drawn without the PDF/UA standard, because ${plainBecause}`)
      cache.set(key, pdf)
      return pdf
    } finally {
      underway.delete(key)
    }
  }

  const drawOnce = async (name: string, payload: Payload) => {
    const key = payloadHash(payload)
    const known = cache.get(key) ?? underway.get(key)
    if (known !== undefined) return known
    const drawing = draw(key, shortText(name, 60), payload)
    underway.set(key, drawing)
    return drawing
  }

  return {
    render: async (paper) => drawOnce(`${paper.kind} ${paper.number}`, payloadOf(paper)),
    renderAll: async (papers) => drawOnce(`${papers.length} papers`, payloadOfAll(papers)),
    warm: pool.warm,
    close: pool.close,
  }
}
