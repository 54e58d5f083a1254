import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverCommand } from '../scripts/server-command.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('npm start and the container run the server as tests and benches do', () => {
  expect(JSON.parse(read('package.json')).scripts.start).toBe(`exec node ${serverCommand.join(' ')}`)
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...serverCommand]).replaceAll(',', ', ')}`)
})
