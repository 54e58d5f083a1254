import { availableParallelism } from 'node:os'
import { instrument } from '#server/platform/telemetry/instrumentation.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { createByteCache } from './byte-cache.ts'
import { buildCombinedPayload, buildPayload, hashPayload, type Payload } from './document-payload.ts'
import { isDrawable, type Picture, type StoredPicture } from './logo.ts'
import { EngineFailedError, EngineTimeoutError } from './pdf-errors.ts'
import { createProcessPool, type PoolOptions } from './process-pool.ts'
import { estimateRenderMs, maxRenderMs, maxShortRenderMs } from './render-cost.ts'
import { createFailureCache, createTooLongError, describeSubject, type Subject } from './render-failures.ts'
import type { ReportDocument } from './report-document.ts'
import { buildReportPayload } from './report-payload.ts'
import type { TypesetRequest } from './typesetter.ts'

type FetchPicture = (key: string) => Promise<Uint8Array | null>

type LoadedPictures = {
  pictures: Picture[]
  missing: string[]
  reasons: string[]
  /** False when loading again may help: the store failed. */
  isFinal: boolean
}

const cacheBytes = 16 * 1024 * 1024
const timeoutMs = 5_000

const withTimeout = async <Result>(work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${timeoutMs / 1000} s`)), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Never rejects, because a document without its logo is better than none. */
const createPictureLoader = (fetch: FetchPicture): ((wanted: readonly (Picture | StoredPicture)[]) => Promise<LoadedPictures>) => {
  const cache = createByteCache(cacheBytes)

  const load = async (key: string): Promise<Uint8Array | { reason: string; isFinal: boolean }> => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    try {
      const bytes = await withTimeout(fetch(key))
      if (bytes === null) return { reason: 'its logo is not in the store', isFinal: false }
      if (!isDrawable(bytes)) return { reason: 'its logo is no PNG or JPEG, or too large', isFinal: true }
      cache.set(key, bytes)
      return bytes
    } catch (error) {
      return { reason: `its logo could not be fetched (${error instanceof Error ? error.message : String(error)})`, isFinal: false }
    }
  }

  return async (wanted) => {
    const loaded: LoadedPictures = { pictures: [], missing: [], reasons: [], isFinal: true }
    const results = await Promise.all(
      wanted.map(async (picture) => ({ name: picture.name, result: 'bytes' in picture ? picture.bytes : await load(picture.key) })),
    )
    for (const { name, result } of results) {
      if (result instanceof Uint8Array) loaded.pictures.push({ name, bytes: result })
      else {
        loaded.missing.push(name)
        loaded.reasons.push(result.reason)
        loaded.isFinal &&= result.isFinal
      }
    }
    return loaded
  }
}

/** Accounts take turns. */
export type PdfRenderer = {
  /**
   * The bytes are cached and must not be modified. Rejects with PdfBusyError, with PdfRefusedError, or when a retry may succeed with
   * another.
   */
  render(document: PdfDocument, account: string): Promise<Uint8Array>
  /** A hundred documents of ten lines take 1.5 s and 400 MB. */
  renderAll(documents: readonly PdfDocument[], account: string): Promise<Uint8Array>
  renderReport(report: ReportDocument, account: string): Promise<Uint8Array>
  /**
   * All text as shapes, without scripts or external resources. Of several with the same `viewer`, older ones reject (OutdatedPreviewError).
   */
  preview(document: PdfDocument, account: string, viewer: string, maxPages?: number): Promise<Uint8Array>
  waiting(): number
  /** Saves about 0.15 s for the first document. Optional. */
  warm(): void
  close(): Promise<void>
}

export type RendererOptions = Partial<PoolOptions> & {
  picture?: FetchPicture
  warn?: (line: string) => void
  now?: () => number
}

type Job = {
  format: TypesetRequest['format']
  subject: Subject
  content: unknown
  buildPayload: () => Payload
  account: string
  viewer?: string | undefined
  maxPages?: number
}

const severalDocuments: Subject = { name: 'so many pages', advice: 'Choose fewer, or download them as a ZIP file.' }
const reportSubject: Subject = { name: 'this report', advice: 'Choose fewer days, or download the CSV file.' }
const previewSubject: Subject = { name: 'this page', advice: 'Shorten its texts.' }

const megabyte = 1024 * 1024

/** Long documents have a process of their own with lower priority, so that short ones never wait for them. */
export const createPdfRenderer = ({
  picture = async () => null,
  warn = (line) => console.warn(line),
  now = Date.now,
  ...options
}: RendererOptions = {}) => {
  const defaults: PoolOptions = {
    processes: availableParallelism() > 2 ? 2 : 1,
    timeoutMs: 10_000,
    maxQueue: 100,
    maxQueuePerAccount: 30,
    recycleAfter: 1_000,
    recycleAboveBytes: 200 * megabyte,
    // On machines with few cores, page loads go before PDFs, which get the remaining processor time.
    priority: 10,
    endAfterIdleMs: null,
  }
  const pools = {
    short: createProcessPool({ ...defaults, ...options, endAfterIdleMs: null }),
    long: createProcessPool({ ...defaults, priority: 15, endAfterIdleMs: 60_000, ...options, processes: 1 }),
  }
  const loadPictures = createPictureLoader(picture)
  // Previews have a cache of their own, so that trying out colors does not evict PDFs.
  const pdfs = createByteCache(16 * megabyte)
  const caches = { pdf: pdfs, report: pdfs, preview: createByteCache(8 * megabyte) }
  const inProgress = new Map<string, Promise<Uint8Array>>()
  const failures = createFailureCache(now)

  const renderNow = async (key: string, { format, account, viewer, subject, maxPages }: Job, payload: Payload, estimateMs: number) => {
    try {
      const { pictures, missing, reasons, isFinal } = await loadPictures(payload.pictures)
      const { data, changedAt } = payload
      const request = { format, maxPages, data, changedAt, pictures, missing }
      const pool = pools[estimateMs > maxShortRenderMs ? 'long' : 'short']
      const priority = { account, viewer, urgent: format === 'preview', estimateMs }
      const { bytes, fallbackReason, omissions } = await instrument('pdf', { form: format }, () => pool.run(request, priority))
      const warnWithout = (what: string) => warn(`A document (${format}) was rendered without ${what}`)
      for (const reason of new Set([...payload.omissions, ...reasons, ...omissions])) warnWithout(`a part, because ${reason}`)
      if (fallbackReason !== null) warnWithout(`the PDF/UA standard, because ${fallbackReason}`)
      if (isFinal) caches[format].set(key, bytes)
      return bytes
    } catch (error) {
      if (!(error instanceof EngineTimeoutError || error instanceof EngineFailedError)) throw error
      warn(`A document (${format}) could not be rendered and is not tried again: ${error.message}`)
      throw failures.add(key, subject, error)
    } finally {
      inProgress.delete(key)
    }
  }

  const run = async (job: Job) => {
    const estimateMs = estimateRenderMs(job.content)
    // Checked before the payload is built, which takes processor time of the server.
    if (estimateMs > maxRenderMs) throw createTooLongError(job.subject, estimateMs / maxRenderMs)
    const payload = job.buildPayload()
    const key = `${job.format} ${job.maxPages ?? 1} ${hashPayload(payload)}`
    const existing = caches[job.format].get(key) ?? inProgress.get(key)
    if (existing !== undefined) return existing
    const failure = failures.find(key)
    if (failure !== undefined) throw failure
    const rendering = renderNow(key, job, payload, estimateMs)
    inProgress.set(key, rendering)
    return rendering
  }

  // The default account is for tests and benchmarks only: the type PdfRenderer requires an account.
  return {
    render: async (document: PdfDocument, account = '') =>
      run({ format: 'pdf', subject: describeSubject(document), content: document, buildPayload: () => buildPayload(document), account }),
    renderAll: async (documents: readonly PdfDocument[], account = '') =>
      run({
        format: 'pdf',
        subject: documents.length === 1 ? describeSubject(documents[0]!) : severalDocuments,
        content: documents,
        buildPayload: () => buildCombinedPayload(documents),
        account,
      }),
    renderReport: async (report: ReportDocument, account = '') =>
      run({ format: 'report', subject: reportSubject, content: report, buildPayload: () => buildReportPayload(report), account }),
    preview: async (document: PdfDocument, account = '', viewer?: string, maxPages = 1) =>
      run({
        format: 'preview',
        subject: previewSubject,
        content: document,
        buildPayload: () => ({ ...buildPayload(document), changedAt: 0 }),
        account,
        viewer,
        maxPages,
      }),
    waiting: () => pools.short.waiting() + pools.long.waiting(),
    warm: pools.short.warm,
    close: async () => {
      await Promise.all([pools.short.close(), pools.long.close()])
    },
  } satisfies PdfRenderer
}
