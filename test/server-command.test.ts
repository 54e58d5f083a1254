import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverCommand, serverEnvironment } from '../scripts/server-command.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('npm start and the container run the server as tests and benches do', () => {
  const variables = Object.entries(serverEnvironment).map((pair) => pair.join('='))
  expect(JSON.parse(read('package.json')).scripts.start).toBe(`${variables.join(' ')} exec node ${serverCommand.join(' ')}`)
  expect(/ENV NODE_ENV=production[\s\S]*?\n(?! )/.exec(read('Dockerfile'))?.[0].split(/[ \\\n]+/)).toEqual(
    expect.arrayContaining(variables),
  )
  expect(read('Dockerfile')).toContain(`CMD ${JSON.stringify(['node', ...serverCommand]).replaceAll(',', ', ')}`)
})
