import { useEffect, useRef, useState } from 'react'
import { readText } from './decode-file.ts'
import { FileError } from './file-error.ts'
import { type CsvTable, parseCsv } from './parse-csv.ts'

export type ParsedFile = { name: string; table: CsvTable }
type Reading = { file: File; done: number; problem?: FileError | undefined }

export const useFileReader = (onRead: (read: ParsedFile) => void) => {
  const [reading, setReading] = useState<Reading>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const read = async (file: File, encoding?: 'windows-1252') => {
    stop.current?.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    const reportFrom = (from: number) => (done: number) => setReading({ file, done: from + done / 2 })
    setReading({ file, done: 0 })
    try {
      const text = await readText(file, { encoding, signal, onProgress: reportFrom(0) })
      const table = await parseCsv(text, { signal, onProgress: reportFrom(0.5) })
      setReading(undefined)
      onRead({ name: file.name, table })
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof FileError ? error : new FileError('This file can’t be read. Is it a CSV file?')
      setReading({ file, done: 0, problem })
    }
  }
  return { reading, read: (file: File, encoding?: 'windows-1252') => void read(file, encoding) }
}
