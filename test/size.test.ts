import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram, listReachedModules } from '../scripts/size/create-and-send.ts'
import { isProduction, measure } from '../scripts/size/source-files.ts'
import { findOverdueRules, findPaidSums } from '../scripts/size/sql-rules.ts'

/** Writes the files into a folder of their own. */
const writeFiles = (files: Record<string, string>): string => {
  const root = mkdtempSync(join(tmpdir(), 'billfold-size-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return root
}

test('a module counts when code on the path names something in it, not when it is only imported', () => {
  const files = {
    'src/route.ts': `import { save } from './save.ts'
      import { list } from './list.ts'
      import type { Body } from './body.ts'
      const helper = () => save()
      export const routes = () => [list, (body: Body) => helper()]`,
    'src/save.ts': `import { format } from './shared/format.ts'
      import { unrelated } from './unrelated.ts'
      export const save = () => format()
      export const other = () => unrelated()`,
    'src/list.ts': 'export const list = () => []',
    'src/body.ts': 'export type Body = { a: string }',
    'src/unrelated.ts': 'export const unrelated = () => 1',
    'src/shared/format.ts': "import { never } from '../never.ts'\nexport const format = () => never",
    'src/never.ts': 'export const never = 1',
  }
  const root = writeFiles(files)
  const program = createProgram(root, Object.keys(files))
  const route = program.getSourceFile(join(root, 'src/route.ts'))!
  const helper = route.statements[3]!
  expect(listReachedModules(program, root, helper, (file) => file.startsWith('src/shared/'))).toEqual(['src/route.ts', 'src/save.ts'])
})

test('rules of money in SQL are found by what they compare and add up', () => {
  const find = (line: string) => {
    const sources = new Map([['a.ts', `\n${line}`]])
    return [findOverdueRules(sources), findPaidSums(sources)]
  }
  expect(find("select i.status = 'overdue' or i.due_date < $3 as late")).toEqual([['a.ts:2'], []])
  expect(find(`when p.\${type.endColumn} < $2::date then`)).toEqual([['a.ts:2'], []])
  expect(find('due_date <= $4')).toEqual([[], []])
  expect(find('coalesce(sum(p.amount - p.refunded), 0)')).toEqual([[], ['a.ts:2']])
  expect(find(`sum(\${p}.amount - \${p}.refunded)`)).toEqual([[], ['a.ts:2']])
  expect(find('// sum(amount - refunded)')).toEqual([[], []])
})

test('tests, fixtures and test support are no production files', () => {
  expect(['src/a.ts', 'src/a.test.ts', 'src/a.fixture.ts', 'src/testing/b.ts', 'src/x/testing.ts'].filter(isProduction)).toEqual([
    'src/a.ts',
  ])
  const sources = new Map([
    ['a', 'one\n'],
    ['b', 'x\n'.repeat(40)],
    ['c', 'x\n'.repeat(300)],
  ])
  expect(measure(sources)).toMatchObject({ files: 3, lines: 341, medianLines: 40, filesUnder30: 1, filesOver250: 1 })
})

test('code is counted without comments and blank lines, and what is handed over by its types', () => {
  const source =
    '/** Why. */\n\n/*\n long\n*/\n// why\ntype Deps = {\n  /** When. */\n  now: () => Date\n}\ntype MailDeps = { send: () => void }\nconst a = 1 // one\n'
  expect(measure(new Map([['src/a.ts', source]]))).toMatchObject({ lines: 12, codeLines: 5, injectedLines: 5 })
})
