import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addInstrumentation } from '#server/platform/telemetry/instrumentation.ts'
import { OutdatedPreviewError, PdfBusyError, PdfRefusedError } from './pdf-errors.ts'
import { createPdfRenderer, type RendererOptions } from './pdf-renderer.ts'
import { sampleDocument, sampleLines } from './testing/document.fixture.ts'

let processes: ChildProcess[] = []
const addProcess = (message: unknown) => processes.push((message as { process: ChildProcess }).process)
let renderer: ReturnType<typeof createPdfRenderer> | undefined
/** With the priority of the tests: with the lower one of the product, each document waits for all else that runs on the machine. */
const createRenderer = (options: RendererOptions) => createPdfRenderer({ priority: 0, ...options })

beforeEach(() => {
  processes = []
  subscribe('child_process', addProcess)
})
afterEach(async () => {
  unsubscribe('child_process', addProcess)
  await renderer?.close()
})

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'
const small = (number: string) => sampleDocument({ number })
/** Takes almost a second of processor time. */
const slow = (number: string) => sampleDocument({ number, lines: sampleLines(1_500) })
/** Takes several seconds; to be given up after one, which on a busy machine is enough for a small one. */
const endless = (number: string) => sampleDocument({ number, lines: sampleLines(4_000) })
/** Has a process of its own, and takes a few tenths of a second. */
const long = (number: string) => sampleDocument({ number, lines: sampleLines(450) })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('PDF processes', () => {
  test('start with the first document', async () => {
    renderer = createRenderer({ processes: 1 })
    await pause(50)
    expect(processes).toHaveLength(0)
    expect(isPdf(await renderer.render(small('A')))).toBe(true)
    expect(processes).toHaveLength(1)
  })

  test('a document that takes too long is abandoned and not retried, and the next one succeeds', async () => {
    renderer = createRenderer({ processes: 1, timeoutMs: 1000 })
    const message =
      'Making a PDF of invoice LATE took too long and was given up. Shorten its descriptions or split it into several invoices.'
    const results = await Promise.allSettled([renderer.render(endless('LATE'), 'ann'), renderer.render(endless('LATE'), 'bob')])
    expect(results.map((result) => String((result as PromiseRejectedResult).reason))).toEqual(Array(2).fill(`PdfRefusedError: ${message}`))
    expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
    await expect(renderer.render(endless('LATE'))).rejects.toThrow(message)
    expect(processes).toHaveLength(1)
    expect(isPdf(await renderer.render(small('NEXT')))).toBe(true)
  })

  test('a failed document can be retried after 15 minutes or after a change', async () => {
    let now = 0
    renderer = createRenderer({ processes: 1, timeoutMs: 300, now: () => now })
    await expect(renderer.render(slow('LATE'))).rejects.toBeInstanceOf(PdfRefusedError)
    await expect(renderer.render(slow('CHANGED'))).rejects.toBeInstanceOf(PdfRefusedError)
    expect(processes).toHaveLength(2)
    now = 16 * 60_000
    await expect(renderer.render(slow('LATE'))).rejects.toBeInstanceOf(PdfRefusedError)
    expect(processes).toHaveLength(3)
  })

  test('a document on which the engine fails is not retried either', async () => {
    const warnings: string[] = []
    const runs: string[] = []
    const removeInstrumentation = addInstrumentation({
      wrap: (kind, _about, work) => {
        runs.push(kind)
        return work()
      },
    })
    renderer = createRenderer({ processes: 1, warn: (line) => warnings.push(line) })
    const invalid = sampleDocument({ number: 'ODD', totals: [{ label: 'Total', value: '$1.00', strong: 'yes' as never }] })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const message = 'The PDF of invoice ODD could not be made: an error on our side, which is in our log.'
      await expect(renderer.render(invalid)).rejects.toMatchObject({ name: 'PdfRefusedError', message })
    }
    removeInstrumentation()
    expect(runs).toEqual(['pdf'])
    expect(warnings).toEqual([expect.stringMatching(/^A document \(pdf\) could not be rendered .*: The PDF template failed: /)])
  })

  test('time during which a process is stopped does not count', async () => {
    renderer = createRenderer({ processes: 1, timeoutMs: 400 })
    await renderer.render(small('FIRST'))
    const paused = renderer.render(small('HELD'))
    await pause(0)
    processes[0]?.kill('SIGSTOP')
    await pause(600)
    processes[0]?.kill('SIGCONT')
    expect(isPdf(await paused)).toBe(true)
    expect(processes).toHaveLength(1)
  })

  test('a killed process affects its own document only, which can be retried', async () => {
    renderer = createRenderer({ processes: 1 })
    const lost = renderer.render(long('LOST'))
    const queued = renderer.render(long('QUEUED'))
    await expect.poll(renderer.waiting, { timeout: 60_000, interval: 5 }).toBe(1)
    processes[0]?.kill('SIGKILL')
    await expect(lost).rejects.toThrow('SIGKILL')
    expect(isPdf(await queued)).toBe(true)
    expect(isPdf(await renderer.render(long('LOST')))).toBe(true)
  }, 400_000)

  test('long documents have a process of their own, so that short ones finish first', async () => {
    renderer = createRenderer({ processes: 1, recycleAboveBytes: Number.POSITIVE_INFINITY })
    const done: string[] = []
    const track = async (name: string, work: Promise<unknown>) => work.finally(() => done.push(name))
    await renderer.render(small('FIRST'))
    const lasting = ['L1', 'L2'].map((number) => track('long', renderer!.render(long(number))))
    await expect.poll(renderer.waiting, { timeout: 60_000, interval: 5 }).toBe(1)
    const short = ['A', 'B', 'C'].map((number) => track('short', renderer!.render(small(number))))
    await Promise.all([...lasting, ...short])
    // On a busy machine the first long one may be done by then. In one process both would be.
    expect(done.at(-1)).toBe('long')
    expect(processes).toHaveLength(2)
  }, 400_000)

  test('the process of long documents ends when it is idle; the other one stays', async () => {
    renderer = createRenderer({ processes: 1, endAfterIdleMs: 100 })
    await renderer.render(long('L1'))
    await renderer.render(small('A'))
    await expect.poll(() => processes[0]?.exitCode).toBe(0)
    await renderer.render(small('B'))
    expect(processes.map(({ exitCode }) => exitCode)).toEqual([0, null])
    expect(isPdf(await renderer.render(long('L2')))).toBe(true)
    expect(processes).toHaveLength(3)
  })

  test('after twelve documents of one account, the first one of another account is rendered second', async () => {
    renderer = createRenderer({ processes: 1 })
    const done: string[] = []
    const render = async (account: string, number: string) => renderer!.render(small(number), account).finally(() => done.push(account))
    const all = Array.from({ length: 12 }, (_, index) => render('ann', `A${index}`))
    await pause(0)
    await Promise.all([...all, render('bob', 'B')])
    expect(done.indexOf('bob')).toBeLessThanOrEqual(1)
    expect(done).toHaveLength(13)
  })

  test('an idle process that is killed is replaced', async () => {
    renderer = createRenderer({ processes: 1 })
    await renderer.render(small('FIRST'))
    const exited = once(processes[0]!, 'exit')
    processes[0]?.kill('SIGKILL')
    await exited
    expect(isPdf(await renderer.render(small('SECOND')))).toBe(true)
    expect(processes).toHaveLength(2)
  })

  test('a full queue rejects further documents and still serves the queued ones', async () => {
    renderer = createRenderer({ processes: 1, maxQueue: 3 })
    const first = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map((number) => renderer!.render(small(number))))
    expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect((first[4] as PromiseRejectedResult).reason).toBeInstanceOf(PdfBusyError)
    expect(isPdf(await renderer.render(small('E')))).toBe(true)
  })

  test('previews are rendered before queued PDFs and have their own queue limit', async () => {
    renderer = createRenderer({ processes: 1, maxQueue: 3 })
    const done: string[] = []
    const track = async (name: string, work: Promise<unknown>) => work.finally(() => done.push(name))
    await renderer.render(small('FIRST'))
    const pdfs = ['A', 'B', 'C', 'D'].map((number) => track(number, renderer!.render(small(number))))
    await pause(0)
    await expect(renderer.render(small('E'))).rejects.toBeInstanceOf(PdfBusyError)
    await Promise.all([...pdfs, track('preview', renderer.preview(small('P')))])
    expect(done).toEqual(['A', 'preview', 'B', 'C', 'D'])
  })

  test('endless previews do not block PDFs', async () => {
    renderer = createRenderer({ processes: 1 })
    const done: string[] = []
    const track = async (name: string, work: Promise<unknown>) => work.finally(() => done.push(name))
    await renderer.render(small('FIRST'))
    // A takes long enough that everything else is queued behind it.
    const busy = track('A', renderer.render(sampleDocument({ number: 'A', lines: sampleLines(150) })))
    await pause(0)
    const pdfs = [busy, ...['B', 'C'].map((number) => track(number, renderer!.render(small(number))))]
    const previews = Array.from({ length: 9 }, (_, i) => track('preview', renderer!.preview(small(`P${i}`), `account ${i}`)))
    await Promise.all([...pdfs, ...previews])
    const four = Array<string>(4).fill('preview')
    expect(done).toEqual(['A', ...four, 'B', ...four, 'C', 'preview'])
  })

  test('of the queued previews of one viewer, only the newest is rendered', async () => {
    renderer = createRenderer({ processes: 1 })
    const running = renderer.render(small('FIRST'))
    await pause(0)
    const requested = [
      ['1', 'ann'],
      ['2', 'ann'],
      ['3', 'bob'],
      ['4', 'ann'],
      ['5', undefined],
    ] as const
    const previews = await Promise.allSettled(requested.map(([number, viewer]) => renderer!.preview(small(number), viewer, viewer)))
    expect(previews.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    const { reason } = previews[0] as PromiseRejectedResult
    expect([reason instanceof OutdatedPreviewError, reason instanceof PdfBusyError]).toEqual([true, false])
    expect(isPdf(await running)).toBe(true)
  })

  test('two concurrent requests for the same document render it once', async () => {
    renderer = createRenderer({ processes: 1, maxQueue: 1 })
    const [one, two] = await Promise.all([renderer.render(small('SAME')), renderer.render(small('SAME'))])
    expect(one).toBe(two)
  })

  test('two processes share the work, and no more than two start', async () => {
    renderer = createRenderer({ processes: 2 })
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => renderer!.render(small(`N${index}`))))
    expect(all.every(isPdf)).toBe(true)
    expect(processes).toHaveLength(2)
  })

  test('a process is replaced after a number of documents', async () => {
    renderer = createRenderer({ processes: 1, recycleAfter: 3 })
    for (let index = 0; index < 7; index += 1) expect(isPdf(await renderer.render(small(`N${index}`)))).toBe(true)
    expect(processes).toHaveLength(3)
    await expect.poll(() => processes.slice(0, 2).map(({ exitCode }) => exitCode)).toEqual([0, 0])
  })

  test('a process that uses too much memory is replaced', async () => {
    renderer = createRenderer({ processes: 1, recycleAboveBytes: 1024 * 1024 })
    for (const number of ['A', 'B']) expect(isPdf(await renderer.render(small(number)))).toBe(true)
    expect(processes).toHaveLength(2)
  })

  test('closing ends the processes and rejects further documents', async () => {
    const closing = createRenderer({ processes: 1 })
    await closing.render(small('A'))
    const refused = expect(closing.render(slow('B'))).rejects.toThrow('closed')
    await expect.poll(() => processes).toHaveLength(2)
    await closing.close()
    await refused
    expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL'])
    await expect(closing.render(small('C'))).rejects.toThrow('closed')
  })

  test.each([
    ['ends without closing the renderer', '', 0],
    ['closes it and ends', 'await renderer.close()', 0],
    ['is killed', 'setInterval(() => {}, 1000)', null],
  ])('the process ends when the server %s', async (_, statement, exitCode) => {
    const script = `
      import { subscribe } from 'node:diagnostics_channel'
      import { createPdfRenderer } from ${JSON.stringify(join(import.meta.dirname, 'pdf-renderer.ts'))}
      import { sampleDocument } from ${JSON.stringify(join(import.meta.dirname, 'testing/document.fixture.ts'))}
      let child
      subscribe('child_process', (message) => { child = message.process })
      const renderer = createPdfRenderer()
      await renderer.render(sampleDocument())
      console.log(child.pid)
      ${statement}`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = new Promise((resolve) => server.once('exit', resolve))
    const pid = Number(await new Promise((resolve) => server.stdout.once('data', resolve)))
    if (exitCode === null) {
      expect(isAlive(pid)).toBe(true)
      server.kill('SIGKILL')
    }
    expect(await exited).toBe(exitCode)
    await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
  })
})
