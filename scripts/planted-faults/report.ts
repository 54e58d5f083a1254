import type { Fault } from './faults.ts'

/** What became of a fault; `detail` is the test that caught it, or what went wrong. */
export type Tried = { fault: Fault; outcome: 'caught' | 'ESCAPED' | 'error'; detail: string; seconds: string }

/** '3 planted, 2 caught, 1 escaped', and errors if there are any. */
export const formatSummary = (tried: readonly Tried[]): string => {
  const count = (wanted: Tried['outcome']) => tried.filter(({ outcome }) => outcome === wanted).length
  const errors = count('error')
  return `${tried.length} planted, ${count('caught')} caught, ${count('ESCAPED')} escaped${errors > 0 ? `, ${errors} with an error` : ''}`
}

const toCell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|')

/** A table in Markdown. */
export const formatReport = (tried: readonly Tried[]): string =>
  [
    `${formatSummary(tried)}.`,
    '',
    '| Outcome | Fault | What it does | Caught by, or what went wrong | Seconds |',
    '| --- | --- | --- | --- | --- |',
    ...tried.map(
      ({ fault, outcome, detail, seconds }) => `| ${[outcome, fault.id, fault.text, detail, seconds].map(toCell).join(' | ')} |`,
    ),
    '',
  ].join('\n')
