// Whether a statement could run where one user's rows are. It reads words, brackets and blocks (a SELECT and what is beside it), not a grammar: it does not
// see what functions and views read, and not whether an order by id means time. A bare `user_id` counts where its block has one table.

/** A bracket is a list of its own. */
type Words = (string | Words)[]

const wordPattern = /[eE]?'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|\d[\w.]*|\w+|[^\s\w]/g

const toWords = (text: string): Words => {
  const open: Words[] = [[]]
  for (const [word] of text.matchAll(wordPattern)) {
    if (word === '(') open.push([])
    else if (word === ')' && open.length > 1) {
      const closed = open.pop()!
      open.at(-1)!.push(closed)
    } else open.at(-1)!.push(word.startsWith("'") ? word : word.replaceAll('"', '').toLowerCase())
  }
  return open[0]!
}

const isQuery = (words: Words): boolean => {
  const [first] = words
  return typeof first === 'string'
    ? ['select', 'insert', 'update', 'delete', 'with'].includes(first)
    : first !== undefined && isQuery(first)
}

const isBracket = (word: string | Words): word is Words => typeof word !== 'string'
const holdsQuery = (words: Words): boolean => isQuery(words) || words.filter(isBracket).some(holdsQuery)

/** With its brackets, but for those with queries of their own. */
const flatten = (words: Words): string[] =>
  words.flatMap((word) => (typeof word === 'string' ? [word] : isQuery(word) ? ['(', ')'] : ['(', ...flatten(word), ')']))

const splitAtUnions = (words: Words): Words[] => {
  const parts: Words[] = [[]]
  for (const word of words)
    if (word === 'union' || word === 'except' || word === 'intersect') parts.push([])
    else parts.at(-1)!.push(word)
  return parts
}

const listBlocks = (words: Words): Words[] => [
  ...splitAtUnions(words),
  ...words.filter(isBracket).flatMap((inner) => listInnerBlocks(inner)),
]
const listInnerBlocks = (words: Words): Words[] => (isQuery(words) ? listBlocks(words) : words.filter(isBracket).flatMap(listInnerBlocks))

const afterTable = new Set(
  'as on where join left right inner cross full set using order group having limit for union window returning values natural select'.split(
    ' ',
  ),
)
const endsFrom = new Set('where set on group order having limit returning window select values'.split(' '))

/** The tables that a block reads or changes, with their aliases. */
const listTables = (block: string[]): { table: string; alias: string }[] => {
  const found: { table: string; alias: string }[] = []
  let inFrom = false
  for (const [i, word] of block.entries()) {
    const isStart = ['from', 'join', 'using'].includes(word) || (word === 'update' && !['for', 'do', 'key'].includes(block[i - 1] ?? ''))
    if (isStart) inFrom = true
    else if (endsFrom.has(word)) inFrom = false
    if (!isStart && !(word === ',' && inFrom)) continue
    const [table, next, afterNext] = block.slice(block[i + 1] === 'only' ? i + 2 : i + 1)
    const alias = next === 'as' ? afterNext : next
    if (table) found.push({ table, alias: alias && /^\w+$/.test(alias) && !afterTable.has(alias) ? alias : table })
  }
  return found
}

/** A number is one that the query builder was given as text. */
const isValue = (word: string | undefined) => word !== undefined && /^(\$\d+|\d+)$/.test(word)

const namesUser = (block: string[], alias: string, isOnly: boolean): boolean =>
  block.some((word, i) => {
    if (word !== 'user_id' || block[i + 1] !== '=' || !isValue(block[i + 2])) return false
    return block[i - 1] === '.' ? block[i - 2] === alias : isOnly
  })

const findNow = (block: string[]): string[] => {
  let cases = 0
  let isConflict = false
  const found = new Set<string>()
  for (const [i, word] of block.entries()) {
    if (word === 'case') cases++
    if (word === 'end') cases--
    if (word === 'do' && block[i + 1] === 'update') isConflict = true
    if (word !== 'now' || block[i + 1] !== '(') continue
    if (cases > 0) found.add('now() in CASE')
    if (isConflict) found.add('now() in DO UPDATE')
  }
  return [...found]
}

const findInsertFaults = (block: Words): string[] => {
  const rest = block.slice(block[3] === 'as' ? 5 : 3).filter((word, i) => !(i === 0 && isBracket(word) && !isQuery(word)))
  const source = rest.find((word) => isBracket(word) || ['select', 'with', 'values'].includes(word))
  if (source !== 'values') return ['INSERT ... SELECT']
  const end = rest.findIndex((word) => word === 'on' || word === 'returning')
  const rows = rest.slice(rest.indexOf('values') + 1, end < 0 ? undefined : end)
  return rows.filter(isBracket).some(holdsQuery) ? ['a sub-select in VALUES'] : []
}

const maxParameters = 12

/** In the first row of several. The query builder keeps its positions itself, and quotes all names. */
const countParameters = (text: string, words: Words): number => {
  if (/^\s*(insert into|update|delete from) "/.test(text)) return 0
  const values = words.indexOf('values')
  const row = values < 0 ? undefined : words[values + 1]
  const counted = row && isBracket(row) ? flatten(row) : flatten(words)
  return new Set(counted.filter((word) => /^\$\d+$/.test(word))).size
}

/** @param tables those with a column `user_id` */
export const findStatementFaults = (text: string, tables: ReadonlySet<string>): string[] => {
  const words = toWords(text)
  const faults = listBlocks(words).flatMap((block) => {
    const flat = flatten(block)
    const read = listTables(flat)
    const owned = read.filter(({ table }) => tables.has(table))
    const locks = flat.some((word, i) => word === 'for' && ['update', 'share', 'no', 'key'].includes(flat[i + 1] ?? ''))
    const isInsert = flat[0] === 'insert' && tables.has(flat[2]!)
    return [
      ...owned.filter(({ alias }) => !namesUser(flat, alias, owned.length === 1)).map(({ table }) => `no user’s id for ${table}`),
      ...(locks && read.some(({ table }) => table === 'users') ? ['a lock on users'] : []),
      ...(isInsert ? findInsertFaults(block) : []),
      ...(isInsert || owned.length > 0 ? findNow(flat) : []),
    ]
  })
  return [...new Set([...faults, ...(countParameters(text, words) > maxParameters ? [`more than ${maxParameters} parameters`] : [])])]
}

/** The statements of the app with faults. The list gets only shorter: an entry that fits no statement any more fails the test. */
export const undistributable: readonly { fault: string; of: string; because: string }[] = [
  {
    fault: 'a lock on users',
    of: 'select 1 from users where id = $1 for no key update',
    because: 'all of an account waits there, before it has other rows',
  },
  { fault: 'a lock on users', of: 'select 1 from users where id = $1 for update', because: 'the account is deleted' },
  { fault: 'a lock on users', of: 'stripe_customer_id as "customerId"', because: 'the subscription is in the row of the user' },
  {
    fault: 'a sub-select in VALUES',
    of: 'insert into events (user_id, actor, subject_type, subject_id, kind',
    because: 'reading the owner’s name first takes a round trip',
  },
  { fault: 'a sub-select in VALUES', of: 'insert into book_closings', because: 'reading the owner’s name first takes a round trip' },
  { fault: 'INSERT ... SELECT', of: 'insert into security_events', because: 'nothing is written for a user who is gone' },
  {
    fault: 'INSERT ... SELECT',
    of: 'insert into exchange_rates',
    because: 'a file has thousands of rates, and a place for each takes five times as long',
  },
  { fault: 'INSERT ... SELECT', of: 'insert into invoice_instalments', because: 'one text for any number of rows' },
  {
    fault: 'no user’s id for documents',
    of: 'select i.number from documents i where i.user_id = p.user_id',
    because: 'the texts that a list searches are built once, for all users',
  },
  {
    fault: 'more than 12 parameters',
    of: 'insert into customers (id, user_id',
    because: 'a restored row has the columns that it had, from one loop',
  },
  {
    fault: 'more than 12 parameters',
    of: 'insert into expenses (id, user_id',
    because: 'a restored row has the columns that it had, from one loop',
  },
  { fault: 'more than 12 parameters', of: 'insert into document_lines', because: 'of several rows; as JSON they take half as long again' },
  { fault: 'more than 12 parameters', of: 'insert into journal_lines', because: 'of several rows; as JSON they take a quarter longer' },
]
