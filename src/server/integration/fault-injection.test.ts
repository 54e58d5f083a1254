import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

// A short run of `npm run fault-injection`.

/** Parses the table. @returns cells by header, by scenario */
const parseTable = (output: string): Record<string, Record<string, string>> => {
  const parseRow = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const [headers = [], ...rows] = output
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|-'))
    .map(parseRow)
  return Object.fromEntries(rows.map((cells) => [cells[0]!, Object.fromEntries(cells.map((cell, i) => [headers[i]!, cell]))]))
}

test('nothing is lost, inconsistent or duplicated after kills of servers and databases', { timeout: 480_000 }, async () => {
  const flags = ['--only', 'server,database', '--server-kills', '3', '--database-kills', '1', '--writers', '4', '--minutes', '4']
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, ['bench/fault-injection.ts', ...flags], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    ),
  )
  const table = parseTable(output)
  expect({ code, findings: output.split('\n').filter((line) => line.includes('FINDING')) }).toEqual({ code: 0, findings: [] })
  expect(Object.keys(table)).toEqual(['two servers on one database', 'server with its own database', 'database of two servers'])
  for (const row of Object.values(table)) {
    expect(Number(row.faults)).toBeGreaterThan(0)
    expect(Number(row.acknowledged)).toBeGreaterThan(0)
    expect([row.lost, row.inconsistent, row.duplicated, row.exits]).toEqual(['0', '0', '0', '0'])
  }
})
