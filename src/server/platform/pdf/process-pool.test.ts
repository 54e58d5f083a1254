import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleLines, samplePaper } from './paper.fixture.ts'
import { createPdfRenderer, OutdatedPreviewError, PdfBusyError, type PdfRenderer } from './pdf.ts'

let started: ChildProcess[] = []
const note = (message: unknown) => started.push((message as { process: ChildProcess }).process)
let renderer: PdfRenderer | undefined

beforeEach(() => {
  started = []
  subscribe('child_process', note)
})
afterEach(async () => {
  unsubscribe('child_process', note)
  await renderer?.close()
})

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'
const small = (number: string) => samplePaper({ number })
const slow = (number: string) => samplePaper({ number, lines: sampleLines(8_000) })
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('PDF processes', () => {
  test('start with the first document, not before', async () => {
    renderer = createPdfRenderer({ processes: 1 })
    await pause(50)
    expect(started).toHaveLength(0)
    expect(isPdf(await renderer.render(small('A')))).toBe(true)
    expect(started).toHaveLength(1)
  })

  test('a document that takes too long is given up, and the next is fine', async () => {
    renderer = createPdfRenderer({ processes: 1, timeoutMs: 3_000 })
    renderer.warm()
    const late = renderer.render(slow('LATE'))
    await expect(late).rejects.toThrow('longer than 3 s')
    expect(started[0]?.signalCode).toBe('SIGKILL')
    expect(isPdf(await renderer.render(small('NEXT')))).toBe(true)
  })

  test('a killed process costs its own document only', async () => {
    renderer = createPdfRenderer({ processes: 1 })
    await renderer.render(small('FIRST'))
    const lost = renderer.render(slow('LOST'))
    const queued = renderer.render(small('QUEUED'))
    await pause(20)
    started[0]?.kill('SIGKILL')
    await expect(lost).rejects.toThrow('SIGKILL')
    expect(isPdf(await queued)).toBe(true)
  })

  test('one killed while it rests is replaced', async () => {
    renderer = createPdfRenderer({ processes: 1 })
    await renderer.render(small('FIRST'))
    const ended = once(started[0]!, 'exit')
    started[0]?.kill('SIGKILL')
    await ended
    expect(isPdf(await renderer.render(small('SECOND')))).toBe(true)
    expect(started).toHaveLength(2)
  })

  test('past its queue the renderer says that it is busy, and serves those who wait', async () => {
    renderer = createPdfRenderer({ processes: 1, maxQueue: 3 })
    const first = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map((number) => renderer!.render(small(number))))
    expect(first.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect((first[4] as PromiseRejectedResult).reason).toBeInstanceOf(PdfBusyError)
    expect(isPdf(await renderer.render(small('E')))).toBe(true)
  })

  test('previews go before the PDFs that wait, and find room when those have none', async () => {
    renderer = createPdfRenderer({ processes: 1, maxQueue: 3 })
    const done: string[] = []
    const noted = async (name: string, work: Promise<unknown>) => work.finally(() => done.push(name))
    await renderer.render(small('FIRST'))
    const pdfs = ['A', 'B', 'C', 'D'].map((number) => noted(number, renderer!.render(small(number))))
    await pause(0)
    await expect(renderer.render(small('E'))).rejects.toBeInstanceOf(PdfBusyError)
    await Promise.all([...pdfs, noted('preview', renderer.preview(small('P')))])
    expect(done).toEqual(['A', 'preview', 'B', 'C', 'D'])
  })

  test('however many previews come, a PDF that waits has its turn', async () => {
    renderer = createPdfRenderer({ processes: 1 })
    const done: string[] = []
    const noted = async (name: string, work: Promise<unknown>) => work.finally(() => done.push(name))
    await renderer.render(small('FIRST'))
    const pdfs = ['A', 'B', 'C'].map((number) => noted(number, renderer!.render(small(number))))
    await pause(0)
    const previews = Array.from({ length: 9 }, (_, i) => noted('preview', renderer!.preview(small(`P${i}`), `viewer ${i}`)))
    await Promise.all([...pdfs, ...previews])
    const four = Array<string>(4).fill('preview')
    expect(done).toEqual(['A', ...four, 'B', ...four, 'C', 'preview'])
  })

  test('of the previews that one viewer waits for, only the newest is drawn', async () => {
    renderer = createPdfRenderer({ processes: 1 })
    const busyWith = renderer.render(small('FIRST'))
    await pause(0)
    const asked = [
      ['1', 'ann'],
      ['2', 'ann'],
      ['3', 'bob'],
      ['4', 'ann'],
      ['5', undefined],
    ] as const
    const previews = await Promise.allSettled(asked.map(([number, viewer]) => renderer!.preview(small(number), viewer)))
    expect(previews.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    const { reason } = previews[0] as PromiseRejectedResult
    expect([reason instanceof OutdatedPreviewError, reason instanceof PdfBusyError]).toEqual([true, true])
    expect(isPdf(await busyWith)).toBe(true)
  })

  test('the same paper asked for twice at once is drawn once', async () => {
    renderer = createPdfRenderer({ processes: 1, maxQueue: 1 })
    const [one, two] = await Promise.all([renderer.render(small('SAME')), renderer.render(small('SAME'))])
    expect(one).toBe(two)
  })

  test('two processes share the work, and no more than two start', async () => {
    renderer = createPdfRenderer({ processes: 2 })
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => renderer!.render(small(`N${index}`))))
    expect(all.every(isPdf)).toBe(true)
    expect(started).toHaveLength(2)
  })

  test('a process is replaced after so many documents', async () => {
    renderer = createPdfRenderer({ processes: 1, recycleAfter: 3 })
    for (let index = 0; index < 7; index += 1) expect(isPdf(await renderer.render(small(`N${index}`)))).toBe(true)
    expect(started).toHaveLength(3)
    await expect.poll(() => started.slice(0, 2).map(({ exitCode }) => exitCode)).toEqual([0, 0])
  })

  test('a process that has grown too large is replaced', async () => {
    renderer = createPdfRenderer({ processes: 1, recycleAboveBytes: 1024 * 1024 })
    for (const number of ['A', 'B']) expect(isPdf(await renderer.render(small(number)))).toBe(true)
    expect(started).toHaveLength(2)
  })

  test('closing ends the processes and refuses further documents', async () => {
    const closing = createPdfRenderer({ processes: 1 })
    await closing.render(small('A'))
    const waiting = closing.render(slow('B'))
    const refused = expect(waiting).rejects.toThrow('closed')
    await closing.close()
    await refused
    expect(started[0]?.signalCode).toBe('SIGKILL')
    await expect(closing.render(small('C'))).rejects.toThrow('closed')
  })

  test.each([
    ['ends by itself though nobody closed the renderer', '', 0],
    ['closes it and ends', 'await renderer.close()', 0],
    ['is killed', 'setInterval(() => {}, 1000)', null],
  ])('the process goes when the server %s', async (_, stay, exitCode) => {
    const script = `
      import { subscribe } from 'node:diagnostics_channel'
      import { createPdfRenderer } from ${JSON.stringify(join(import.meta.dirname, 'pdf.ts'))}
      import { samplePaper } from ${JSON.stringify(join(import.meta.dirname, 'paper.fixture.ts'))}
      let child
      subscribe('child_process', (message) => { child = message.process })
      const renderer = createPdfRenderer()
      await renderer.render(samplePaper())
      console.log(child.pid)
      ${stay}`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    const pid = Number(await new Promise((resolve) => server.stdout.once('data', resolve)))
    if (exitCode === null) {
      expect(isAlive(pid)).toBe(true)
      server.kill('SIGKILL')
    }
    expect(await ended).toBe(exitCode)
    await expect.poll(() => isAlive(pid), { timeout: 3_000 }).toBe(false)
  })
})
