import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

// A short run of `npm run fault-injection`: kills the server and its database while clients write. The full run needs a machine of its own.

/** The columns of its output, by the part that a row is about. */
const tableIn = (output: string): Record<string, Record<string, string>> => {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const lines = output.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|-'))
  const heads = cells(lines[0] ?? '')
  return Object.fromEntries(
    lines.slice(1).map((line) => [cells(line)[0]!, Object.fromEntries(cells(line).map((cell, i) => [heads[i]!, cell]))]),
  )
}

test('killing the server and the database under load loses, corrupts and duplicates nothing', { timeout: 240_000 }, async () => {
  const flags = ['--only', 'server,database', '--server-kills', '3', '--database-kills', '1', '--writers', '4', '--minutes', '2']
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, ['bench/fault-injection.ts', ...flags], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    ),
  )
  const table = tableIn(output)
  expect({ code, findings: output.split('\n').filter((line) => line.includes('FOUND')) }).toEqual({ code: 0, findings: [] })
  expect(Object.keys(table)).toEqual(['server, two on one database', 'server with its own database', 'database beside two servers'])
  for (const row of Object.values(table)) {
    expect(Number(row.faults)).toBeGreaterThan(0)
    expect(Number(row.acknowledged)).toBeGreaterThan(0)
    expect([row['acknowledged and lost'], row.torn, row.duplicated, row.exits]).toEqual(['0', '0', '0', '0'])
  }
})
